/**
 * Reasons for rejections and withdrawals over HTTP (recruiting 7): the list that an organization begins with, who changes it, what names a reason, and what
 * stays of one when its person is erased (recruiting 9).
 */
import { assert, describe, it } from "@effect/vitest"
import { firstReasons, reasonsMax } from "@partner-api/domain/RejectionReason"
import { agencyClient } from "./ClientsOfAcme.ts"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, type Call, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { pathOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const token = tokens.acme
const agency = await agencyClient(server)

const all = "/v1/rejection_reasons"
const list = async (as: string) => membersOf(await call("GET", all, { token: as }))["content"]
const pathFor = (id: string) => `${all}/${id}`
/** An organization that a client has just created, and its token. */
const created = async (name: string) => {
  const id = textOf(await call("POST", "/v1/organizations", { token: tokens.primary, json: { name } }), "id")
  return { id, token: await server.scoped(tokens.primary, id) }
}
const text = "Does not speak the language of the team"
const set = (id: string, json: object = {}, as = token, headers: Call["headers"] = {}) =>
  call("PUT", pathFor(id), { token: as, json: { text, category: "EMPLOYER", ...json }, headers })
const remove = (id: string, as = token) => call("DELETE", pathFor(id), { token: as })

let people = 0
const submit = async (agency_id = "agy_hirewell") =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: "Grace", last_name: "Hopper", email: `reason${++people}@example.com` }
      }
    }),
    "id"
  )
const act = (id: string, json: object, as = token) =>
  call("POST", `/v1/applications/${id}/transitions`, { token: as, json })
const confirmed = async () => {
  const id = await submit()
  assert.strictEqual((await act(id, { action: "confirm" })).status, 200)
  return id
}
const feedback = "Not enough compilers yet."
const reject = (id: string, reason_id: string) => act(id, { action: "reject", feedback, reason_id })
const unknownReason = (answer: Answer) => {
  assert.strictEqual(answer.status, 422, answer.text)
  assert.deepStrictEqual(mistakesOf(answer), ["body /reason_id unknown"])
}

describe("the reasons of an organization (recruiting 7)", () => {
  it("are eight at its beginning: of one that an operator made, and of one that a client made", async () => {
    assert.deepStrictEqual(await list(tokens.globex), firstReasons())
    assert.deepStrictEqual(await list((await created("Hooli")).token), firstReasons())
  })

  it("take one under an id of the caller's choice, shown at its address, and page by page", async () => {
    const answer = await set("Language-1")
    const reason = { id: "Language-1", text, category: "EMPLOYER", active: true }
    assert.deepStrictEqual([answer.status, answer.json], [201, reason])
    const there = await call("GET", pathOf(String(answer.headers.location)), { token })
    assert.deepStrictEqual([there.status, there.text], [200, answer.text])
    const pages = await walk(call, token, `${all}?limit=4`)
    assert.deepStrictEqual(
      pages.flatMap((page) => membersOf(page)["content"]),
      await list(token)
    )
  })

  it("change one in the state that If-Match names, and repeat a write without an entry", async () => {
    const first = await set("language-2")
    const etag = String((await call("GET", pathFor("language-2"), { token })).headers["etag"])
    const again = await set("language-2")
    assert.deepStrictEqual([again.status, again.text], [200, first.text])
    const changed = await set("language-2", { category: "CANDIDATE", active: false }, token, { "if-match": etag })
    assert.deepInclude(membersOf(changed), { category: "CANDIDATE", active: false })
    assert.strictEqual(errorOf(await set("language-2", {}, token, { "if-match": etag })), named(412))
    const log = await query('SELECT json FROM journal WHERE json LIKE \'%"resource_id":"language-2"%\' ORDER BY id')
    const actions = log.map(({ json }) => JSON.parse(String(json))["action"])
    assert.deepStrictEqual(actions, ["rejection_reason.created", "rejection_reason.updated"])
  })

  it("are read by agencies and written by the employer alone", async () => {
    assert.deepStrictEqual(await list(agency), await list(token))
    for (const answer of [await set("language-3", {}, agency), await remove("position_filled", agency)])
      assert.strictEqual(errorOf(answer), named(403))
    const narrow = await server.scoped(tokens.primary, "org_acme", ["jobs:read"])
    assert.strictEqual(errorOf(await call("GET", all, { token: narrow })), named(403))
  })

  it("belong to one organization: the same id in another is another reason", async () => {
    await set("shared", {}, token)
    await set("shared", { text: "Globex says so" }, tokens.globex)
    assert.strictEqual((await remove("shared")).status, 204)
    assert.deepInclude(membersOf(await call("GET", pathFor("shared"), { token: tokens.globex })), {
      text: "Globex says so"
    })
    assert.strictEqual(errorOf(await remove("shared")), named(404))
  })

  it("have events for employer and agencies, in the order of the writes", async () => {
    const cursors = await Promise.all(
      [token, agency].map(async (as) => feedPageOf(await call("GET", "/v1/events?start=latest", { token: as })).cursor)
    )
    const { json: reason } = await set("told")
    await remove("told")
    for (const [index, as] of [token, agency].entries()) {
      const path = `/v1/events?cursor=${cursors[index]}&types=rejection_reason.*`
      const { content } = feedPageOf(await call("GET", path, { token: as }))
      assert.deepStrictEqual(
        content.map(({ data, type }) => [type, data]),
        [
          ["rejection_reason.created", { rejection_reason: reason, changed: ["text", "category", "active"] }],
          ["rejection_reason.deleted", { rejection_reason: reason, changed: [] }]
        ]
      )
    }
  })

  it("are at most 100, also when many are added at once", async () => {
    const { id, token: own } = await created("Initrode")
    const rows = Array.from(
      { length: reasonsMax - 1 - firstReasons().length },
      (_, index) => `('${id}', 'r${index}', 'R', 'JOB', 1)`
    )
    await query(
      `INSERT INTO rejection_reasons (organization_id, id, text, category, is_active) VALUES ${rows.join(", ")}`
    )
    const answers = await Promise.all(["x", "y", "z"].map((id) => set(id, {}, own)))
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  })
})

describe("an application that names a reason (recruiting 7)", () => {
  it("keeps it with its rejection, which a restoration takes away", async () => {
    const id = await confirmed()
    const rejected = await reject(id, "salary_too_high")
    assert.deepStrictEqual(membersOf(rejected)["rejection"], { feedback, reason_id: "salary_too_high" })
    assert.strictEqual(errorOf(await remove("salary_too_high")), named(409))
    assert.notProperty(membersOf(await act(id, { action: "restore" })), "rejection")
    assert.strictEqual((await remove("salary_too_high")).status, 204)
  })

  it("keeps it with its withdrawal, and the note beside it", async () => {
    const id = await confirmed()
    const answer = await act(id, { action: "withdraw", reason_id: "other_offer", note: "Signed on Monday." }, token)
    assert.deepStrictEqual(membersOf(answer)["withdrawal"], {
      by: "AGENCY",
      reason_id: "other_offer",
      note: "Signed on Monday."
    })
    const plain = await act(await confirmed(), { action: "withdraw" })
    assert.deepStrictEqual(membersOf(plain)["withdrawal"], { by: "AGENCY" })
    assert.strictEqual(errorOf(await remove("other_offer")), named(409))
  })

  it("is refused where the reason is not there, is another organization's, or is not active", async () => {
    const id = await confirmed()
    await set("globex_only", {}, tokens.globex)
    await set("over", { active: false })
    for (const reason_id of ["none", "globex_only", "over"]) {
      unknownReason(await reject(id, reason_id))
      unknownReason(await act(id, { action: "withdraw", reason_id }))
    }
    assert.deepStrictEqual(mistakesOf(await act(id, { action: "keep", reason_id: "not_available" })), [
      "body /reason_id unknown"
    ])
    assert.deepStrictEqual(mistakesOf(await act(id, { action: "withdraw", note: "x".repeat(2_001) })), [
      "body /note length"
    ])
    // One that was active then stays on it.
    await set("over")
    await reject(id, "over")
    await set("over", { active: false })
    const there = membersOf(await call("GET", `/v1/applications/${id}`, { token }))
    assert.deepInclude(there["rejection"], { reason_id: "over" })
  })

  it("keeps the reason when its person is erased, and not the note (recruiting 9)", async () => {
    const id = await confirmed()
    const canary = "Canary has moved to Oslo."
    const key = { "idempotency-key": `withdraw-${id}` }
    await call("POST", `/v1/applications/${id}/transitions`, {
      token,
      headers: key,
      json: { action: "withdraw", reason_id: "not_available", note: canary }
    })
    assert.strictEqual((await call("DELETE", `/v1/applications/${id}/candidate`, { token })).status, 204)
    const there = membersOf(await call("GET", `/v1/applications/${id}`, { token }))
    assert.deepStrictEqual(there["withdrawal"], { by: "AGENCY", reason_id: "not_available" })
    assert.strictEqual(errorOf(await remove("not_available")), named(409))
    for (const table of ["applications", "events", "journal", "idempotency_keys"])
      assert.notInclude(JSON.stringify(await query(`SELECT * FROM ${table}`)), canary, table)
  })
})
