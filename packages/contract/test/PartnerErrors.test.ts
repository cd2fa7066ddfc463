/**
 * The closed list of errors (decisions, Errors). The codes are written out here, so that neither list changes alone.
 */
import { NotFound } from "@partner-api/domain/Errors"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { isPartnerError, PartnerError, partnerErrors } from "../src/PartnerErrors.ts"

/** Tag and code of every error, in the order of the table in decisions.md. */
const documented = [
  ["UnsupportedGrantType", "unsupported_grant_type"],
  ["InvalidScope", "invalid_scope"],
  ["InvalidRequest", "invalid_request"],
  ["InvalidCursor", "invalid_cursor"],
  ["Unauthorized", "unauthorized"],
  ["InvalidClient", "invalid_client"],
  ["Forbidden", "forbidden"],
  ["NotFound", "not_found"],
  ["MethodNotAllowed", "method_not_allowed"],
  ["RequestTimeout", "request_timeout"],
  ["Conflict", "conflict"],
  ["DuplicateApplication", "duplicate_application"],
  ["InvalidTransition", "invalid_transition"],
  ["IdempotencyInProgress", "idempotency_in_progress"],
  ["CursorExpired", "cursor_expired"],
  ["PreconditionFailed", "precondition_failed"],
  ["PayloadTooLarge", "payload_too_large"],
  ["UriTooLong", "uri_too_long"],
  ["UnsupportedMediaType", "unsupported_media_type"],
  ["RangeNotSatisfiable", "range_not_satisfiable"],
  ["ExpectationFailed", "expectation_failed"],
  ["HeadersTooLarge", "headers_too_large"],
  ["UnprocessableEntity", "unprocessable_entity"],
  ["IdempotencyKeyReused", "idempotency_key_reused"],
  ["RateLimited", "rate_limited"],
  ["InternalError", "internal_error"],
  ["Unavailable", "unavailable"]
] as const

const decode = Schema.decodeUnknownSync(PartnerError)
const encode = Schema.encodeSync(PartnerError)
const body = {
  message: "What to do instead.",
  details: [{ in: "body", path: "/email", code: "format", message: "must be an email address" }],
  requestId: "req_1"
}
/** Members that only one error has. */
const extras: Readonly<Record<string, object>> = {
  Unauthorized: { credentialsSent: true },
  MethodNotAllowed: { allow: ["GET", "POST"] },
  RateLimited: { retryAfterSeconds: 0 },
  Unavailable: { retryAfterSeconds: 30 }
}

describe("the list of errors (decisions, Errors)", () => {
  it("has exactly the codes of the table, each once", () =>
    assert.sameMembers(
      partnerErrors.map((error) => new error({ message: "" }).code),
      documented.map(([, code]) => code)
    ))

  it("has one tag for each code", () =>
    assert.sameMembers(
      partnerErrors.map((error) => new error({ message: "" })._tag),
      documented.map(([tag]) => tag)
    ))

  it("writes both lists without repetition", () => {
    assert.strictEqual(new Set(documented.flat()).size, documented.length * 2)
    assert.strictEqual(new Set(partnerErrors).size, documented.length)
  })
})

describe.for(documented)("the error %s", ([tag, code]) => {
  const wire = { _tag: tag, code, ...body, ...extras[tag] }

  it(`has the code ${code} and comes through its schema unchanged`, () => {
    const error = decode(wire)
    assert.deepStrictEqual([error._tag, error.code, error.message], [tag, code, body.message])
    assert.deepStrictEqual(JSON.parse(JSON.stringify(encode(error))), wire)
  })

  it("is an instance of its class and an Error, and recognised", () => {
    const error = decode(wire)
    const matching = partnerErrors.filter((partnerError) => error instanceof partnerError)
    assert.deepStrictEqual(
      matching.map((partnerError) => new partnerError({ message: "" })._tag),
      [tag]
    )
    assert.instanceOf(error, Error)
    assert.isTrue(isPartnerError(error))
  })

  it("needs its message and nothing else", () => {
    assert.strictEqual(decode({ _tag: tag, code, message: "" })._tag, tag)
    assert.throws(() => decode({ _tag: tag, code }))
    assert.throws(() => decode({ _tag: tag, code: "another", message: "" }))
  })
})

describe("isPartnerError (decisions, Errors)", () => {
  it.for([
    ["another error", new Error("not_found")],
    ["an object that looks like one", { _tag: "NotFound", code: "not_found", message: "" }],
    ["nothing", undefined],
    ["null", null],
    ["text", "not_found"]
  ] as const)("is false for %s", ([, value]) => assert.isFalse(isPartnerError(value)))

  it("is true for one of the list", () => assert.isTrue(isPartnerError(new NotFound({ message: "No such job." }))))
})
