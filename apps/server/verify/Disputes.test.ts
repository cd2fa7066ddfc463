/**
 * The disputes of the trade about who is owed a fee, each as one story (recruiting 7). An employer works with two agencies; a claim lasts 180 days.
 */
import { assert, describe, it } from "@effect/vitest"
import { type Answer, membersOf, textOf } from "../test/HttpCall.ts"
import { sharedServer } from "../test/TestServer.ts"

const { call, query, partner, tokens } = await sharedServer()
await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
await query(
  "UPDATE grants SET agency_id = 'agy_northwind', permissions = (SELECT permissions FROM grants WHERE client_id = 'sandbox-partner' LIMIT 1) WHERE client_id = 'sandbox-reader'"
)
const employer = tokens.acme
const hirewell = await partner()
const northwind = await partner("sandbox-reader")
await call("PATCH", "/v1/organization", { token: employer, json: { settings: { ownership_days: 180 } } })

let people = 0
const somebody = () => ({ first_name: "Grace", last_name: "Hopper", email: `grace.${++people}@example.com` })
const submit = (token: string, candidate: object) =>
  call("POST", "/v1/applications", { token, json: { job_id: "job_00000001", candidate } })
const act = (token: string, application: Answer, action: string, more: object = {}) =>
  call("POST", `/v1/applications/${textOf(application, "id")}/transitions`, { token, json: { action, ...more } })
const check = (token: string, candidate: object) =>
  call("POST", "/v1/applications/check", { token, json: { job_id: "job_00000001", candidate } })

const feedback = "We look for more years of practice."
const refusal = (answer: Answer): string => `${answer.status} ${textOf(answer, "error")}`
const ownershipOf = (answer: Answer) => Object(membersOf(answer)["ownership"])

describe("a dispute (issue 57)", () => {
  it("an agency submits a person a second time: refused, with the application that is open", async () => {
    const candidate = somebody()
    const first = await submit(hirewell, candidate)
    const second = await submit(hirewell, candidate)
    assert.strictEqual(refusal(second), "409 duplicate_application")
    assert.include(second.text, textOf(first, "id"))
  })

  it("a rival submits a person with a plus-address: the same person", async () => {
    const candidate = somebody()
    await act(hirewell, await submit(hirewell, candidate), "confirm")
    const tagged = { ...candidate, email: candidate.email.replace("@", "+new@") }
    assert.strictEqual(refusal(await submit(northwind, tagged)), "409 duplicate_application")
  })

  it("an employer rejects a person of one agency, to hire through another: the claim lasts", async () => {
    const candidate = somebody()
    const first = await submit(hirewell, candidate)
    await act(hirewell, first, "confirm")
    const rejected = await act(employer, first, "reject", { feedback })
    const { expires_at, since } = ownershipOf(rejected)
    assert.strictEqual(Date.parse(expires_at) - Date.parse(since), 180 * 86_400_000)
    assert.strictEqual(refusal(await submit(northwind, candidate)), "409 duplicate_application")
    assert.deepStrictEqual(membersOf(await check(northwind, { email: candidate.email })), { result: "TAKEN" })
    assert.deepStrictEqual(membersOf(await check(hirewell, { email: candidate.email })), {
      result: "YOURS",
      application_ids: [textOf(first, "id")],
      until: expires_at
    })
  })

  it("an agency withdraws and submits again, to keep a person for ever: the claim keeps its end", async () => {
    const candidate = somebody()
    const first = await submit(hirewell, candidate)
    const confirmed = await act(hirewell, first, "confirm")
    await act(hirewell, first, "withdraw")
    const again = await submit(hirewell, candidate)
    assert.deepStrictEqual(ownershipOf(await act(hirewell, again, "confirm")), ownershipOf(confirmed))
  })

  it("an agency gives a person up: free for others, and nothing of it comes back", async () => {
    const candidate = somebody()
    const first = await submit(hirewell, candidate)
    await act(hirewell, first, "confirm")
    await act(hirewell, first, "withdraw")
    assert.deepInclude(ownershipOf(await act(hirewell, first, "release")), { ended_reason: "RELEASED" })
    const second = await submit(northwind, candidate)
    assert.strictEqual((await act(northwind, second, "confirm")).status, 200)
    assert.strictEqual(refusal(await submit(hirewell, candidate)), "409 duplicate_application")
  })

  it("an employer knew the person: the fee is nobody's, and the agency reads since when", async () => {
    const candidate = somebody()
    const first = await submit(hirewell, candidate)
    const known_since = textOf(await act(hirewell, first, "confirm"), "confirmed_at").slice(0, 10)
    await act(employer, first, "reject", { feedback, known_since })
    const seen = await call("GET", `/v1/applications/${textOf(first, "id")}`, { token: hirewell })
    assert.deepInclude(membersOf(seen)["rejection"], { known_since })
    assert.deepInclude(ownershipOf(seen), { ended_reason: "KNOWN_TO_EMPLOYER" })
    assert.strictEqual(refusal(await submit(northwind, candidate)), "409 duplicate_application")
    assert.strictEqual(refusal(await submit(hirewell, candidate)), "409 duplicate_application")
    assert.strictEqual(refusal(await act(employer, first, "restore")), "409 conflict")
  })

  it("an employer states after the interview that it knew the person: too late", async () => {
    const first = await submit(hirewell, somebody())
    const known_since = textOf(await act(hirewell, first, "confirm"), "confirmed_at").slice(0, 10)
    await act(employer, first, "keep")
    await act(employer, first, "advance")
    assert.strictEqual(refusal(await act(employer, first, "reject", { feedback, known_since })), "409 conflict")
  })

  it("an email was wrong: corrected with its claim, and not to take a person who is taken", async () => {
    const [wrong, right, taken] = [somebody(), somebody(), somebody()]
    await act(northwind, await submit(northwind, taken), "confirm")
    const first = await submit(hirewell, wrong)
    await act(hirewell, first, "confirm")
    const correct = (email: string) =>
      call("PATCH", `/v1/applications/${textOf(first, "id")}`, { token: hirewell, json: { candidate: { email } } })
    assert.strictEqual(refusal(await correct(taken.email)), "409 conflict")
    assert.strictEqual((await correct(right.email)).status, 200)
    assert.strictEqual(refusal(await submit(northwind, right)), "409 duplicate_application")
    assert.strictEqual((await submit(northwind, wrong)).status, 201)
  })

  it("a person looks like one whom the agency has under another email: possible, and the employer sees it of all", async () => {
    const candidate = { ...somebody(), phone: `+49301234${String(people).padStart(4, "0")}` }
    const first = await submit(hirewell, candidate)
    await act(hirewell, first, "confirm")
    const other = { email: somebody().email, phone: candidate.phone }
    const id = textOf(first, "id")
    assert.deepStrictEqual(membersOf(await check(hirewell, other)), { result: "POSSIBLE", application_ids: [id] })
    assert.deepStrictEqual(membersOf(await check(northwind, other)), { result: "AVAILABLE" })
    const json = { job_id: "job_00000001", agency_id: "agy_northwind", candidate: other }
    const seen = await call("POST", "/v1/applications/check", { token: employer, json })
    assert.deepStrictEqual(membersOf(seen), { result: "AVAILABLE", similar_application_ids: [id] })
  })
})
