/**
 * Patches of users: names, email and status (decisions, Resources). New users are in Users.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens, startMs } = server
const token = tokens.acme
type Members = Readonly<Record<string, unknown>>

let made = 0
const person = () => ({ first_name: "Ada", last_name: "Lovelace", email: `ada.${++made}@example.com` })
const added = async (more: Members = {}) => {
  const json = { ...person(), ...more }
  const answer = await call("POST", "/v1/users", { token, json })
  assert.strictEqual(answer.status, 201, answer.text)
  return { id: String(membersOf(answer)["id"]), ...json }
}
const read = (id: string) => call("GET", `/v1/users/${id}`, { token })
const patch = (id: string, json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("PATCH", `/v1/users/${id}`, { token, json, headers })
const at = (offsetMs: number): string => new Date(startMs + offsetMs).toISOString()
const journal = async (): Promise<ReadonlyArray<Members>> => {
  const rows = await server.query("SELECT json FROM journal WHERE organization_id = 'org_acme' ORDER BY sequence")
  return rows.map(({ json }) => JSON.parse(String(json)))
}

describe("a user", () => {
  it("is active at first, and does not say so when it is added (decisions, Resources)", async () => {
    const { id } = await added()
    assert.strictEqual(membersOf(await read(id))["status"], "ACTIVE")
    const json = { ...person(), status: "DISABLED" }
    assert.deepStrictEqual(mistakesOf(await call("POST", "/v1/users", { token, json })), ["body /status unknown"])
  })

  it.for<[what: string, json: Members, changed: Members]>([
    ["a name, trimmed", { first_name: " \tAugusta\n" }, { first_name: "Augusta" }],
    ["the case of its email", { email: "ADA.Case@Example.com" }, { email: "ADA.Case@Example.com" }],
    ["its status", { status: "DISABLED" }, { status: "DISABLED" }],
    [
      "all of it",
      { first_name: "A", last_name: "B", email: "all@example.com", status: "DISABLED" },
      { first_name: "A", last_name: "B", email: "all@example.com", status: "DISABLED" }
    ]
  ])("changes %s, and keeps the rest (RFC 7396)", async ([, json, changed]) => {
    const { id, ...before } = await added()
    const answer = await patch(id, json)
    assert.strictEqual(answer.status, 200, answer.text)
    const times = { created_at: at(0), updated_at: at(1) }
    assert.deepStrictEqual({ ...membersOf(answer) }, { id, status: "ACTIVE", ...before, ...changed, ...times })
    const there = await read(id)
    assert.deepStrictEqual([there.text, there.headers["etag"]], [answer.text, answer.headers["etag"]])
  })

  it.for([{}, { status: "ACTIVE" }, { first_name: "Ada ", last_name: "Lovelace" }])(
    "stays as it is when %j says nothing new, without an entry (decisions, Resources)",
    async (json) => {
      const { id } = await added()
      const [before, entries] = [await read(id), (await journal()).length]
      const answer = await patch(id, json)
      assert.deepStrictEqual(
        [answer.status, answer.text, answer.headers["etag"]],
        [200, before.text, before.headers["etag"]]
      )
      assert.lengthOf(await journal(), entries)
    }
  )

  it.for<[what: string, json: unknown, details: ReadonlyArray<string>]>([
    [
      "that is removed",
      { first_name: null, last_name: null, email: null, status: null },
      ["body /email required", "body /first_name required", "body /last_name required", "body /status required"]
    ],
    [
      "that the service writes",
      { id: "usr_2", created_at: at(0), updated_at: null },
      ["body /created_at not_allowed", "body /id not_allowed", "body /updated_at not_allowed"]
    ],
    ["that nobody knows", { firstName: "A" }, ["body /firstName unknown"]],
    [
      "out of bounds",
      { first_name: " ", last_name: "x".repeat(101) },
      ["body /first_name length", "body /last_name length"]
    ],
    ["of another kind", { email: "ada@", status: "AWAY" }, ["body /email format", "body /status not_allowed"]]
  ])("refuses a member %s, and reports all of them (decisions, Resources)", async ([, json, details]) => {
    const { id } = await added()
    const before = await read(id)
    assert.deepStrictEqual(mistakesOf(await patch(id, json)), [...details])
    assert.strictEqual((await read(id)).text, before.text)
  })

  it("may not take an email of another, in whatever case: 409 names the other (decisions, Resources)", async () => {
    const [holder, { id }] = [await added(), await added()]
    const answer = await patch(id, { email: holder.email.toUpperCase(), first_name: "New" })
    assert.strictEqual(errorOf(answer), "409 conflict")
    assert.deepStrictEqual(membersOf(answer)["details"], [
      { in: "body", path: "/email", code: "conflict", message: `belongs to the user ${holder.id}` }
    ])
    assert.strictEqual(membersOf(await read(id))["first_name"], "Ada")
    const elsewhere = await call("POST", "/v1/users", {
      token: tokens.globex,
      json: { ...person(), email: "globex@example.com" }
    })
    assert.strictEqual(elsewhere.status, 201)
    assert.strictEqual((await patch(id, { email: "globex@example.com" })).status, 200)
    assert.strictEqual((await patch(holder.id, { email: "free@example.com" })).status, 200)
    assert.strictEqual((await patch(id, { email: holder.email })).status, 200)
  })

  it("has its email alone when many take it at once (decisions, Resources)", async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => added()))
    const answers = await Promise.all(users.map(({ id }) => patch(id, { email: "one@example.com" })))
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 7 }, () => 409)]
    )
  })

  it("is changed by those who know its state, once under one key (decisions, Safe repetition)", async () => {
    const { id } = await added()
    const headers = { "if-match": String((await read(id)).headers["etag"]), "idempotency-key": "user-patch" }
    const first = await patch(id, { status: "DISABLED" }, headers)
    const again = await patch(id, { status: "DISABLED" }, headers)
    assert.deepStrictEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.strictEqual(again.headers["idempotency-replayed"], "true")
    const stale = { "if-match": headers["if-match"] }
    assert.strictEqual(errorOf(await patch(id, { first_name: "B" }, stale)), named(412))
  })

  it("comes after the time it was given, though that lies ahead (decisions, Resources)", async () => {
    const { id } = await added({ created_at: at(0), updated_at: at(240_000) })
    assert.strictEqual(membersOf(await patch(id, { first_name: "B" }))["updated_at"], at(240_001))
  })

  it("is in the journal by names of members, with the values of its status alone (decisions, Journal)", async () => {
    const { id } = await added()
    const before = (await journal()).length
    await patch(id, { status: "DISABLED", first_name: "Canary" })
    await patch(id, { status: "ACTIVE" })
    await patch(id, { email: "canary@example.com" })
    const entries = (await journal()).slice(before)
    const audited = entries.map(({ action, resource_id, changed, before, after }) => ({
      action,
      resource_id,
      changed,
      before,
      after
    }))
    const [active, disabled] = [{ status: "ACTIVE" }, { status: "DISABLED" }]
    assert.deepStrictEqual(audited, [
      { action: "user.disabled", resource_id: id, changed: ["first_name", "status"], before: active, after: disabled },
      { action: "user.updated", resource_id: id, changed: ["status"], before: disabled, after: active },
      { action: "user.updated", resource_id: id, changed: ["email"], before: undefined, after: undefined }
    ])
    assert.notMatch(JSON.stringify(entries), /canary@|Canary/)
  })
})

describe("a user of the release before, which runs beside this one", () => {
  it("is active: that release does not name the column (docs/decisions, 34)", async () => {
    const at = "2026-01-01T00:00:00.000Z"
    await server.query(
      `INSERT INTO users (organization_id, id, email_key, created_at, updated_at, first_name, last_name, email)
       VALUES ('org_acme', 'usr_beside', 'beside@example.com', ?, ?, 'A', 'B', 'beside@example.com')`,
      at,
      at
    )
    assert.strictEqual(membersOf(await read("usr_beside"))["status"], "ACTIVE")
  })
})
