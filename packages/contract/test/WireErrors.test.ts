/**
 * Errors over HTTP (spec 2, Error object; spec 7; decisions, Errors): the status of each code is written out here, and whatever
 * is written can be read.
 */
import * as Errors from "@partner-api/domain/Errors"
import type { Problem } from "@partner-api/domain/Problem"
import { assert, describe, it } from "@effect/vitest"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"

import { type PartnerError, partnerErrors } from "../src/PartnerErrors.ts"
import * as ProtocolErrors from "../src/ProtocolErrors.ts"
import * as WireErrors from "../src/WireErrors.ts"

/** The table of decisions, Errors: code and status. */
const statuses: Readonly<Record<string, number>> = {
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_request: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  invalid_client: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  duplicate_application: 409,
  invalid_transition: 409,
  idempotency_in_progress: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  expectation_failed: 417,
  headers_too_large: 431,
  unprocessable_entity: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503
}

const message = "What is wrong, and what to do."
const details: ReadonlyArray<Problem> = [{ in: "body", path: "/email", code: "format", message: "must be an address" }]
const strict = { onExcessProperty: "error", errors: "all" } as const
const readBody = Schema.decodeUnknownSync(WireErrors.ErrorBody, strict)
/** What arrives of something sent. */
const sent = (body: object): unknown => JSON.parse(JSON.stringify(body))

/** The status under which HttpApi sends and reads what a schema describes. */
const statusOf = (schema: Schema.Top): number => {
  const found: Array<number> = []
  const endpoint = HttpApiEndpoint.get("some", "/some", { error: schema })
  HttpApi.reflect(HttpApi.make("some").add(HttpApiGroup.make("some").add(endpoint)), {
    onGroup: () => {},
    onEndpoint: ({ errors }) => found.push(...errors.keys())
  })
  return found[0] ?? 0
}

const headersOf = (error: PartnerError) => WireErrors.toWire(error, undefined).headers

describe("the statuses (decisions, Errors)", () => {
  it("are given for every error of the list and for nothing else", () =>
    assert.deepStrictEqual(
      Object.fromEntries(
        partnerErrors.map((Class) => [
          new Class({ message }).code,
          WireErrors.toWire(new Class({ message }), undefined).status
        ])
      ),
      statuses
    ))
})

describe.for(partnerErrors.map((Class) => ({ code: new Class({ message }).code, Class })))(
  "$code on the wire",
  ({ code, Class }) => {
    it("is an Error body with error and message, and nothing more of its own accord (spec 2)", () =>
      assert.deepStrictEqual(sent(WireErrors.toWire(new Class({ message }), undefined).body), { error: code, message }))

    it("carries details and the id of the request, and no word of the inside", () => {
      const body = sent(WireErrors.toWire(new Class({ message, details }), "req_1").body)
      assert.deepStrictEqual(body, { error: code, message, details, request_id: "req_1" })
      assert.deepStrictEqual(sent(readBody(body)), body)
    })

    it("names the request that failed, not one that the error remembers", () => {
      const error = new Class({ message, requestId: "req_0" })
      assert.strictEqual(WireErrors.toWire(error, "req_1").body.request_id, "req_1")
      assert.strictEqual(WireErrors.toWire(error, undefined).body.request_id, "req_0")
    })
  }
)

describe("the Error body (spec 2)", () => {
  it.for([
    ["without a message", { error: "not_found" }],
    ["without a code", { message }],
    ["with a code that is not on the list", { error: "teapot", message }],
    ["with the tag of the inside", { error: "not_found", message, _tag: "NotFound" }],
    ["with a message that is null", { error: "not_found", message: null }]
  ] as const)("is not one %s", ([, body]) => assert.throws(() => readBody(body)))
})

const codecs = [
  [ProtocolErrors.InvalidRequest, WireErrors.InvalidRequest],
  [Errors.InvalidCursor, WireErrors.InvalidCursor],
  [Errors.Unauthorized, WireErrors.Unauthorized],
  [Errors.Forbidden, WireErrors.Forbidden],
  [Errors.NotFound, WireErrors.NotFound],
  [Errors.Conflict, WireErrors.Conflict],
  [ProtocolErrors.PayloadTooLarge, WireErrors.PayloadTooLarge],
  [ProtocolErrors.UnsupportedMediaType, WireErrors.UnsupportedMediaType],
  [Errors.UnprocessableEntity, WireErrors.UnprocessableEntity],
  [Errors.InternalError, WireErrors.InternalError],
  [Errors.Unavailable, WireErrors.Unavailable]
] as const

describe.for(codecs.map(([Class, codec]) => ({ code: new Class({ message }).code, Class, codec })))(
  "the codec of $code",
  ({ code, Class, codec }) => {
    const error = new Class({ message, details, requestId: "req_1" })
    const { body, status } = WireErrors.toWire(error, undefined)
    const decode = Schema.decodeUnknownSync(Schema.Union([codec]))

    it("writes what toWire writes, under the same status", () => {
      assert.deepStrictEqual<unknown>(Schema.encodeUnknownSync(Schema.Union([codec]))(error), body)
      assert.strictEqual(statusOf(codec), status)
    })

    it("reads it back as the same error", () => {
      const read = decode(sent(body))
      assert.isTrue(read instanceof Class)
      assert.deepStrictEqual(
        { code: read.code, message: read.message, details: read.details, requestId: read.requestId },
        { code, message, details, requestId: "req_1" }
      )
    })

    it("reads no other error", () =>
      assert.throws(() => decode({ error: code === "not_found" ? "conflict" : "not_found", message })))
  }
)

describe("the headers of errors (decisions, Errors)", () => {
  it.for([
    ["no credentials", new Errors.Unauthorized({ message }), { "www-authenticate": 'Bearer realm="partner-api"' }],
    [
      "credentials known to be absent",
      new Errors.Unauthorized({ message, credentialsSent: false }),
      { "www-authenticate": 'Bearer realm="partner-api"' }
    ],
    [
      "a bad token",
      new Errors.Unauthorized({ message, credentialsSent: true }),
      { "www-authenticate": 'Bearer realm="partner-api", error="invalid_token"' }
    ],
    [
      "a token that may not",
      new Errors.Forbidden({ message }),
      { "www-authenticate": 'Bearer realm="partner-api", error="insufficient_scope"' }
    ],
    [
      "bad client credentials",
      new ProtocolErrors.InvalidClient({ message }),
      { "www-authenticate": 'Basic realm="partner-api"' }
    ],
    [
      "a wrong method",
      new ProtocolErrors.MethodNotAllowed({ message, allow: ["GET", "HEAD", "OPTIONS"] }),
      { allow: "GET, HEAD, OPTIONS" }
    ],
    ["too many requests", new Errors.RateLimited({ message, retryAfterSeconds: 30 }), { "retry-after": "30" }],
    ["no wait at all", new Errors.RateLimited({ message, retryAfterSeconds: 0 }), { "retry-after": "0" }],
    ["a limit of unknown end", new Errors.RateLimited({ message }), { "retry-after": "1" }],
    ["a pause", new Errors.Unavailable({ message, retryAfterSeconds: 5 }), { "retry-after": "5" }],
    ["a pause of unknown length", new Errors.Unavailable({ message }), { "retry-after": "1" }]
  ] as const)("for %s are exact", ([, error, headers]) => assert.deepStrictEqual(headersOf(error), headers))

  it("are there for 401, 403, 405, 429 and 503 and for nothing else", () =>
    assert.sameMembers(
      partnerErrors
        .map(
          (Class) => new Class({ message, ...(Class === ProtocolErrors.MethodNotAllowed ? { allow: ["GET"] } : {}) })
        )
        .filter((error) => Object.keys(headersOf(error)).length > 0)
        .map((error) => error.code),
      ["unauthorized", "invalid_client", "forbidden", "method_not_allowed", "rate_limited", "unavailable"]
    ))
})

describe("an error of the OAuth token endpoint (RFC 6749 §5.2)", () => {
  const { body } = WireErrors.toWire(new ProtocolErrors.InvalidClient({ message }), "req_1")
  const oauth = { error: "invalid_client", error_description: message, message, request_id: "req_1" }

  it("says its message twice, for both kinds of readers", () =>
    assert.deepStrictEqual(sent(WireErrors.toOAuthBody(body)), oauth))

  it("can be read by both", () => {
    assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(WireErrors.OAuthErrorBody, strict)(oauth), oauth)
    assert.strictEqual(Schema.decodeUnknownSync(WireErrors.ErrorBody)(oauth).error, "invalid_client")
  })

  it("has the status of the errors it stands for", () => {
    const answer = WireErrors.oauthAnswer(ProtocolErrors.UnsupportedGrantType, ProtocolErrors.InvalidScope)
    assert.strictEqual(statusOf(answer), 400)
    assert.strictEqual(statusOf(WireErrors.oauthAnswer(ProtocolErrors.InvalidClient)), 401)
    assert.deepStrictEqual<unknown>(Schema.decodeUnknownSync(answer)(oauth), oauth)
  })
})
