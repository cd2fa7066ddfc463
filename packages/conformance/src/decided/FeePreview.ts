/**
 * Decisions, Fees: the cost of a hire in the preview. A hire itself is made by `Placements.ts`, which undoes it.
 */
import * as Effect from "effect/Effect"
import { equal, expect, expectMembers, expectStatus, membersOf, same, seen, that } from "../Expect.ts"
import { expectRefusal, refuses } from "../Refusal.ts"
import { scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { amountMax, type Fee, flat, keeps, percentage } from "./Fees.ts"
import { changesOf } from "./FeesHistory.ts"

const hire = { base_salary_cents: 7_200_000, currency: "EUR" }

const previewPath = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("fees.preview")
  return `${session.feesPath(yield* session.agency)}/preview`
})

const requestPreview = Effect.fnUntraced(function* (session: Session, json: object) {
  return yield* session.call("POST", yield* previewPath(session), { json })
})

/** A preview that has these fees, each with what the hire costs under it. */
const previews = Effect.fnUntraced(function* (
  session: Session,
  input: object,
  optimizedFee: boolean,
  ...costs: ReadonlyArray<readonly [fee: Fee, amount: number]>
) {
  const answer = yield* requestPreview(session, input)
  yield* expectStatus(answer, 200)
  const fees = costs.map(([fee, fee_amount_cents]) => ({ fee, fee_amount_cents }))
  yield* expectMembers(answer, { optimizedFee: equal(optimizedFee), fees: equal(fees) })
  return answer
})

const amountOf = (cost: unknown): unknown => membersOf(cost)["fee_amount_cents"]

/** The cost of a hire under a share of a salary. */
const costs = (session: Session, base_salary_cents: number, feeBasisPoints: number, amount: number) => {
  const fee = percentage({ feeBasisPoints })
  const input = { ...hire, base_salary_cents, optimizedFee: false, customFees: [fee] }
  return previews(session, input, false, [fee, amount])
}

/** Salary, basis points, and the amount: half a cent up, less than half down, and more than a floating-point number holds. */
const amounts = [
  [25, 5_800, 15],
  [1, 5_000, 1],
  [1, 4_999, 0],
  [3, 5_000, 2],
  [999_767_491_703, 9_633, 963_076_024_757]
] as const

/** The agency's fees, and their history. */
const feesNow = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("fees.read")
  const answer = yield* session.readFees
  yield* expectStatus(answer, 200)
  return { answer, history: (yield* session.has("fees.history")) ? yield* changesOf(session) : [] }
})

export const feePreview = [
  writing("dec-fees.preview", "a hire is previewed under the stored fees, or under those given", function* (session) {
    yield* session.needs("fees.preview")
    const [first, second, third] = [flat({ note: "per hire" }), percentage(), percentage({ feeBasisPoints: 1 })]
    yield* keeps(session, { optimizedFee: false, customFees: [first, second] })
    const answer = yield* previews(session, hire, false, [first, 100], [second, 1_440_000])
    yield* previews(session, { ...hire, customFees: [third] }, false, [third, 720])
    yield* previews(session, { ...hire, customFees: [] }, false)
    // The optimized fee has no amount: the platform settles it.
    const optimized = yield* requestPreview(session, { ...hire, optimizedFee: true })
    const alone = that(
      "one fee without an amount",
      (fees) => Array.isArray(fees) && same(fees.map(amountOf), [undefined])
    )
    yield* expectMembers(optimized, { optimizedFee: equal(true), fees: alone })
    return `${answer.seen} ${answer.show(answer.json)}`
  }),

  writing("dec-fees.preview-changes-nothing", "a preview changes nothing", function* (session) {
    yield* session.needs("fees.preview")
    yield* keeps(session, { optimizedFee: false, customFees: [flat({ feeCents: 11 })] })
    const before = yield* feesNow(session)
    const given = flat({ feeCents: 12 })
    const answer = yield* previews(session, { ...hire, customFees: [given] }, false, [given, 12])
    const after = yield* feesNow(session)
    yield* expect(same(after.answer.json, before.answer.json), "fees as they were", seen(after.answer))
    const more = after.history.length - before.history.length
    yield* expect(more === 0, "a history as it was", `${more} changes more`)
    return answer.seen
  }),

  scenario("dec-fees.preview-currency", "a flat fee keeps its currency", function* (session) {
    const fee = flat({ currency: "JPY", feeCents: 500_000 })
    const answer = yield* previews(session, { ...hire, optimizedFee: false, customFees: [fee] }, false, [fee, 500_000])
    return `${answer.seen} ${answer.show(membersOf(answer.json)["fees"])}`
  }),

  scenario("dec-fees.amount", "a share of a salary is rounded half up, to the cent", function* (session) {
    for (const [salary, points, amount] of amounts) yield* costs(session, salary, points, amount)
    return amounts.map(([salary, points, amount]) => `${points} of ${salary}: ${amount}`).join(", ")
  }),

  scenario("dec-fees.amount-maximum", "salary and fee are at most 10^12", function* (session) {
    const answer = yield* costs(session, amountMax, 10_000, amountMax)
    const beyond = yield* requestPreview(session, { ...hire, base_salary_cents: amountMax + 1 })
    return `${answer.seen}, ${yield* expectRefusal(beyond, "422 unprocessable_entity", "body /base_salary_cents range")} beyond`
  }),

  refuses("dec-fees.preview-permission", "fees are previewed with agencies:read", "403 forbidden", (session) =>
    Effect.gen(function* () {
      const path = yield* previewPath(session)
      return [yield* session.send("POST", path, { token: yield* session.narrowed("jobs:read"), json: hire })]
    })
  )
]
