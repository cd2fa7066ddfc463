/**
 * What a hire needs, and the terms that it obeys (recruiting 8). How a fee is chosen among several, Application.test.ts has.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { AgencyFees } from "../src/AgencyFees.ts"
import type { NewHire } from "../src/Application.ts"
import { dayOf, daysBetween } from "../src/CalendarDate.ts"
import { type HireFacts, hireOf } from "../src/commands/Hire.ts"
import { type ApplicationTerms, feesOfHire } from "../src/Terms.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const nowMs = Date.UTC(2026, 10, 28, 23, 59)
const share = (feeBasisPoints: number) => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints }) as const
const flat = { feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000 } as const
const custom = (...customFees: AgencyFees["customFees"]): AgencyFees => ({ optimizedFee: false, customFees })
const optimized: AgencyFees = { optimizedFee: true, customFees: [flat] }

const facts: HireFacts = { fees: custom(share(2_000)), jobStatus: "OPEN", employmentType: undefined, nowMs }
const given: NewHire = { start_date: "2027-01-04", base_salary_cents: 7_200_000, currency: "EUR" }
const termsOf = (binding: ApplicationTerms["binding"], fees: AgencyFees): ApplicationTerms => ({
  fees,
  binding,
  agreed_at: timestampFromMillis(0)
})

/** The fee and the amount of a hire, or what refuses it. */
const outcomeOf = (
  hire: Partial<NewHire>,
  changes: Partial<HireFacts> = {},
  terms?: ApplicationTerms
): ReadonlyArray<unknown> =>
  Result.match(hireOf({ ...given, ...hire }, terms === undefined ? {} : { terms }, { ...facts, ...changes }), {
    onFailure: ({ code, details = [] }) => [code, ...details.map((detail) => `${detail.path} ${detail.code}`)],
    onSuccess: ({ fee, fee_amount_cents }) => [fee, fee_amount_cents]
  })

describe("the fees of a hire (recruiting 8)", () => {
  it.for([
    ["terms that bind", termsOf("AT_CONFIRMATION", custom(share(2_500))), custom(share(1)), share(2_500)],
    ["terms that do not bind", termsOf("AT_HIRE", custom(share(2_500))), custom(share(1)), share(1)],
    ["no terms", undefined, custom(share(1)), share(1)],
    ["terms that bind and have no fee", termsOf("AT_CONFIRMATION", custom()), custom(share(1)), share(1)],
    [
      "terms that bind to the optimized fee",
      termsOf("AT_CONFIRMATION", optimized),
      custom(share(1)),
      { feeType: "OPTIMIZED_FEE" }
    ],
    ["terms that bind, of an agency without a fee now", termsOf("AT_CONFIRMATION", custom(flat)), custom(), flat]
  ] as const)("of %s are those", ([, terms, fees, expected]) =>
    assert.deepStrictEqual(outcomeOf({}, { fees }, terms)[0], expected)
  )

  it("are expected among those of the terms: another fee of the agency is none of them", () => {
    const terms = termsOf("AT_CONFIRMATION", custom(share(2_500), flat))
    assert.deepStrictEqual(outcomeOf({ expected_fee: share(2_500) }, {}, terms)[0], share(2_500))
    assert.deepStrictEqual(outcomeOf({ expected_fee: share(2_000) }, {}, terms), ["conflict"])
  })

  it("are whole: guarantee and payment terms come with them", () => {
    const agreed = { ...custom(flat), guarantee: { days: 90, refund: "FULL" }, paymentTermsDays: 30 } as const
    assert.strictEqual(feesOfHire(termsOf("AT_CONFIRMATION", agreed), custom()), agreed)
    const now = custom(share(1))
    assert.strictEqual(feesOfHire(termsOf("AT_HIRE", agreed), now), now)
  })
})

describe("a hire (recruiting 8)", () => {
  const temporary = { employmentType: "TEMPORARY" } as const
  it.for<[what: string, hire: Partial<NewHire>, changes: Partial<HireFacts>, expected: ReadonlyArray<unknown>]>([
    ["for a closed job", {}, { jobStatus: "CLOSED" }, ["conflict"]],
    ["for a job on hold", {}, { jobStatus: "ON_HOLD" }, [share(2_000), 1_440_000]],
    ["of 1999", { start_date: "1999-01-04" }, {}, ["unprocessable_entity", "/hire/start_date range"]],
    ["730 days ago", { start_date: "2024-11-28" }, {}, [share(2_000), 1_440_000]],
    ["731 days ago", { start_date: "2024-11-27" }, {}, ["unprocessable_entity", "/hire/start_date range"]],
    ["in 730 days", { start_date: "2028-11-27" }, {}, [share(2_000), 1_440_000]],
    ["in 731 days", { start_date: "2028-11-28" }, {}, ["unprocessable_entity", "/hire/start_date range"]],
    ["with a base of its percentage", { fee_base_cents: 9_000_000 }, {}, [share(2_000), 1_800_000]],
    ["of temporary work, at a percentage", {}, temporary, ["unprocessable_entity", "/hire/fee_base_cents required"]],
    [
      "of a contract, at a percentage",
      {},
      { employmentType: "CONTRACT" },
      ["unprocessable_entity", "/hire/fee_base_cents required"]
    ],
    ["of temporary work, with a base", { fee_base_cents: 1_000_000 }, temporary, [share(2_000), 200_000]],
    ["of temporary work, at a flat fee", {}, { ...temporary, fees: custom(flat) }, [flat, 500_000]],
    [
      "of temporary work, at the optimized fee",
      {},
      { ...temporary, fees: optimized },
      [{ feeType: "OPTIMIZED_FEE" }, undefined]
    ],
    ["of part-time work, at a percentage", {}, { employmentType: "PART_TIME" }, [share(2_000), 1_440_000]],
    [
      "with two mistakes",
      { start_date: "1999-01-04" },
      temporary,
      ["unprocessable_entity", "/hire/start_date range", "/hire/fee_base_cents required"]
    ],
    [
      "with a wrong day and a wrong fee",
      { start_date: "1999-01-04", custom_fee: 7 },
      {},
      ["unprocessable_entity", "/hire/start_date range", "/hire/custom_fee range"]
    ]
  ])("%s is what the table says", ([, hire, changes, expected]) =>
    assert.deepStrictEqual(outcomeOf(hire, changes), expected)
  )

  it("keeps its base, and neither an index nor an expectation", () => {
    const kept = hireOf({ ...given, fee_base_cents: 100, custom_fee: 0, expected_fee: share(2_000) }, {}, facts)
    assert.deepStrictEqual(Result.getOrThrow(kept), {
      ...given,
      fee_base_cents: 100,
      fee: share(2_000),
      fee_amount_cents: 20
    })
  })
})

describe("days (recruiting 8)", () => {
  it.for([
    ["2026-03-28", "2026-03-29", 1],
    ["2024-02-28", "2024-03-01", 2],
    ["2026-11-28", "2024-11-28", -730],
    ["0001-01-01", "9999-12-31", 3_652_058]
  ] as const)("from %s to %s are %d", ([from, to, days]) => assert.strictEqual(daysBetween(from, to), days))

  it("are those of UTC", () =>
    assert.deepStrictEqual(
      [dayOf(Date.UTC(2026, 0, 1) - 1), dayOf(Date.UTC(2026, 0, 1))],
      ["2025-12-31", "2026-01-01"]
    ))
})
