/**
 * A prompt: a text that a human picks to begin a task, with its arguments.
 */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { CallLimit } from "./tool/CallLimit.ts"
import { type Completer, completionsOf } from "./Completion.ts"
import { kindOf, logEvent } from "./Log.ts"
import { cleanText } from "./answer/PlatformText.ts"
import { CurrentPrincipal, holds, type Principal } from "./Principal.ts"
import type { ToolFailure } from "./tool/ToolFailure.ts"

export interface PromptArgument<out R> {
  readonly name: string
  readonly description: string
  readonly required: boolean
  readonly complete?: Completer<R>
}

export interface Prompt<out R> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scopes?: ReadonlyArray<string>
  readonly arguments: ReadonlyArray<PromptArgument<R>>
  /** The message of the human to the model. */
  readonly render: (
    values: Readonly<Record<string, string>>,
    principal: Principal
  ) => Effect.Effect<string, ToolFailure, R>
}

const missing = (names: ReadonlyArray<string>) =>
  new McpSchema.InvalidParams({ message: `The prompt needs ${names.join(", ")}.` })

const internal = new McpSchema.InternalError({ message: "The prompt could not be made; the server's log says why." })

const render = <R>(prompt: Prompt<R>, values: Readonly<Record<string, string>>) =>
  Effect.flatMap(CurrentPrincipal, (principal) => prompt.render(values, principal)).pipe(
    Effect.map(
      (text) =>
        new McpSchema.GetPromptResult({
          description: prompt.description,
          messages: [
            McpSchema.PromptMessage.make({
              role: "user",
              content: McpSchema.TextContent.make({ type: "text", text: cleanText(text) })
            })
          ]
        })
    ),
    Effect.catchCause((cause): Effect.Effect<never, McpSchema.InvalidParams | McpSchema.InternalError> => {
      if (Cause.hasInterrupts(cause)) return Effect.interrupt
      const failure = cause.reasons.find(Cause.isFailReason)
      const defect = cause.reasons.find(Cause.isDieReason)
      return failure !== undefined && defect === undefined
        ? Effect.fail(new McpSchema.InvalidParams({ message: cleanText(failure.error.message) }))
        : Effect.andThen(
            logEvent("prompt_defect", { name: prompt.name, kind: kindOf(defect?.defect) }),
            Effect.fail(internal)
          )
    })
  )

/** Registers a prompt. */
export const registerPrompt = <R>(
  prompt: Prompt<R>,
  limit: CallLimit
): Effect.Effect<void, never, McpServer.McpServer | R> =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const services = yield* Effect.context<R>()
    const gate = McpServer.visibility(() =>
      Effect.map(CurrentPrincipal, (principal) => holds(principal, prompt.scopes ?? []))
    )
    const completers = Object.fromEntries(
      prompt.arguments.flatMap(({ name, complete }) => (complete === undefined ? [] : [[name, complete] as const]))
    )
    yield* server.addPrompt({
      prompt: new McpSchema.Prompt({
        name: prompt.name,
        title: prompt.title,
        description: prompt.description,
        arguments: prompt.arguments.map(({ name, description, required }) => ({ name, description, required }))
      }),
      annotations: Context.empty(),
      services: yield* Effect.provide(Effect.context<never>(), gate.layer),
      completions: completionsOf(completers, limit, services),
      handle: (values) => {
        const absent = prompt.arguments.filter(({ name, required }) => required && !values[name])
        return absent.length > 0
          ? Effect.fail(missing(absent.map(({ name }) => name)))
          : Effect.provideContext(render(prompt, values), services)
      }
    })
  })
