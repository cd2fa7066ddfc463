/**
 * Refusals of this project's list (decisions, Errors): a status with its code, and details that name the place.
 */
import * as Effect from "effect/Effect"
import { expect, expectMembers, expectStatus, membersOf, oneOf, someText } from "./Expect.ts"
import { Broken, type Failure } from "./Outcome.ts"
import { scenario, type Scenario, writing } from "./Scenario.ts"
import type { Session } from "./Session.ts"
import type { Answer } from "./Transport.ts"

/** The closed list: the codes that each status may have. */
export const codes: Readonly<Record<number, ReadonlyArray<string>>> = {
  400: ["invalid_request", "invalid_cursor", "unsupported_grant_type", "invalid_scope"],
  401: ["unauthorized", "invalid_client"],
  403: ["forbidden"],
  404: ["not_found"],
  405: ["method_not_allowed"],
  408: ["request_timeout"],
  409: ["conflict", "duplicate_application", "invalid_transition", "idempotency_in_progress"],
  410: ["cursor_expired"],
  412: ["precondition_failed"],
  413: ["payload_too_large"],
  414: ["uri_too_long"],
  415: ["unsupported_media_type"],
  417: ["expectation_failed"],
  422: ["unprocessable_entity", "idempotency_key_reused"],
  429: ["rate_limited"],
  431: ["headers_too_large"],
  500: ["internal_error"],
  503: ["unavailable"]
}

/** The details of an error as `body /email format`. */
export const detailsOf = ({ json }: Answer): ReadonlyArray<string> => {
  const details = membersOf(json)["details"]
  return Array.isArray(details)
    ? details
        .map(membersOf)
        .map((detail) => `${String(detail["in"])} ${String(detail["path"])} ${String(detail["code"])}`)
    : []
}

/** The answer is this refusal, such as `422 unprocessable_entity`, and its details name these places. */
export const expectRefusal = Effect.fnUntraced(function* (
  answer: Answer,
  refusal: string,
  ...details: ReadonlyArray<string>
) {
  const [status, error = ""] = refusal.split(" ")
  yield* expectStatus(answer, Number(status))
  yield* expectMembers(answer, { error: oneOf(error), message: someText })
  const found = detailsOf(answer)
  const missing = details.find((detail) => !found.includes(detail))
  if (missing !== undefined) {
    return yield* new Broken({
      expected: `a detail ${missing}`,
      saw: `${answer.seen}, details ${found.join(", ") || "none"}`
    })
  }
  return `${answer.seen} ${error}`
})

/** The bytes of a refusal but for the id of its request, which differs each time. */
const sameIn = ({ json, text }: Answer): string => text.replace(String(membersOf(json)["request_id"]), "")

/** Two refusals are the same bytes, so that neither reveals more than the other. */
export const expectSameRefusal = (answer: Answer, other: Answer) =>
  expect(
    answer.status === other.status && sameIn(answer) === sameIn(other),
    `the bytes of ${other.seen}`,
    answer.show(answer.json)
  )

/** Requests that are all refused in one way. */
type SendAll = (session: Session) => Effect.Effect<ReadonlyArray<Answer>, Failure>

const tries = (sendAll: SendAll, refusal: string, details: ReadonlyArray<string>) =>
  function* (session: Session): Generator<Effect.Effect<unknown, Failure>, string, never> {
    const answers: ReadonlyArray<Answer> = yield* sendAll(session)
    yield* expect(answers.length > 0, "something to try", "nothing")
    const summary: Array<string> = []
    for (const answer of answers) summary.push(yield* expectRefusal(answer, refusal, ...details))
    const [first = "", ...others] = [...new Set(summary)]
    return others.length > 1 ? `${first}, and ${others.length} more` : [first, ...others].join(", ")
  }

/** A scenario of requests that are refused. */
export const refuses = (
  rules: string | Scenario["rules"],
  title: string,
  refusal: string,
  sendAll: SendAll,
  ...details: ReadonlyArray<string>
): Scenario => scenario(rules, title, tries(sendAll, refusal, details))

/** The same with requests that would write if they were not refused. */
export const refusesWrite = (
  rules: string | Scenario["rules"],
  title: string,
  refusal: string,
  sendAll: SendAll,
  ...details: ReadonlyArray<string>
): Scenario => writing(rules, title, tries(sendAll, refusal, details))
