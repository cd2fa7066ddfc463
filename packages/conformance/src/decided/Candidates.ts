/**
 * Recruiting rules 5: what is known of a candidate, and the telephone number as it is dialled in a country. What is submitted is withdrawn again.
 */
import { equal, expectMembers, expectStatus, membersOf, that } from "../Expect.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import { act, path, submitted } from "./Applications.ts"

const facts = {
  salary_expectation: { amount_cents: 7_200_000, currency: "EUR", period: "YEAR" },
  available_from: "2027-01-01",
  notice_period_days: 30,
  work_authorization: { country_code: "DE", needs_sponsorship: false },
  current_title: "Engineer",
  current_company: "Globex",
  links: ["https://example.com/work"]
}

export const candidates = [
  writing("rec-5.candidate", "a candidate has facts, which a patch changes one by one", function* (session) {
    yield* session.needs("candidates.facts")
    const { email, first_name, last_name } = session.newUser()
    const person = { first_name, last_name, email }
    const { answer, id } = yield* submitted(session, { candidate: { ...person, ...facts } })
    yield* expectMembers(answer, { candidate: equal({ ...person, ...facts }) })
    const patch = (candidate: object) => session.call("PATCH", `${path}/${id}`, { json: { candidate } })
    const patched = yield* patch({ salary_expectation: { period: "MONTH" }, links: null })
    yield* expectStatus(patched, 200)
    const { links: _links, ...others } = facts
    const salary_expectation = { ...facts.salary_expectation, period: "MONTH" }
    yield* expectMembers(patched, { candidate: equal({ ...person, ...others, salary_expectation }) })
    const refused = yield* patch({ links: ["http://example.com"] })
    const refusal = yield* expectRefusal(refused, "422 unprocessable_entity", "body /candidate/links/0 format")
    yield* act(session, id, { action: "withdraw" })
    return `${answer.seen}, ${refusal} for another link`
  }),

  writing("rec-5.phone-country", "a telephone number of a country is kept as E.164", function* (session) {
    yield* session.needs("candidates.facts")
    const { email, first_name, last_name } = session.newUser()
    const person = { first_name, last_name, email, phone: "0151 1234 5678" }
    const { answer, id } = yield* submitted(session, { candidate: { ...person, phone_country: "DE" } })
    const isKept = that("the number as E.164, without its country", (value) => {
      const { phone, phone_country } = membersOf(value)
      return phone === "+4915112345678" && phone_country === undefined
    })
    yield* expectMembers(answer, { candidate: isKept })
    const refused = yield* session.call("PATCH", `${path}/${id}`, { json: { candidate: { phone: person.phone } } })
    const refusal = yield* expectRefusal(refused, "422 unprocessable_entity", "body /candidate/phone format")
    yield* act(session, id, { action: "withdraw" })
    return `${answer.seen}, ${refusal} without the country`
  })
]
