/**
 * Elicitation: the result of the call asks the human on 2026-07-28, a request of this server on 2025-11-25.
 *
 * The form is one checkbox. Only an accepted form with that box ticked is a yes.
 */
import * as Effect from "effect/Effect"
import * as McpSchema from "effect/ai/McpSchema"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { confirmationLifetimeMs } from "./Confirmation.ts"
import type { Elicitation, HumanAnswer } from "./HumanAnswer.ts"

/** The name of the question among the input requests of a call. */
const questionName = "confirm"

const form = (message: string) => ({
  mode: "form" as const,
  message,
  requestedSchema: {
    type: "object" as const,
    properties: {
      confirm: {
        type: "boolean" as const,
        title: "Do this",
        description: "Yes, do exactly what is described above."
      }
    },
    required: ["confirm"]
  }
})

const Response = Schema.Struct({
  action: Schema.Literals(["accept", "decline", "cancel"]),
  content: Schema.optional(Schema.Record(Schema.String, Schema.Unknown))
})
const isResponse = Schema.is(Response)

const answerOf = (response: unknown): HumanAnswer | undefined => {
  if (response === undefined) return undefined
  return isResponse(response) && response.action === "accept" && response.content?.["confirm"] === true
    ? "accepted"
    : "declined"
}

/** A client that announces elicitation without a mode supports forms. */
const takesForms = ({ elicitation }: McpSchema.ClientCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)

/** The protocol takes only a decoded request. */
const decodeForm = Schema.decodeUnknownEffect(McpSchema.ElicitRequestFormParams)

const reverse = (client: McpSchema.McpServerClient["Service"], question: string): Effect.Effect<HumanAnswer> =>
  Effect.gen(function* () {
    const { elicit } = yield* client.getClient
    const response = yield* elicit(yield* decodeForm(form(question)))
    return answerOf(response) ?? "declined"
  }).pipe(
    Effect.scoped,
    Effect.timeoutOption(confirmationLifetimeMs),
    Effect.map(Option.getOrElse((): HumanAnswer => "expired")),
    Effect.catch(() => Effect.succeed<HumanAnswer>("unavailable"))
  )

/** The way to ask the human behind this request. */
export const elicitationOf = (
  request: McpSchema.McpRequestContext["Service"],
  client: Option.Option<McpSchema.McpServerClient["Service"]>
): Elicitation => {
  if (!takesForms(request.clientCapabilities)) return { _tag: "Unable" }
  return Option.match(client, {
    onSome: (reverseClient): Elicitation => ({
      _tag: "Reverse",
      elicit: (question) => reverse(reverseClient, question)
    }),
    onNone: (): Elicitation => ({
      _tag: "RoundTrip",
      state: request.requestState,
      answer: answerOf(request.inputResponses?.[questionName])
    })
  })
}

/** The result of a call that asks first. */
export const questionResult = (question: string, state: string): McpSchema.InputRequired =>
  new McpSchema.InputRequired({
    inputRequests: { [questionName]: { method: "elicitation/create", params: form(question) } },
    requestState: state
  })
