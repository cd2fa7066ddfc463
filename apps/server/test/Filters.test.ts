/**
 * Filtered lists over HTTP (decisions, Filters): what is found, in which order, what a cursor carries, and what is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf } from "./ErrorAnswer.ts"
import { textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { pageOf, pathOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens } = server
const token = tokens.acme

const made = async (path: string, json: object): Promise<string> =>
  textOf(await call("POST", path, { token, json }), "id")
const idsAt = async (path: string): Promise<ReadonlyArray<string>> =>
  (await walk(call, token, path)).flatMap((answer) => pageOf(answer).content.map(({ id }) => id))

const job = (title: string, more: object = {}) => made("/v1/jobs", { title, description: "Builds", ...more })
const draft = await job("Draft", { external_id: "FILTER-1" })
const facts = { department: "Filtered", country_code: "LI", workplace_type: "REMOTE" }
const described = [await job("One", facts), await job("Two", { ...facts, status: "OPEN", country_code: "MC" })] as const
const open = await job("Open", { status: "OPEN" })
const held = await job("Held", { status: "ON_HOLD" })
const person = { first_name: "Ada", last_name: "King" }
const user = await made("/v1/users", { ...person, email: "Filtered@example.com" })
const application = await made("/v1/applications", {
  job_id: open,
  agency_id: "agy_hirewell",
  external_id: "FILTER-2",
  candidate: { ...person, email: "Candidate@example.com" }
})

describe("a filter", () => {
  it.for([
    ["/v1/jobs?external_id=FILTER-1", [draft]],
    ["/v1/jobs?external_id=none", []],
    ["/v1/jobs?external_id=FILTER-1&status=DRAFT", [draft]],
    ["/v1/jobs?external_id=FILTER-1&status=OPEN", []],
    ["/v1/jobs?department=Filtered", described.toSorted()],
    ["/v1/jobs?department=filtered", []],
    ["/v1/jobs?country_code=LI", [described[0]]],
    ["/v1/jobs?department=Filtered&workplace_type=REMOTE&country_code=MC&status=OPEN", [described[1]]],
    ["/v1/jobs?department=Filtered&workplace_type=HYBRID", []],
    ["/v1/jobs?department=Filtered&q=two", [described[1]]],
    ["/v1/jobs?country_code=LI&updated_since=2000-01-01T00:00:00Z", [described[0]]],
    ["/v1/jobs?country_code=LI&q=one&updated_since=2000-01-01T00:00:00Z", [described[0]]],
    ["/v1/users?email=filtered@EXAMPLE.com", [user]],
    ["/v1/users?email=filtered@example.com&status=DISABLED", []],
    ["/v1/applications?email=candidate@example.com", [application]],
    [`/v1/applications?job_id=${open}&state=UNCONFIRMED&state=HIRED`, [application]],
    [`/v1/applications?job_id=${open}&state=HIRED`, []],
    ["/v1/applications?external_id=FILTER-2&agency_id=agy_hirewell", [application]],
    ["/v1/applications?external_id=FILTER-2&agency_id=agy_northwind", []],
    ["/v1/applications?agency_id=agy_none", []]
  ] as const)("%s finds what meets all of it (decisions, Filters)", async ([path, expected]) =>
    assert.deepStrictEqual(await idsAt(path), [...expected])
  )

  it("that comes several times finds what meets any of its values, in the order of ids (decisions, Filters)", async () => {
    const found = await idsAt("/v1/jobs?status=DRAFT&status=ON_HOLD&limit=2")
    assert.includeMembers([...found], [draft, held])
    assert.notInclude(found, open)
    assert.deepStrictEqual(found, found.toSorted())
  })

  it("is carried by the cursor; beside it, the same is taken and another refused (decisions, Lists)", async () => {
    const first = pageOf(await call("GET", "/v1/jobs?status=OPEN&status=ON_HOLD&limit=1", { token }))
    const next = pathOf(first.next ?? "")
    assert.notInclude(next, "status")
    const second = await call("GET", next, { token })
    assert.strictEqual(second.status, 200)
    const same = await call("GET", `${next}&status=ON_HOLD&status=OPEN`, { token })
    assert.deepStrictEqual([same.status, same.json], [200, second.json])
    assert.strictEqual(errorOf(await call("GET", `${next}&status=OPEN`, { token })), "400 invalid_cursor")
    assert.strictEqual(errorOf(await call("GET", `${next}&external_id=E`, { token })), "400 invalid_cursor")
  })

  it.for([
    ["/v1/jobs?status=open", ["query /status/0 not_allowed"]],
    ["/v1/jobs?workplace_type=OFFICE", ["query /workplace_type not_allowed"]],
    ["/v1/jobs?country_code=UK", ["query /country_code format"]],
    ["/v1/jobs?department=", ["query /department length"]],
    ["/v1/jobs?status=OPEN&state=OPEN", ["query /state unknown"]],
    ["/v1/jobs?email=a@example.com", ["query /email unknown"]],
    ["/v1/jobs?updated_since=yesterday", ["query /updated_since format"]],
    ["/v1/users?email=nobody", ["query /email format"]],
    ["/v1/users?status=ACTIVE&status=DISABLED", ["query /status not_allowed"]],
    ["/v1/applications?state=NEW", ["query /state/0 not_allowed"]]
  ] as const)("%s is refused and named (decisions, Filters)", async ([path, mistakes]) =>
    assert.deepStrictEqual(mistakesOf(await call("GET", path, { token })), [...mistakes])
  )
})

describe("updated_since", () => {
  const since = encodeURIComponent("2020-01-01T00:00:00+01:00")

  it("gives the order of last writes: what is changed moves to the end (decisions, Filters)", async () => {
    await server.advance(1_000)
    await call("PATCH", `/v1/jobs/${draft}`, { token, json: { location: "Berlin" } })
    assert.strictEqual((await idsAt(`/v1/jobs?updated_since=${since}&limit=3`)).at(-1), draft)
    await server.advance(1_000)
    await call("PATCH", `/v1/jobs/${open}`, { token, json: { location: "Paris" } })
    const found = await idsAt(`/v1/jobs?updated_since=${since}&limit=3`)
    assert.deepStrictEqual(found.slice(-2), [draft, open])
    assert.strictEqual(new Set(found).size, found.length)
  })

  it("has what a user says of its own times nothing to do with (decisions, Filters)", async () => {
    const old = "2001-01-01T00:00:00.000Z"
    await server.advance(1_000)
    const brought = await made("/v1/users", {
      ...person,
      email: "brought@example.com",
      created_at: old,
      updated_at: old
    })
    assert.strictEqual((await idsAt(`/v1/users?updated_since=${since}`)).at(-1), brought)
  })

  it("finds nothing that was written before (decisions, Filters)", async () => {
    const { headers } = await call("GET", "/v1/jobs?limit=1", { token })
    const later = new Date(Date.parse(String(headers["date"])) + 3_600_000).toISOString()
    assert.deepStrictEqual(await idsAt(`/v1/applications?updated_since=${later}`), [])
  })
})

describe("a query", () => {
  it.for(["q=M%FCnchen", "q=100%", "email=%zz", "q=%C3"])(
    "that is not percent-encoded UTF-8 is refused, never an empty list: %s (decisions, Errors)",
    async (text) => {
      const answer = await call("GET", `/v1/users?${text}`, { token: tokens.acme })
      assert.strictEqual(errorOf(answer), "400 invalid_request")
      assert.include(answer.text, "%XX")
    }
  )

  it("whose offset has lost its + says so (decisions, Errors)", async () => {
    const path = "/v1/users?updated_since=2026-01-31T09:30:00+02:00"
    const answer = await call("GET", path, { token: tokens.acme })
    assert.strictEqual(errorOf(answer), "422 unprocessable_entity")
    assert.include(answer.text, "write + as %2B")
    assert.notInclude(answer.text, "must be an RFC 3339")
    assert.strictEqual((await call("GET", path.replace("+", "%2B"), { token: tokens.acme })).status, 200)
  })
})
