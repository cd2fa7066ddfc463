/**
 * The access log of the running program: one line of JSON for each answer, with the members that are allowed and no other
 * (decisions, Limits; issue 3), for every source of the answer.
 */
import { partnerErrors } from "@partner-api/contract/PartnerErrors"
import { Timestamp } from "@partner-api/domain/Timestamp"
import * as Schema from "effect/Schema"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { answersOf, exchange, textOf } from "../HttpCall.ts"
import { startServerHere } from "./ChildServer.ts"

const Line = Schema.Struct({
  time: Timestamp,
  level: Schema.Literals(["info", "warn", "error"]),
  method: Schema.optionalKey(Schema.String),
  route: Schema.String,
  status: Schema.Int,
  error: Schema.optionalKey(Schema.Literals(partnerErrors.map((error) => error.fields.code.schema.literal))),
  duration_ms: Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 60_000 })),
  request_id: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/)),
  trace_id: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))),
  client_id: Schema.optionalKey(Schema.String),
  organization_id: Schema.optionalKey(Schema.String)
})
const decodeLine = Schema.decodeUnknownSync(Line, { onExcessProperty: "error" })

const server = await startServerHere({ command: "sandbox" })
afterAll(() => server[Symbol.asyncDispose]())
const primary = await server.token("/v1/auth/token", { client_id: "sandbox-client", client_secret: "sandbox-secret" })
const minted = await server.call("POST", "/v1/organizations/org_acme/token", { token: primary })
const scoped = textOf(minted, "access_token")

const close = "Host: localhost\r\nConnection: close"
const get = (target: string, ...headers: ReadonlyArray<string>): string =>
  `${[`GET ${target} HTTP/1.1`, ...headers, close].join("\r\n")}\r\n\r\n`
const [info, warn, unknown] = [{ level: "info" }, { level: "warn" }, { level: "warn", route: "unknown" }]
const acme = { client_id: "sandbox-client", organization_id: "org_acme" }

const rows: ReadonlyArray<readonly [what: string, bytes: string, line: Readonly<Record<string, unknown>>]> = [
  ["a public endpoint", get("/health/live"), { ...info, method: "GET", route: "/health/live", status: 200 }],
  [
    "a list",
    get("/v1/jobs?limit=1", `Authorization: Bearer ${scoped}`),
    { ...info, method: "GET", route: "/v1/jobs", status: 200, ...acme }
  ],
  [
    "an identifier, of which only the place is logged",
    get("/v1/jobs/job_00000001", `X-Auth-Token: ${scoped}`),
    { ...info, method: "GET", route: "/v1/jobs/:jobId", status: 200, ...acme }
  ],
  [
    "the trace of a caller",
    get("/health/live", "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
    { ...info, method: "GET", route: "/health/live", status: 200, trace_id: "0af7651916cd43dd8448eb211c80319c" }
  ],
  [
    "a trace that is none",
    get("/health/live", "traceparent: 00-0AF7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
    { ...info, method: "GET", route: "/health/live", status: 200 }
  ],
  [
    "a wrong query",
    get("/v1/jobs?limit=secret", `X-Auth-Token: ${scoped}`),
    { ...warn, method: "GET", route: "/v1/jobs", status: 422, error: "unprocessable_entity", ...acme }
  ],
  [
    "a token of another level, whose client is known",
    get("/v1/jobs", `Authorization: Bearer ${primary}`),
    { ...warn, method: "GET", route: "/v1/jobs", status: 403, error: "forbidden", client_id: "sandbox-client" }
  ],
  ["no token", get("/v1/jobs"), { ...warn, method: "GET", route: "/v1/jobs", status: 401, error: "unauthorized" }],
  ["an unknown address", get("/nope"), { ...unknown, method: "GET", status: 404, error: "not_found" }],
  [
    "a wrong method",
    `DELETE /v1/jobs HTTP/1.1\r\n${close}\r\n\r\n`,
    { ...unknown, method: "DELETE", status: 405, error: "method_not_allowed" }
  ],
  [
    "an address that is too long",
    get(`/${"a".repeat(9_000)}`),
    { ...unknown, method: "GET", status: 414, error: "uri_too_long" }
  ],
  ["the documentation", get("/docs"), { ...unknown, ...info, method: "GET", status: 200 }],
  [
    "an expectation",
    get("/health/live", "Expect: magic"),
    { ...unknown, method: "GET", status: 417, error: "expectation_failed" }
  ],
  [
    "CONNECT",
    `CONNECT a:1 HTTP/1.1\r\n${close}\r\n\r\n`,
    { ...unknown, method: "CONNECT", status: 405, error: "method_not_allowed" }
  ],
  ["garbage", "garbage\r\n\r\n", { ...unknown, status: 400, error: "invalid_request" }],
  [
    "a header that is too large",
    get("/", `X-A: ${"a".repeat(20_000)}`),
    { ...unknown, status: 431, error: "headers_too_large" }
  ]
]

/** The line of each answer, with the request id of the answer. */
const expectedLines: Array<Readonly<Record<string, unknown>>> = []
for (const [, bytes, line] of rows) {
  const answers = answersOf(await exchange(server.port, bytes))
  expectedLines.push(...answers.map(({ headers }) => ({ ...line, request_id: headers["x-request-id"] })))
}
await server.stop()
const lines = server
  .stdout()
  .split("\n")
  .filter((line) => line.startsWith("{"))
  .map((line) => decodeLine(JSON.parse(line)))

describe("the access log", () => {
  it.for(rows.map(([what], index) => [what, index] as const))("has a line for %s (decisions, Limits)", ([, index]) => {
    const [line, ...others] = lines.filter(({ request_id }) => request_id === expectedLines[index]?.["request_id"])
    assert.deepStrictEqual(others, [])
    const { time, duration_ms, ...rest } = line ?? { time: "", duration_ms: 0 }
    assert.isNotEmpty(time)
    assert.isAtLeast(duration_ms, 0)
    assert.deepStrictEqual(rest, expectedLines[index])
  })

  it("has one line for each answer, the two tokens' included, and nothing else is written (issue 3)", () => {
    assert.lengthOf(expectedLines, rows.length)
    assert.lengthOf(lines, rows.length + 2)
    assert.strictEqual(server.stderr(), "")
  })

  it.for([
    ["one member more", { path: "/v1/jobs/1" }],
    ["a status that is none", { status: "200" }],
    ["an id with a line break", { request_id: "a\nb" }]
  ] as const)("is judged: a line with %s does not pass (negative control)", ([, change]) =>
    assert.throws(() => decodeLine({ ...lines[0], ...change }))
  )
})
