/**
 * Registers tools with Effect's MCP server: a call of the protocol becomes a call of a tool, and its answer a result.
 *
 * A tool that a principal may not use is neither listed nor found, and a call of it is refused here too; one that lacks something is found and
 * not listed. The client reads every failure as a {@link ToolFailure}, and a defect as one fixed sentence.
 */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { CallLimit } from "./CallLimit.ts"
import { logged } from "./CallLog.ts"
import { elicitationOf, questionResult } from "../confirmation/Elicitation.ts"
import { kindOf, logEvent } from "../Log.ts"
import { CurrentPrincipal } from "../Principal.ts"
import { makeProgressReport } from "./ProgressReport.ts"
import { isAnswered, isVisible, type Tool, type ToolAnswer, type ToolMetadata } from "./Tool.ts"
import { failureJson, notSent, ToolFailure } from "./ToolFailure.ts"

const text = (content: string) => [McpSchema.TextContent.make({ type: "text", text: content })]

/** The result of a call that failed. */
export const failed = (failure: ToolFailure): McpSchema.CallToolResult =>
  new McpSchema.CallToolResult({ isError: true, content: text(failureJson(failure)) })

const answered = (answer: ToolAnswer): McpSchema.CallToolResult | McpSchema.InputRequired =>
  answer._tag === "Question"
    ? questionResult(answer.question, answer.state)
    : new McpSchema.CallToolResult({
        content: text(JSON.stringify(answer.structured)),
        structuredContent: answer.structured
      })

const defectOf = ({ name, annotations }: ToolMetadata): ToolFailure =>
  new ToolFailure({
    error: "internal_error",
    message: `${name} failed by a fault of this server, which is in its log; tell the user and do not retry.`,
    outcome: annotations.readOnly ? "not_sent" : "unknown",
    retryable: false,
    next: []
  })

/** The failure that the client reads for a cause that is not an interruption. */
const failureFor = (tool: ToolMetadata, cause: Cause.Cause<ToolFailure>): Effect.Effect<ToolFailure> => {
  const failure = cause.reasons.find(Cause.isFailReason)
  const defect = cause.reasons.find(Cause.isDieReason)
  return failure !== undefined && defect === undefined
    ? Effect.succeed(failure.error)
    : Effect.as(logEvent("tool_defect", { name: tool.name, kind: kindOf(defect?.defect) }), defectOf(tool))
}

const refused = ({ name }: ToolMetadata): ToolFailure =>
  notSent("forbidden", `You may not use ${name} here. Tell the user which permission is missing.`)

const isArguments = Schema.is(Schema.Record(Schema.String, Schema.Unknown))

/** The arguments that hosts add to those that a model chose, for records of their own: n8n and others send the id of the call along. */
const hostMembers = ["toolCallId", "tool_call_id"]

/** The arguments without what the host added. Every other unknown name is refused: it could be a misspelt one. */
const withoutHostMembers = <R>({ inputSchema }: Tool<R>, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => !hostMembers.includes(name) || Object.hasOwn(inputSchema?.properties ?? {}, name)
    )
  )

const handle = <R>(tool: Tool<R>, limit: CallLimit, server: McpServer.McpServer["Service"], given: unknown) =>
  Effect.gen(function* () {
    const request = yield* McpSchema.McpRequestContext
    const principal = yield* CurrentPrincipal
    const client = yield* Effect.serviceOption(McpSchema.McpServerClient)
    const report = makeProgressReport(server, request)
    const call = tool.call({
      arguments: withoutHostMembers(tool, isArguments(given) ? given : {}),
      context: { principal, progress: report.progress },
      elicitation: elicitationOf(request, client)
    })
    const called = isAnswered(tool, principal) ? limit(principal, tool.name, call) : Effect.fail(refused(tool))
    return yield* logged(tool.name, principal, called).pipe(
      Effect.ensuring(report.end),
      Effect.map(answered),
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.map(failureFor(tool, cause), failed)
      )
    )
  })

const wrongSchema = (tool: string): TypeError =>
  new TypeError(`The arguments and the results of the tool ${tool} must be objects.`)

/** Registers a tool. */
export const registerTool = <R>(tool: Tool<R>, limit: CallLimit): Effect.Effect<void, never, McpServer.McpServer | R> =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const services = yield* Effect.context<R>()
    const { inputSchema, outputSchema, annotations } = tool
    if (inputSchema === undefined || outputSchema === undefined) return yield* Effect.die(wrongSchema(tool.name))
    const gate = McpServer.visibility(({ method }) =>
      Effect.map(CurrentPrincipal, (principal) => (method === "tools/call" ? isAnswered : isVisible)(tool, principal))
    )
    const gated = yield* Effect.provide(Effect.context<never>(), gate.layer)
    yield* server.addTool({
      tool: new McpSchema.Tool({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        inputSchema,
        outputSchema,
        annotations: {
          readOnlyHint: annotations.readOnly,
          destructiveHint: annotations.destructive,
          idempotentHint: annotations.idempotent,
          openWorldHint: annotations.openWorld
        }
      }),
      annotations: Context.empty(),
      services: gated,
      handle: (given: unknown) => Effect.provideContext(handle(tool, limit, server, given), services)
    })
  })
