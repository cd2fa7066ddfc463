/**
 * What is true of every answer that is an error (spec 2, Error object; decisions, Errors), checked in one place.
 */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { type Answer, membersOf } from "./HttpCall.ts"

const Details = Schema.Array(
  Schema.Struct({
    in: Schema.Literals(["body", "query", "path", "header"]),
    path: Schema.String.check(Schema.isPattern(/^(?:\/(?:[^~/]|~[01])*)*$/)),
    code: Schema.Literals([
      "required",
      "unknown",
      "type",
      "format",
      "range",
      "length",
      "duplicate",
      "conflict",
      "not_allowed"
    ]),
    message: Schema.NonEmptyString
  })
)
const decodeDetails = Schema.decodeUnknownSync(Details, { onExcessProperty: "error" })

/** The errors that each status may have; the first one is meant where a test names only the status. */
const codes: Readonly<Record<number, ReadonlyArray<string>>> = {
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
  416: ["range_not_satisfiable"],
  417: ["expectation_failed"],
  422: ["unprocessable_entity", "idempotency_key_reused"],
  429: ["rate_limited"],
  431: ["headers_too_large"],
  500: ["internal_error"],
  503: ["unavailable"]
}

/** Checks the form of an error: its members and nothing else, and its headers. Gives its code. */
export const checkErrorForm = (answer: Answer, what = answer.text): string => {
  assert.isDefined(codes[answer.status], `no error, but ${answer.status}: ${what}`)
  const { error, message, request_id, details, error_description, ...others } = membersOf(answer)
  assert.deepStrictEqual(others, {}, `unknown members: ${what}`)
  assert.include(codes[answer.status] ?? [], String(error), `status ${answer.status}: ${what}`)
  assert.isString(message)
  assert.notStrictEqual(message, "")
  assert.isString(request_id, what)
  assert.match(String(request_id), /^[A-Za-z0-9_-]{1,64}$/, what)
  assert.strictEqual(answer.headers["x-request-id"], request_id, what)
  assert.strictEqual(answer.headers["cache-control"], "no-store", what)
  assert.strictEqual(answer.headers["x-content-type-options"], "nosniff", what)
  assert.strictEqual(answer.headers["content-length"], String(Buffer.byteLength(answer.text)), what)
  if (details !== undefined) assert.isAtMost(decodeDetails(details).length, 50)
  if (error_description !== undefined) assert.strictEqual(error_description, message)
  return String(error)
}

/** An error that was checked for its form, as `"401 unauthorized"`. */
export const errorOf = (answer: Answer): string => `${answer.status} ${checkErrorForm(answer)}`

/** Checks that an answer is this error, in its form. */
export const checkError = (answer: Answer, status: number, error = codes[status]?.[0]): void =>
  assert.strictEqual(errorOf(answer), `${status} ${error}`, answer.text)

/** The error that a status alone means, in the same words. */
export const named = (status: number): string => `${status} ${codes[status]?.[0]}`

/** The details of an error that was checked for its form, short enough for a table: `"body /email format"`, sorted. */
export const detailsOf = (answer: Answer): Array<string> => {
  checkErrorForm(answer)
  return decodeDetails(membersOf(answer)["details"])
    .map((detail) => `${detail.in} ${detail.path} ${detail.code}`)
    .toSorted()
}

/** The details of an answer that refuses a request as wrong. */
export const mistakesOf = (answer: Answer): Array<string> => {
  assert.strictEqual(errorOf(answer), named(422), answer.text)
  return detailsOf(answer)
}

/** An error answer without what belongs to the moment, to compare two of them byte for byte. */
export const withoutRequestId = (answer: Answer) => {
  const { "x-request-id": id, date: _date, ratelimit: _left, ...headers } = answer.headers
  assert.isString(id)
  return { status: answer.status, headers, text: answer.text.replaceAll(String(id), "<request id>") }
}
