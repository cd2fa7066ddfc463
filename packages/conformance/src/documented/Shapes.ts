/**
 * The service and the records it shows (spec 1, 2).
 */
import * as Effect from "effect/Effect"
import {
  boolean,
  expect,
  expectMembers,
  headerOf,
  integer,
  list,
  membersOf,
  oneOf,
  someText,
  that,
  text
} from "../Expect.ts"
import { scenario, writing } from "../Scenario.ts"
import { itemsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"

/** A flat fee with every documented member. */
export const flatFee = (feeCents: number, note: string) => ({ feeType: "FLAT_FEE", currency: "EUR", feeCents, note })

const token = { access_token: someText, token_type: someText, expires_in: integer }

const feeRecord = that("objects with a feeType", (value) =>
  Array.isArray(value) ? value.every((fee) => typeof membersOf(fee)["feeType"] === "string") : false
)

/** Each item meets the checks. */
const expectItems = (answer: Answer, checks: Parameters<typeof expectMembers>[1], what: string) =>
  Effect.forEach(itemsOf(answer), (item) => expectMembers(answer, checks, item, what))

export const shapes = [
  scenario("spec-1.json", "answers are JSON", function* (session) {
    const answers = [yield* session.primaryAnswer, yield* session.organizationsAnswer, yield* session.jobsAnswer]
    for (const answer of answers) {
      const type = headerOf(answer, "content-type")
      yield* expect(
        /^application\/([\w.-]+\+)?json\b/i.test(type),
        "Content-Type: application/json",
        `${answer.seen}, ${type}`
      )
      yield* expect(answer.json !== undefined, "a body of JSON", `${answer.seen} ${answer.show(answer.text)}`)
    }
    return answers.map(({ seen }) => seen).join(", ")
  }),

  scenario("spec-2.organization", "an organization has id and name", function* (session) {
    const answer = yield* session.organizationsAnswer
    const all = yield* expectItems(answer, { id: someText, name: text }, "an organization")
    if (all.length === 0) return yield* session.organization
    return `${answer.seen}, ${all.length} with id and name`
  }),

  scenario("spec-2.job", "a job has id, title and description", function* (session) {
    const answer = yield* session.jobsAnswer
    const all = yield* expectItems(answer, { id: someText, title: text, description: text }, "a job")
    if (all.length === 0) return yield* session.manyJobs("the organization has no jobs")
    return `${answer.seen}, a job with id, title and description`
  }),

  writing("spec-2.user", "a user has id, times, names and email", function* (session) {
    const answer = yield* session.addUserSound(session.newUser())
    const user = { id: someText, created_at: someText, updated_at: someText }
    yield* expectMembers(
      answer,
      { ...user, first_name: text, last_name: text, email: someText },
      answer.json,
      "the user"
    )
    return `${answer.seen}, a user with its six members`
  }),

  writing("spec-2.optimized-fee", "optimizedFee is true or false", function* (session) {
    const seen: Array<string> = []
    for (const optimizedFee of [false, true]) {
      const answer = yield* session.setFeesSound({ optimizedFee, customFees: [flatFee(100_000, "per hire")] })
      yield* expectMembers(answer, { optimizedFee: boolean }, answer.json, "the fees")
      yield* expectMembers(answer, { optimizedFee: oneOf(optimizedFee) }, answer.json, "the fees")
      seen.push(`${answer.seen}, optimizedFee ${optimizedFee}`)
    }
    return seen.join("; ")
  }),

  writing("spec-2.custom-fees", "customFees is an array of fees", function* (session) {
    const answer = yield* session.setFeesSound({ customFees: [flatFee(200_000, "first"), flatFee(300_000, "second")] })
    yield* expectMembers(answer, { customFees: list }, answer.json, "the fees")
    yield* expectMembers(answer, { customFees: feeRecord }, answer.json, "the fees")
    return `${answer.seen}, customFees an array of fees`
  }),

  writing("spec-2.flat-fee", "a Flat Fee has feeType, currency, feeCents and note", function* (session) {
    const answer = yield* session.setFeesSound({ customFees: [flatFee(150_000, "per hire")] })
    const fees = membersOf(answer.json)["customFees"]
    const [fee] = Array.isArray(fees) ? fees : []
    const members = {
      feeType: oneOf("FLAT_FEE"),
      currency: oneOf("EUR"),
      feeCents: oneOf(150_000),
      note: oneOf("per hire")
    }
    yield* expectMembers(answer, members, fee, "the flat fee")
    return `${answer.seen} ${answer.show(fee)}`
  }),

  scenario(
    "spec-2.token-response",
    "each token answer has access_token, token_type and expires_in",
    function* (session) {
      const answers = [yield* session.primaryAnswer, yield* session.scopedAnswer, yield* session.partnerAnswer]
      yield* Effect.forEach(answers, (answer) => expectMembers(answer, token))
      return answers.map(({ seen }) => seen).join(", ")
    }
  ),

  scenario("spec-2.token-scope", "scope stands in the scoped token's answer alone", function* (session) {
    const [primary, partner, scoped] = [
      yield* session.primaryAnswer,
      yield* session.partnerAnswer,
      yield* session.scopedAnswer
    ]
    const absent = { scope: that("nothing", (value) => value === undefined) }
    yield* Effect.forEach([primary, partner], (answer) => expectMembers(answer, absent))
    const { scope } = yield* expectMembers(scoped, { scope: oneOf(yield* session.organization) })
    return `${scoped.seen}, scope ${String(scope)}; ${primary.seen}, no scope`
  }),

  scenario("spec-2.list-content", "content holds the requested items", function* (session) {
    const answer = yield* session.jobsAnswer
    if (Array.isArray(answer.json)) return yield* Effect.as(session.jobsPage, "")
    yield* expectMembers(answer, { content: list })
    return `${answer.seen}, content an array of ${itemsOf(answer).length}`
  }),

  scenario("spec-2.list-next", "next is a URL, or null on the last page", function* (session) {
    const answer = yield* session.jobsPage
    const next = that("a URL or null", (value) => value === null || (typeof value === "string" && URL.canParse(value)))
    const found = yield* expectMembers(answer, { next })
    return `${answer.seen}, next ${answer.show(found["next"])}`
  }),

  scenario("spec-2.error-code", "an error has a machine-readable code", function* ({ wrongPartner }) {
    const answer = yield* wrongPartner
    const { error } = yield* expectMembers(answer, { error: someText })
    return `${answer.seen}, error ${answer.show(error)}`
  }),

  scenario("spec-2.error-message", "an error has a description for people", function* ({ wrongPartner }) {
    const answer = yield* wrongPartner
    const { message } = yield* expectMembers(answer, { message: someText })
    return `${answer.seen}, message ${answer.show(message)}`
  })
]
