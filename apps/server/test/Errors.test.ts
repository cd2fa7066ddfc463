/**
 * Every error about address, method, token and headers, as one table of requests, and what is true of all answers (decisions,
 * Errors). Bodies have their own table in Bodies.test.ts, broken HTTP in Connections.test.ts, /oauth/token in OAuth.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { checkErrorForm, errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { type Call, membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const readerToken = await server.partner("sandbox-reader")

const token = tokens.acme
const scoped: Call = { token }
const primary: Call = { token: tokens.primary }
const reader: Call = { token: readerToken }
const user = '{"first_name":"Ann","last_name":"B","email":"ann@example.com"}'
const metadata = `resource_metadata="${server.publicUrl}/.well-known/oauth-protected-resource"`
const challenge = (error = "") => ({ "www-authenticate": `Bearer realm="partner-api"${error}, ${metadata}` })
const noToken = challenge()
const badToken = challenge(', error="invalid_token"')
const lacking = challenge(', error="insufficient_scope"')
const allow = (methods: string) => ({ allow: methods })

type Row = [what: string, request: string, call: Call, status: number, headers?: Readonly<Record<string, string>>]

const rows: ReadonlyArray<Row> = [
  ["a token in the address", `GET /v1/jobs?access_token=${token}`, {}, 400],
  ["a second token in the address", `GET /v1/jobs?limit=1&Access_Token=${token}`, scoped, 400],
  ["a partner token in the address", `GET /v1/jobs?x-auth-token=${token}`, {}, 400],
  ["a token in the address, escaped", `GET /v1/jobs?access%5Ftoken=${token}`, scoped, 400],
  ["broken percent-encoding", "GET /v1/jobs/%zz", scoped, 400],
  ["percent-encoding that is not UTF-8", "GET /v1/jobs/%ff", scoped, 400],

  ["no token", "GET /v1/jobs", {}, 401, noToken],
  ["an unknown token", "GET /v1/jobs", { token: "A".repeat(43) }, 401, badToken],
  [
    "a tampered token",
    "GET /v1/jobs",
    { token: `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}` },
    401,
    badToken
  ],
  ["two words for a token", "GET /v1/jobs", { token: `${token} ${token}` }, 401, badToken],
  ["an unknown partner token", "GET /v1/jobs", { headers: { "x-auth-token": "no" } }, 401, badToken],
  ["no token, before a wrong body", "POST /v1/users", { body: "{" }, 401, noToken],
  ["no token, before a wrong query", "GET /v1/jobs?limit=0", {}, 401, noToken],
  ["no token, before a wrong identifier", "GET /v1/jobs/a%20b", {}, 401, noToken],
  ["wrong credentials", "POST /v1/auth/token", { json: { client_id: "a", client_secret: "b" } }, 401, noToken],

  ["a primary token for a scoped one", "GET /v1/jobs", primary, 403, lacking],
  ["a scoped token for a primary one", "GET /v1/organizations", scoped, 403, lacking],
  ["a missing permission", "GET /v1/users", reader, 403, lacking],
  ["a missing permission, before an unknown agency", "GET /v1/agencies/nope", reader, 403, lacking],
  ["a missing permission, before a wrong query", "GET /v1/users?limit=0", reader, 403, lacking],
  ["a missing permission, before a wrong body", "POST /v1/users", { ...reader, json: { a: 1 } }, 403, lacking],
  ["a missing right", "POST /v1/organizations", { ...reader, json: { name: "x" } }, 403, lacking],
  ["no grant", "POST /v1/organizations/org_initech/token", primary, 403, lacking],

  ["an unknown path", "GET /nope", {}, 404],
  ["another method at the root", "POST /", {}, 404],
  ["an unknown path, before the token", "GET /v1/nope", {}, 404],
  ["another case", "GET /V1/jobs", scoped, 404],
  ["another case of a word", "GET /v1/Jobs", scoped, 404],
  ["a slash at the end", "GET /v1/jobs/", scoped, 404],
  ["a slash at the end, before a query", "GET /v1/jobs/?limit=1", scoped, 404],
  ["two slashes", "GET /v1//jobs", scoped, 404],
  ["an empty identifier in the middle", "POST /v1/organizations//token", primary, 404],
  ["a path below another", "GET /v1/jobs/job_00000001/more", scoped, 404],
  ["an unknown job", "GET /v1/jobs/nope", scoped, 404],
  ["an unknown user", "GET /v1/users/nope", scoped, 404],
  ["an unknown agency", "GET /v1/agencies/nope", scoped, 404],
  ["OPTIONS of an unknown path", "OPTIONS /nope", {}, 404],

  ["another method", "DELETE /v1/jobs", scoped, 405, allow("GET, POST, HEAD, OPTIONS")],
  ["another method, before the token", "PUT /v1/users", {}, 405, allow("GET, POST, HEAD, OPTIONS")],
  ["another method, before the body", "PATCH /v1/users", { json: {} }, 405, allow("GET, POST, HEAD, OPTIONS")],
  ["GET where one posts", "GET /oauth/token", {}, 405, allow("POST, OPTIONS")],
  ["TRACE", "TRACE /v1/jobs/job_00000001", {}, 405, allow("GET, PATCH, HEAD, OPTIONS")],
  ["a method of WebDAV", "PROPFIND /docs", {}, 405, allow("GET, HEAD, OPTIONS")],

  ["an address of 8 KiB and a byte", `GET /v1/jobs?${"a".repeat(8_193 - 9)}`, scoped, 414],
  ["an address of 8 KiB, only with an unknown parameter", `GET /v1/jobs?${"a".repeat(8_192 - 9)}`, scoped, 422],
  ["an expectation", "GET /health/live", { headers: { expect: "200-ok" } }, 417],
  ["headers of more than 16 KiB", "GET /health/live", { headers: { "x-large": "a".repeat(16_384) } }, 431]
]

const send = (request: string, sent: Call = {}) => {
  const [method = "", path = ""] = request.split(" ")
  return call(method, path, sent)
}

describe("an error", () => {
  it.for(rows.map((row) => [row[3], row[0], row] as const))(
    "%i for %s (decisions, Errors)",
    async ([, , [, request, sent, status, headers = {}]]) => {
      const answer = await send(request, sent)
      assert.strictEqual(errorOf(answer), named(status))
      assert.deepInclude({ ...answer.headers }, headers)
      // What was sent is not repeated: it may be a secret.
      assert.notInclude(answer.text, token)
    }
  )

  it.for([
    ["an unknown parameter", "GET /v1/jobs?limt=1", ["query /limt unknown"]],
    ["a limit and a cursor", "GET /v1/jobs?limit=0&cursor=", ["query /cursor length", "query /limit range"]],
    ["two unknown parameters", "GET /v1/users?x=1&y=2", ["query /x unknown", "query /y unknown"]],
    ["a parameter where there are none", "GET /v1/jobs/job_00000001?x=1", ["query /x unknown"]],
    ["a parameter sent twice", "GET /v1/jobs?limit=1&limit=1", ["query /limit type"]],
    ["a job identifier", "GET /v1/jobs/a%20b", ["path /jobId format"]],
    ["a job identifier that is too long", `GET /v1/jobs/${"a".repeat(65)}`, ["path /jobId format"]],
    ["a user identifier with a slash", "GET /v1/users/a%2Fb", ["path /userId format"]],
    ["an agency identifier", "GET /v1/agencies/a.b/fees", ["path /agencyId format"]]
  ] as const)("422 names %s (decisions, Errors)", async ([, request, details]) =>
    assert.sameMembers(mistakesOf(await send(request, scoped)), [...details])
  )

  it("422 names an unknown parameter of a request with a body (decisions, Errors)", async () =>
    assert.sameMembers(mistakesOf(await send("POST /v1/users?dry_run=1", { token, json: JSON.parse(user) })), [
      "query /dry_run unknown"
    ]))

  it.for(["/nope", "/oauth/token", "/v1/jobs"])(
    "to HEAD %s has headers and no body (decisions, Errors)",
    async (path) => {
      const [head, get] = [await send(`HEAD ${path}`), await send(`GET ${path}`)]
      assert.isAtLeast(head.status, 400)
      assert.deepStrictEqual([head.status, head.text], [get.status, ""])
      assert.match(String(head.headers["x-request-id"]), /^[A-Za-z0-9_-]{1,64}$/)
      assert.strictEqual(head.headers["cache-control"], "no-store")
    }
  )
})

describe("an answer", () => {
  it("to HEAD has the headers of GET and no body (decisions, Errors)", async () => {
    const [head, get] = [await send("HEAD /v1/jobs", scoped), await send("GET /v1/jobs", scoped)]
    assert.deepStrictEqual([head.status, head.text], [200, ""])
    assert.strictEqual(head.headers["content-length"], get.headers["content-length"])
    assert.strictEqual(head.headers.link, get.headers.link)
  })

  it.for([
    ["/v1/jobs", "GET, POST, HEAD, OPTIONS"],
    ["/v1/jobs/job_00000001", "GET, PATCH, HEAD, OPTIONS"],
    ["/v1/users", "GET, POST, HEAD, OPTIONS"],
    ["/v1/organizations/org_acme/token", "POST, OPTIONS"],
    ["/oauth/token", "POST, OPTIONS"],
    ["/docs", "GET, HEAD, OPTIONS"]
  ] as const)("to OPTIONS %s is 204 with Allow: %s (decisions, Errors)", async ([path, methods]) => {
    const answer = await send(`OPTIONS ${path}`)
    assert.deepStrictEqual([answer.status, answer.headers.allow, answer.text], [204, methods, ""])
    assert.match(String(answer.headers["x-request-id"]), /^[A-Za-z0-9_-]{1,64}$/)
  })

  it.for(["a", "A-z_9", "x".repeat(64)])(
    "carries the request id it was sent: %s (decisions, Discovery)",
    async (id) => {
      const headers = { "x-request-id": id }
      assert.strictEqual((await send("GET /health/live", { headers })).headers["x-request-id"], id)
      assert.strictEqual(membersOf(await send("GET /nope", { headers }))["request_id"], id)
    }
  )

  it.for(["", "x".repeat(65), "a b", "a,b", "<script>", "ü"])(
    "carries an id of its own instead of %j (decisions, Discovery)",
    async (id) => {
      const answer = await send("GET /nope", { headers: { "x-request-id": id } })
      assert.notStrictEqual(answer.headers["x-request-id"], id)
      assert.strictEqual(checkErrorForm(answer), "not_found")
    }
  )

  it("carries another id each time (decisions, Discovery)", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("GET /health/live")))
    assert.strictEqual(new Set(answers.map(({ headers }) => headers["x-request-id"])).size, 20)
  })
})
