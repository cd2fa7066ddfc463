/**
 * Sends one request and interprets its answer: the decoded body, or a {@link Failure}.
 *
 * Does not retry and knows no tokens: see `RetryingExecutor.ts`.
 */
import { errorStatus } from "@partner-api/contract/PartnerErrors"
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { problemsMax } from "@partner-api/domain/Problem"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { addressRemedy, descriptionOf, type ErrorTag, type Failure } from "../ClientError.ts"
import { bodyBytesMax } from "../ClientConfig.ts"
import type { Problem } from "../Model.ts"
import { isRedirect, type Transport, type TransportAnswer, type TransportRequest } from "./Transport.ts"

/** The answer to one request. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const unexpected = (message: string, status: number) => ({
  tag: "UnexpectedResponse" as const,
  message,
  outcome: "unknown" as const,
  status
})

const parseJson = (text: string): Result.Result<unknown, unknown> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: (error) => error })

const tagOfCode: ReadonlyMap<unknown, keyof typeof errorStatus> = new Map(
  partnerErrors.map((error) => [error.fields.code.schema.literal, error.fields._tag.schema.literal])
)

const isTag = (tag: string): tag is keyof typeof errorStatus => tag in errorStatus

/** The default error of a status: the first of the list that has it. */
const tagOfStatus: ReadonlyMap<number, ErrorTag> = new Map(
  Object.entries(errorStatus)
    .toReversed()
    .flatMap(([tag, status]) => (isTag(tag) ? [[status, tag]] : []))
)

const tagOf = (status: number, code: unknown): ErrorTag => {
  const tag = tagOfCode.get(code)
  if (tag !== undefined && errorStatus[tag] === status) return tag
  const fallback = status >= 502 ? "Unavailable" : status >= 500 ? "InternalError" : "InvalidRequest"
  return tagOfStatus.get(status) ?? fallback
}

const isProblem = (given: unknown): given is Problem =>
  Predicate.isObject(given) &&
  ["in", "path", "code", "message"].every((member) => typeof Reflect.get(given, member) === "string")

/** The time that the service requests to wait: seconds or a date (RFC 9110 §10.2.3). Any other value is ignored. */
export const readRetryAfter = (header: string | undefined, nowMs: number): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const moment = /^[A-Z][a-z]{2},/.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - nowMs)
}

/** The failure of an answer that is not a success. */
const failureOf = ({ body, headers, status }: Answer, nowMs: number): Failure => {
  const members = Predicate.isObject(body) && !Array.isArray(body) ? { ...body } : {}
  const read = (name: string): unknown => Reflect.get(members, name)
  const [code, message, details, requestId] = [read("error"), read("message"), read("details"), read("request_id")]
  const tag = tagOf(status, code)
  const known = typeof code === "string" && typeof message === "string"
  return {
    tag,
    code: typeof code === "string" ? code : undefined,
    message: known
      ? message
      : `${tag === "NotFound" ? "There is nothing at this address." : descriptionOf(tag)} (Status ${status} without an error of this API: something else may have answered; check baseUrl.)`,
    // A refused request was not done. After an error inside the service the result is unknown.
    outcome: status >= 500 ? "unknown" : "rejected",
    status,
    // An answer that is not of this API has no remedy about an id.
    remedy: tag === "NotFound" && !known ? addressRemedy : undefined,
    details: Array.isArray(details) ? details.filter(isProblem).slice(0, problemsMax) : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    retryAfterMs: readRetryAfter(headers["retry-after"], nowMs)
  }
}

const readAnswer = (
  { content, headers, status, text }: TransportAnswer,
  nowMs: number
): Result.Result<Answer, Failure> => {
  if (content !== undefined) return Result.succeed({ status, headers, body: content })
  if (status === 304) {
    return Result.fail({
      tag: "NotModified",
      message: "The resource has not changed.",
      outcome: "rejected",
      status
    })
  }
  if (isRedirect(status)) {
    return Result.fail({
      tag: "Redirected",
      message: `The service answered ${status}, a redirect, which is not followed with credentials.`,
      outcome: "rejected",
      status
    })
  }
  const parsed = text === undefined || text === "" ? Result.succeed(undefined) : parseJson(text)
  // The status decides that it is an error; a malformed body does not change that.
  if (status >= 400) return Result.fail(failureOf({ status, headers, body: Result.getOrUndefined(parsed) }, nowMs))
  if (text === undefined) {
    return Result.fail(
      unexpected(`The answer is larger than ${bodyBytesMax} bytes, which is more than this library reads.`, status)
    )
  }
  if (Result.isFailure(parsed)) {
    const type = headers["content-type"] ?? "no media type"
    const failure = unexpected(`The answer is not JSON (${type.slice(0, 80)}).`, status)
    // Not the error of the parser: it quotes the body.
    return Result.fail({ ...failure, cause: new SyntaxError("The body is not JSON.") })
  }
  return Result.succeed({ status, headers, body: parsed.success })
}

/** Sends a request and reads its answer. `onAnswer` sees the answer before it is read. */
export const exchange = (
  transport: Transport,
  request: TransportRequest,
  onAnswer: (answer: TransportAnswer) => void
): Effect.Effect<Answer, Failure> =>
  Effect.flatMap(transport(request), (answer) => {
    onAnswer(answer)
    const { headers } = answer
    return Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.mapError(Effect.fromResult(readAnswer(answer, nowMs)), (failure) => ({
        ...failure,
        headers,
        requestId: failure.requestId ?? headers["x-request-id"]
      }))
    )
  })
