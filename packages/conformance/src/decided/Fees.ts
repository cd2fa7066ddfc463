/**
 * Decisions, Fees: what a fee may be, and what setting fees does. What a hire costs, and what fees were, have files of their own.
 */
import * as Effect from "effect/Effect"
import { equal, expectMembers, expectStatus } from "../Expect.ts"
import { expectRefusal, refusesWrite } from "../Refusal.ts"
import { type Scenario, writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"

export type Fee = Readonly<Record<string, unknown>>

export const flat = (changes: Fee = {}): Fee => ({ feeType: "FLAT_FEE", currency: "EUR", feeCents: 100, ...changes })
export const percentage = (changes: Fee = {}): Fee => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, ...changes })

/** Bounds of values (decisions, Fees). */
export const amountMax = 1_000_000_000_000
const basisPointsMax = 10_000
const noteMax = 500
const feesMax = 20

/** Sets fees and expects them in the answer. */
export const keeps = Effect.fnUntraced(function* ({ setFees }: Session, body: Fee, expected: Fee = body) {
  const answer = yield* setFees(body)
  yield* expectStatus(answer, 200)
  yield* expectMembers(
    answer,
    Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, equal(value)]))
  )
  return answer
})

/** These fees are taken as they are, and each of those is refused. */
const takes = (rule: string, title: string, taken: ReadonlyArray<Fee>, refused: ReadonlyArray<Fee>): Scenario =>
  writing(rule, title, function* (session) {
    const answer = yield* keeps(session, { customFees: taken })
    for (const fee of refused) {
      yield* expectRefusal(yield* session.setFees({ customFees: [fee] }), "422 unprocessable_entity")
    }
    const codes = refused.length === 0 ? "" : `, 422 for ${answer.show(refused[0])}`
    return `${answer.seen}${codes}`
  })

const many = (count: number) => Array.from({ length: count }, (_, index) => flat({ feeCents: index }))

export const fees = [
  takes(
    "dec-fees.flat-fee",
    "a flat fee, with a note or without",
    [flat(), flat({ note: "per hire" })],
    [flat({ feeCents: undefined })]
  ),
  takes(
    "dec-fees.currency",
    "the currency is an upper-case code in use",
    [flat({ currency: "USD" }), flat({ currency: "JPY" }), flat({ currency: "CHF" })],
    [flat({ currency: "eur" }), flat({ currency: "ABC" }), flat({ currency: "DEM" }), flat({ currency: "EURO" })]
  ),
  takes(
    "dec-fees.currency-x",
    "of the X codes, five",
    ["XAF", "XCD", "XCG", "XOF", "XPF"].map((currency) => flat({ currency })),
    ["XAU", "XXX", "XTS", "XDR"].map((currency) => flat({ currency }))
  ),
  takes(
    "dec-fees.fee-cents",
    "feeCents is an integer from 0 to 10^12",
    [flat({ feeCents: 0 }), flat({ feeCents: amountMax })],
    [-1, 0.5, amountMax + 1, "100"].map((feeCents) => flat({ feeCents }))
  ),
  takes(
    "dec-fees.note",
    "a note has at most 500 characters",
    [flat({ note: "" }), flat({ note: "é".repeat(noteMax) })],
    [flat({ note: "x".repeat(noteMax + 1) })]
  ),
  takes(
    "dec-fees.percentage-fee",
    "a percentage fee",
    [percentage(), percentage({ note: "of the first year" })],
    [percentage({ feeBasisPoints: undefined }), { feeType: "SOMETHING_ELSE", feeBasisPoints: 1 }]
  ),
  takes(
    "dec-fees.basis-points",
    "feeBasisPoints is an integer from 0 to 10000",
    [percentage({ feeBasisPoints: 0 }), percentage({ feeBasisPoints: basisPointsMax })],
    [-1, 0.2, basisPointsMax + 1].map((feeBasisPoints) => percentage({ feeBasisPoints }))
  ),

  writing("dec-fees.absent-keeps", "an absent member keeps its value", function* (session) {
    const fees = { optimizedFee: false, customFees: [flat({ note: "kept" })] }
    yield* keeps(session, fees)
    yield* keeps(session, {}, fees)
    yield* keeps(session, { optimizedFee: true }, { ...fees, optimizedFee: true })
    const answer = yield* keeps(session, { customFees: [] }, { optimizedFee: true, customFees: [] })
    return answer.seen
  }),
  writing("dec-fees.list-replaces", "a given list replaces the stored one", function* (session) {
    yield* keeps(session, { customFees: [flat(), percentage()] })
    const answer = yield* keeps(session, { customFees: [flat({ feeCents: 7 })] })
    return `${answer.seen} ${answer.show(answer.json)}`
  }),
  writing("dec-fees.order-kept", "the order is kept", function* (session) {
    const customFees = [flat({ feeCents: 3 }), percentage(), flat({ feeCents: 1 }), flat({ feeCents: 2 })]
    const answer = yield* keeps(session, { customFees })
    return `${answer.seen}, four fees in their order`
  }),
  writing("dec-fees.maximum", "at most 20 fees", function* (session) {
    const answer = yield* keeps(session, { customFees: many(feesMax) })
    const refused = yield* session.setFees({ customFees: many(feesMax + 1) })
    return `${answer.seen} for 20, ${yield* expectRefusal(refused, "422 unprocessable_entity", "body /customFees length")}`
  }),
  refusesWrite(
    "dec-fees.duplicates",
    "no fee twice",
    "422 unprocessable_entity",
    ({ setFees }) => Effect.all([setFees({ customFees: [flat(), percentage(), flat()] })]),
    "body /customFees/2 duplicate"
  ),
  writing("dec-fees.dormant", "optimizedFee: true with custom fees", function* (session) {
    const answer = yield* keeps(session, { optimizedFee: true, customFees: [flat()] })
    return `${answer.seen} ${answer.show(answer.json)}`
  }),
  writing("dec-fees.none", "optimizedFee: false without any", function* (session) {
    const answer = yield* keeps(session, { optimizedFee: false, customFees: [] })
    return `${answer.seen} ${answer.show(answer.json)}`
  }),
  writing("dec-fees.both-members", "the answer always has both members", function* (session) {
    const fees = { optimizedFee: true, customFees: [percentage()] }
    yield* keeps(session, fees)
    const answer = yield* keeps(session, {}, fees)
    return `${answer.seen} for {}: ${answer.show(answer.json)}`
  }),
  refusesWrite("dec-fees.unknown-agency", "an unknown agency", "404 not_found", ({ call, feesPath, unique }) =>
    Effect.all([call("POST", feesPath(`agy_${unique()}`), { json: { optimizedFee: true } })])
  )
]
