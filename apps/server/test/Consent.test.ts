/**
 * Consents of people over HTTP (recruiting 6): what a confirmation takes, where it is required, what names it, and who confirms.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { fileCall } from "./PlantedFile.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const token = tokens.acme
const obtained_at = "2026-01-02T08:00:00.000Z"
const consent = { obtained_at, method: "EMAIL" }

/** An open job of Globex and its agency, which is assigned to it. */
const globexPlace = { job_id: "job_00001002", agency_id: "agy_contoso" }
await call("PUT", "/v1/jobs/job_00001002/assignments/agy_contoso", { token: tokens.globex, json: {} })

let people = 0
const submit = async (as = token, place: object = { job_id: "job_00000001", agency_id: "agy_hirewell" }) => {
  const candidate = { first_name: "Grace", last_name: "Hopper", email: `consent${++people}@example.com` }
  const answer = await call("POST", "/v1/applications", { token: as, json: { ...place, candidate } })
  assert.strictEqual(answer.status, 201, answer.text)
  return textOf(answer, "id")
}
const act = (id: string, action: string, more: object = {}, as = token) =>
  call("POST", `/v1/applications/${id}/transitions`, { token: as, json: { action, ...more } })
const confirm = (id: string, given?: object, as = token) => act(id, "confirm", given && { consent: given }, as)
const attach = async (id: string, type: string) =>
  textOf(
    await call("POST", `/v1/applications/${id}/attachments`, {
      ...fileCall,
      token,
      headers: { ...fileCall.headers, "attachment-type": type }
    }),
    "id"
  )
/** The mistakes of a refusal. */
const refused = (answer: Answer): ReadonlyArray<string> => {
  assert.strictEqual(answer.status, 422, answer.text)
  return mistakesOf(answer)
}

describe("a confirmation with a consent (recruiting 6)", () => {
  it("keeps it: in the answer, the application, its history and its event", async () => {
    const id = await submit()
    const given = { ...consent, expires_at: "2100-01-02T09:00:00+01:00" }
    const answer = await confirm(id, given)
    const kept = { ...consent, expires_at: "2100-01-02T08:00:00.000Z" }
    assert.deepStrictEqual([answer.status, membersOf(answer)["consent"]], [200, kept], answer.text)
    const path = `/v1/applications/${id}`
    assert.deepStrictEqual((await call("GET", path, { token })).json, answer.json)
    const history = membersOf(await call("GET", `${path}/history`, { token }))["content"]
    assert.deepInclude(Object(history)[1], { action: "application.confirmed", changed: ["state", "consent", "terms"] })
    const events = feedPageOf(await call("GET", "/v1/events?limit=100", { token })).content
    const event = events.find(({ data, type }) => type === "application.confirmed" && JSON.stringify(data).includes(id))
    assert.deepInclude(Object(event?.data).application, { consent: kept })
    assert.deepInclude(membersOf(await act(id, "keep")), { state: "REVIEWING", consent: kept })
  })

  it("names a CONSENT file of the same application, which stays", async () => {
    const [id, other] = [await submit(), await submit()]
    const [letter, foreign] = [await attach(id, "OTHER"), await attach(other, "CONSENT")]
    for (const attachment_id of [letter, foreign, "att_unknown"])
      assert.deepStrictEqual(refused(await confirm(id, { ...consent, attachment_id })), [
        "body /consent/attachment_id unknown"
      ])
    const attachment_id = await attach(id, "CONSENT")
    const answer = await confirm(id, { ...consent, attachment_id })
    assert.deepStrictEqual(membersOf(answer)["consent"], { ...consent, attachment_id })
    const remove = (file: string) => call("DELETE", `/v1/applications/${id}/attachments/${file}`, { token })
    assert.strictEqual(errorOf(await remove(attachment_id)), named(409))
    assert.strictEqual((await remove(letter)).status, 204)
  })

  it.for<[string, object, string]>([
    ["in the future", { obtained_at: "2100-01-01T00:00:00Z" }, "/consent/obtained_at range"],
    ["that has ended", { expires_at: "2026-01-03T00:00:00Z" }, "/consent/expires_at range"],
    ["by a link", { method: "LINK" }, "/consent/method not_allowed"],
    ["delivered by the service", { delivered_by: "SERVICE" }, "/consent/delivered_by unknown"]
  ])("is refused %s", async ([, more, mistake]) =>
    assert.deepStrictEqual(refused(await confirm(await submit(), { ...consent, ...more })), [`body ${mistake}`])
  )

  it("is no member of a patch, and of no other action", async () => {
    const id = await submit()
    const patch = await call("PATCH", `/v1/applications/${id}`, { token, json: { consent } })
    assert.deepStrictEqual(refused(patch), ["body /consent not_allowed"])
    assert.deepStrictEqual(refused(await act(id, "decline", { consent })), ["body /consent unknown"])
  })
})

describe("an organization with consent REQUIRED (recruiting 1)", () => {
  it("confirms nobody without one, and anybody with one", async () => {
    const id = await submit(tokens.globex, globexPlace)
    assert.deepStrictEqual(refused(await confirm(id, undefined, tokens.globex)), ["body /consent required"])
    assert.strictEqual((await confirm(id, consent, tokens.globex)).status, 200)
    assert.strictEqual((await act(await submit(tokens.globex, globexPlace), "decline", {}, tokens.globex)).status, 200)
  })
})

describe("an organization with confirmation CANDIDATE (recruiting 6)", () => {
  it("is refused by a service without mail", async () => {
    const json = { settings: { confirmation: "CANDIDATE" } }
    const answer = await call("PATCH", "/v1/organization", { token, json })
    assert.strictEqual(errorOf(answer), named(409))
    assert.include(answer.text, "mail")
  })

  it("leaves confirm and decline to the person, and withdraw to the agency", async () => {
    await query(
      `UPDATE organizations SET settings = '{"agency_access":"ASSIGNED","confirmation":"CANDIDATE"}' WHERE id = 'org_globex'`
    )
    const id = await submit(tokens.globex, globexPlace)
    for (const action of ["confirm", "decline"])
      assert.strictEqual(errorOf(await act(id, action, {}, tokens.globex)), named(403))
    const kept = await act(id, "keep", {}, tokens.globex)
    assert.strictEqual(errorOf(kept), "409 invalid_transition")
    assert.include(kept.text, "must be one of withdraw")
    assert.strictEqual((await act(id, "withdraw", {}, tokens.globex)).status, 200)
  })
})
