/**
 * The members of a request in the request log, and the filters that find it (docs/decisions/0066).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ClientId, OrganizationId } from "../src/Ids.ts"
import {
  loggedRequest,
  LoggedRequest,
  LoggedRequestFilter,
  LoggedRequestId,
  type NewLoggedRequest,
  statusesOf
} from "../src/operator/LoggedRequest.ts"

const id = LoggedRequestId.make("4711")

const least: NewLoggedRequest = {
  requestId: "req-1",
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  method: "GET",
  route: "unknown",
  status: 200,
  error: undefined,
  durationMs: 3.20049,
  isReplay: false,
  clientId: undefined,
  organizationId: undefined,
  traceId: undefined,
  admittedMs: undefined,
  bodyReadMs: undefined,
  problems: [],
  query: [],
  body: [],
  deprecated: [],
  rateLimit: undefined
}

describe("a request of the log (docs/decisions/0066)", () => {
  it("has what is known of every request, to the microsecond", () =>
    assert.deepStrictEqual<unknown>(loggedRequest(id, least), {
      id: "4711",
      request_id: "req-1",
      at: "2026-01-02T03:04:05.006Z",
      method: "GET",
      route: "unknown",
      status: 200,
      duration_ms: 3.2,
      steps: [{ step: "answered", after_ms: 3.2 }],
      problems: [],
      query: [],
      body: []
    }))

  it.for<[member: string, stored: Partial<NewLoggedRequest>, shown: Partial<LoggedRequest>]>([
    ["the error", { error: "not_found" }, { error: "not_found" }],
    ["a repeated answer", { isReplay: true }, { is_replay: true }],
    ["the client", { clientId: ClientId.make("cli_a") }, { client_id: ClientId.make("cli_a") }],
    [
      "the organization",
      { organizationId: OrganizationId.make("org_a") },
      { organization_id: OrganizationId.make("org_a") }
    ],
    ["the trace", { traceId: "4bf9" }, { trace_id: "4bf9" }],
    ["the rate limit", { rateLimit: { remaining: 0, burst: 200 } }, { rate_limit: { remaining: 0, burst: 200 } }],
    ["the query", { query: ["limit"] }, { query: ["limit"] }],
    ["the body", { body: [{ path: "", type: "null" }] }, { body: [{ path: "", type: "null" }] }],
    [
      "the mistakes",
      { problems: [{ in: "body", path: "/a", code: "type" }] },
      { problems: [{ in: "body", path: "/a", code: "type" }] }
    ],
    [
      "the steps in their order",
      { admittedMs: 0.0004, bodyReadMs: 1.23456, durationMs: 2 },
      {
        duration_ms: 2,
        steps: [
          { step: "admitted", after_ms: 0 },
          { step: "body_read", after_ms: 1.235 },
          { step: "answered", after_ms: 2 }
        ]
      }
    ]
  ])("has %s where it is known", ([, stored, shown]) => {
    const logged = loggedRequest(id, { ...least, ...stored })
    assert.deepStrictEqual(logged, { ...loggedRequest(id, least), ...shown })
    assert.deepStrictEqual(Schema.decodeUnknownSync(LoggedRequest)(logged), logged)
  })
})

describe("what requests are looked for by (docs/decisions/0066)", () => {
  it.for([
    ["422", 422, 422],
    ["4xx", 400, 499],
    ["1xx", 100, 199]
  ] as const)("the status %s is %i to %i", ([status, lowest, highest]) =>
    assert.deepStrictEqual(statusesOf(status), { least: lowest, most: highest })
  )

  const read = Schema.decodeUnknownResult(LoggedRequestFilter)

  it.for([
    [{}, true],
    [{ status: "422" }, true],
    [{ status: "5xx" }, true],
    [{ status: "6xx" }, false],
    [{ status: "0xx" }, false],
    [{ status: "42" }, false],
    [{ status: "4222" }, false],
    [{ status: "4x2" }, false],
    [{ status: " 422" }, false],
    [{ route: "a".repeat(200) }, true],
    [{ route: "a".repeat(201) }, false],
    [{ route: "" }, false],
    [{ method: "a".repeat(16) }, true],
    [{ method: "a".repeat(17) }, false],
    [{ request_id: "" }, false],
    [{ error: "" }, false],
    [{ since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" }, true],
    [{ since: "yesterday" }, false]
  ] as const)("takes the filter %j: %s", ([filter, isTaken]) =>
    assert.strictEqual(Result.isSuccess(read(filter)), isTaken)
  )

  it.for([
    ["1", true],
    ["9999999999999999", true],
    ["0", false],
    ["01", false],
    ["-1", false],
    ["1a", false],
    ["99999999999999999", false]
  ] as const)("takes %s as the number of a request: %s", ([text, isTaken]) =>
    assert.strictEqual(Result.isSuccess(Schema.decodeUnknownResult(LoggedRequestId)(text)), isTaken)
  )
})
