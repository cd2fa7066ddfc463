/**
 * Messages about applications over HTTP (recruiting 10): who writes for which side, since when, what names them, who reads them, and that an erasure takes them.
 */
import { assert, describe, it } from "@effect/vitest"
import { messageBodyMax, messagesMax } from "@partner-api/domain/Message"
import { agencyClient, employerClient } from "./ClientsOfAcme.ts"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, type Call, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { walk } from "./Walk.ts"

const server = await sharedServer()
const { call, query, tokens } = server
/** The client that submits, unbound: it acts for both sides. */
const both = tokens.acme
const agency = await agencyClient(server)
/** Another client of the employer, which submitted nothing. */
const employer = await employerClient(server)

let people = 0
const canary = "Canary"
const submit = async (token = agency, agency_id = "agy_hirewell") =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: "Grace", last_name: "Hopper", email: `message${++people}@example.com` }
      }
    }),
    "id"
  )
const act = (id: string, action: string, token = agency) =>
  call("POST", `/v1/applications/${id}/transitions`, { token, json: { action } })
const confirmed = async (token = agency) => {
  const id = await submit(token)
  assert.strictEqual((await act(id, "confirm", token)).status, 200)
  return id
}
const pathOf = (id: string) => `/v1/applications/${id}/messages`
const write = (id: string, token: string, more: object = {}, headers: Call["headers"] = {}) =>
  call("POST", pathOf(id), { token, headers, json: { body: canary, ...more } })
const list = (id: string, token: string) => call("GET", pathOf(id), { token })
const refused = (answer: Answer): ReadonlyArray<string> => {
  assert.strictEqual(answer.status, 422, answer.text)
  return mistakesOf(answer)
}

const user_id = "usr_00000001"
const recruiter_id = "rec_hirewell_1"

describe("messages about an application (recruiting 10)", () => {
  it("are read by both sides in the order in which they were written, as they were answered", async () => {
    const id = await confirmed()
    const question = await write(id, employer, { body: "Could she start in March?\n\tOr in April?", user_id })
    const { created_at, id: messageId, ...rest } = membersOf(question)
    assert.deepStrictEqual(rest, {
      application_id: id,
      from: "EMPLOYER",
      body: "Could she start in March?\n\tOr in April?",
      user_id
    })
    assert.match(String(messageId), /^msg_/)
    assert.isAtLeast(Date.parse(String(created_at)), server.startMs)
    const answered = await write(id, agency, { body: "In March.", recruiter_id })
    assert.deepInclude(membersOf(answered), { from: "AGENCY", recruiter_id })
    for (const reader of [employer, agency])
      assert.deepStrictEqual((await list(id, reader)).json, {
        content: [question.json, answered.json],
        next: null,
        count: 2
      })
    const pages = await walk(call, agency, `${pathOf(id)}?limit=1`)
    assert.lengthOf(pages, 2)
  })

  it.for<[string, () => string, object, number, string | undefined]>([
    ["a bound token", () => agency, {}, 201, "AGENCY"],
    ["a bound token that names a recruiter", () => agency, { recruiter_id }, 201, "AGENCY"],
    ["a bound token that names a user", () => agency, { user_id }, 403, undefined],
    ["another client of the employer", () => employer, {}, 201, "EMPLOYER"],
    ["another client of the employer that names a user", () => employer, { user_id }, 201, "EMPLOYER"],
    ["another client of the employer that names a recruiter", () => employer, { recruiter_id }, 403, undefined]
  ])("by %s", async ([, tokenOf, more, status, from]) => {
    const answer = await write(await confirmed(), tokenOf(), more)
    assert.deepStrictEqual([answer.status, membersOf(answer)["from"]], [status, from], answer.text)
  })

  it("by the client that submitted are for the employer, and for the agency where they name a recruiter", async () => {
    const id = await confirmed(both)
    assert.deepInclude(membersOf(await write(id, both)), { from: "EMPLOYER" })
    assert.deepInclude(membersOf(await write(id, both, { recruiter_id })), { from: "AGENCY" })
  })

  it("begin with the confirmation, and are unknown where the application is", async () => {
    const id = await submit()
    assert.strictEqual(errorOf(await write(id, agency)), named(409))
    for (const answer of [await write(id, employer), await list(id, employer)])
      assert.strictEqual(errorOf(answer), named(404))
    await act(id, "confirm")
    assert.strictEqual((await write(id, employer)).status, 201)
    const rivals = await submit(both, "agy_northwind")
    await act(rivals, "confirm", both)
    for (const answer of [await write(rivals, agency), await list(rivals, agency)])
      assert.strictEqual(errorOf(answer), named(404))
  })

  it("name an ACTIVE user, or an ACTIVE recruiter of the agency, and one of them", async () => {
    const id = await confirmed(both)
    await call("PATCH", "/v1/users/usr_00000002", { token: both, json: { status: "DISABLED" } })
    for (const wrong of ["usr_none", "usr_00000002"])
      assert.deepStrictEqual(refused(await write(id, both, { user_id: wrong })), ["body /user_id unknown"])
    for (const wrong of ["rec_none", "rec_northwind_1"])
      assert.deepStrictEqual(refused(await write(id, both, { recruiter_id: wrong })), ["body /recruiter_id unknown"])
    assert.deepStrictEqual(refused(await write(id, both, { user_id, recruiter_id })), [
      "body /recruiter_id not_allowed"
    ])
    assert.deepStrictEqual(refused(await write(id, both, { body: "" })), ["body /body length"])
    assert.strictEqual((await write(id, both, { body: "€".repeat(messageBodyMax) })).status, 201)
    assert.deepStrictEqual(refused(await write(id, both, { body: "€".repeat(messageBodyMax + 1) })), [
      "body /body length"
    ])
  })

  it("are at most 1,000 of an application, and each answer is repeated under its key", async () => {
    const id = await confirmed()
    const key = { "idempotency-key": `message-${id}` }
    const first = await write(id, agency, {}, key)
    assert.deepStrictEqual((await write(id, agency, {}, key)).json, first.json)
    assert.strictEqual(membersOf(await list(id, agency))["count"], 1)
    await query(`UPDATE messages SET number = ${messagesMax - 1} WHERE application_id = '${id}'`)
    assert.strictEqual((await write(id, agency)).status, 201)
    assert.strictEqual(errorOf(await write(id, employer)), named(409))
  })

  it("have an event without their body, for those who see the application", async () => {
    const id = await confirmed()
    const starts = await Promise.all(
      [employer, agency].map(
        async (token) => feedPageOf(await call("GET", "/v1/events?start=latest", { token })).cursor
      )
    )
    const { body, ...message } = membersOf(await write(id, agency, { recruiter_id }))
    assert.strictEqual(body, canary)
    for (const [index, token] of [employer, agency].entries()) {
      const page = feedPageOf(await call("GET", `/v1/events?cursor=${starts[index]}&types=message.*`, { token }))
      assert.deepStrictEqual(
        page.content.map(({ data, type }) => ({ data, type })),
        [
          {
            type: "message.created",
            data: {
              application: { id, job_id: "job_00000001", agency_id: "agy_hirewell" },
              message,
              changed: []
            }
          }
        ]
      )
    }
    // The history is that of the application: a conversation would bury it.
    const history = membersOf(await call("GET", `/v1/applications/${id}/history`, { token: agency }))["content"]
    assert.deepInclude(Object(history).at(-1), { action: "application.confirmed" })
  })

  it("go with their person, and so do the answers that repeat them (recruiting 9)", async () => {
    const id = await confirmed()
    await write(id, agency, {}, { "idempotency-key": `gone-${id}` })
    const stored = async () =>
      JSON.stringify(await query("SELECT body FROM idempotency_keys WHERE key LIKE ?", `%gone-${id}%`))
    assert.include(await stored(), canary)
    await act(id, "withdraw")
    assert.strictEqual((await call("DELETE", `/v1/applications/${id}/candidate`, { token: agency })).status, 204)
    assert.deepStrictEqual(membersOf(await list(id, agency))["content"], [])
    assert.notInclude(await stored(), canary)
    assert.strictEqual(errorOf(await write(id, agency)), named(409))
  })
})
