/**
 * Candidates over HTTP (recruiting 5): the facts that a submission has of a person are read, patched, shown in events and erased with the person.
 */
import { assert, describe, it } from "@effect/vitest"
import { mistakesOf } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const { call, tokens } = await sharedServer()
const token = tokens.acme

let people = 0
const submit = async (more: object) => {
  const candidate = { first_name: "Grace", last_name: "Hopper", email: `facts${++people}@example.com`, ...more }
  const answer = await call("POST", "/v1/applications", {
    token,
    json: { job_id: "job_00000001", agency_id: "agy_hirewell", candidate }
  })
  return { answer, candidate }
}

const facts = {
  salary_expectation: { amount_cents: 7_200_000, currency: "EUR", period: "YEAR" },
  available_from: "2026-03-01",
  notice_period_days: 0,
  work_authorization: { country_code: "DE", needs_sponsorship: false },
  current_title: "Engineer",
  current_company: "Globex",
  links: ["https://example.com/grace"]
}

describe("a telephone number as it is dialled in a country (recruiting 5)", () => {
  it("is stored as E.164, submitted and patched, and its country is not kept", async () => {
    const { answer, candidate } = await submit({ phone: "0151 1234 5678", phone_country: "DE" })
    const { phone_country: _country, ...kept } = { phone_country: "", ...candidate }
    assert.deepStrictEqual(membersOf(answer)["candidate"], { ...kept, phone: "+4915112345678" }, answer.text)
    const patch = (json: object) =>
      call("PATCH", `/v1/applications/${textOf(answer, "id")}`, { token, json: { candidate: json } })
    const patched = await patch({ phone: "06 12 34 56 78", phone_country: "FR" })
    assert.deepStrictEqual(membersOf(patched)["candidate"], { ...kept, phone: "+33612345678" }, patched.text)
    assert.deepStrictEqual(mistakesOf(await patch({ phone_country: "FR" })), [
      "body /candidate/phone_country not_allowed"
    ])
  })

  it.for([
    [{ phone: "0151 1234 5678" }, "body /candidate/phone format"],
    [{ phone: "12", phone_country: "DE" }, "body /candidate/phone format"],
    [{ phone: "0151 1234 5678", phone_country: "AQ" }, "body /candidate/phone_country not_allowed"],
    [{ phone: "0151 1234 5678", phone_country: "de" }, "body /candidate/phone_country format"],
    [{ phone: "call me", phone_country: "DE" }, "body /candidate/phone format"]
  ] as const)("is refused with 422: %j: %s", async ([given, mistake]) => {
    const { answer } = await submit(given)
    assert.deepStrictEqual([answer.status, mistakesOf(answer)], [422, [mistake]], answer.text)
  })
})

describe("a note (recruiting 5)", () => {
  it("has up to 10,000 characters, of four bytes each too", async () => {
    const json = {
      job_id: "job_00000001",
      agency_id: "agy_hirewell",
      candidate: { first_name: "Grace", last_name: "Hopper", email: "note@example.com" },
      note: "\n\u{1f600}".repeat(5_000)
    }
    const answer = await call("POST", "/v1/applications", { token, json })
    assert.deepStrictEqual([answer.status, membersOf(answer)["note"]], [201, json.note])
    const path = `/v1/applications/${textOf(answer, "id")}`
    const long = await call("PATCH", path, { token, json: { note: "\u{1f600}".repeat(10_000) } })
    assert.strictEqual(long.status, 200, long.text)
    const longer = await call("PATCH", path, { token, json: { note: `${json.note}1` } })
    assert.deepStrictEqual(mistakesOf(longer), ["body /note length"])
  })
})

describe("the facts of a candidate (recruiting 5)", () => {
  it("are kept as they were submitted: in the answer, the application and its event", async () => {
    const { answer, candidate } = await submit(facts)
    assert.deepStrictEqual([answer.status, membersOf(answer)["candidate"]], [201, candidate], answer.text)
    const id = textOf(answer, "id")
    assert.deepStrictEqual((await call("GET", `/v1/applications/${id}`, { token })).json, answer.json)
    const events = feedPageOf(await call("GET", "/v1/events?limit=100", { token })).content
    const event = events.find(({ data }) => JSON.stringify(data).includes(id))
    assert.deepStrictEqual(Object(event?.data).application.candidate, candidate)
  })

  it("are patched member by member, and a new salary is whole", async () => {
    const { answer, candidate } = await submit({})
    const path = `/v1/applications/${textOf(answer, "id")}`
    const patch = (json: object) => call("PATCH", path, { token, json: { candidate: json } })
    await patch(facts)
    const patched = await patch({ salary_expectation: { period: "MONTH" }, notice_period_days: null })
    const { notice_period_days: _notice, ...others } = facts
    assert.deepStrictEqual(membersOf(patched)["candidate"], {
      ...candidate,
      ...others,
      salary_expectation: { ...facts.salary_expectation, period: "MONTH" }
    })
    await patch({ salary_expectation: null })
    const refused = await patch({ salary_expectation: { period: "MONTH" } })
    assert.deepStrictEqual(mistakesOf(refused), [
      "body /candidate/salary_expectation/amount_cents required",
      "body /candidate/salary_expectation/currency required"
    ])
  })

  it("are refused with the place of each mistake", async () => {
    const { answer } = await submit({
      salary_expectation: { amount_cents: 1.5, currency: "eur" },
      work_authorization: { country_code: "DE" },
      links: ["http://example.com"]
    })
    assert.strictEqual(answer.status, 422, answer.text)
    assert.sameMembers(mistakesOf(answer), [
      "body /candidate/salary_expectation/amount_cents type",
      "body /candidate/salary_expectation/currency format",
      "body /candidate/salary_expectation/period required",
      "body /candidate/work_authorization/needs_sponsorship required",
      "body /candidate/links/0 format"
    ])
  })
})
