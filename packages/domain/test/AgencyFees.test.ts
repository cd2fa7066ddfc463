/**
 * The fees of an agency: bounds, updates and what a hire costs (spec 2, spec 4.6; decisions, Fees).
 *
 * Amounts are checked against the definition of half-up rounding, not against the formula of the source.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import {
  AgencyFeesUpdate,
  amountOfHire,
  basisPointsMax,
  type Fee,
  initialFees,
  mergeFees,
  repeatedFees
} from "../src/AgencyFees.ts"
import { amountMax } from "../src/Money.ts"
import { either, faults, integer, oneOf } from "./support.ts"

const percentage = (feeBasisPoints: number): Fee => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints })
const flat = (feeCents: number): Fee => ({ feeType: "FLAT_FEE", currency: "EUR", feeCents })
const faultsOfFee = (fee: unknown) => faults(AgencyFeesUpdate, { customFees: [fee] })
const amount = (fee: Fee, salaryCents: number) => Result.getOrThrow(amountOfHire(fee, salaryCents))

// Few values, so that lists often repeat a fee.
const someFee: Arbitrary.Arbitrary<Fee> = either(
  Arbitrary.map(Arbitrary.all([oneOf(["EUR", "JPY"]), integer(0, 2)]), ([currency, feeCents]): Fee => ({
    feeType: "FLAT_FEE",
    currency,
    feeCents
  })),
  either(
    Arbitrary.map(integer(0, 2), percentage),
    Arbitrary.map(oneOf(["", "senior"]), (note): Fee => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1, note }))
  )
)
const someFees = Arbitrary.array(someFee, { maxLength: 20 })
const someStored = Arbitrary.all({ optimizedFee: Arbitrary.schema(Schema.Boolean), customFees: someFees })
const salary = integer(0, amountMax)
const basisPoints = integer(0, basisPointsMax)
/** Odd × 5000 and odd: the exact amount ends in half a cent. */
const halfCent = Arbitrary.map(
  Arbitrary.all([integer(0, 99_999_999), integer(0, 4_999)]),
  ([half, points]): [number, number] => [5_000 * (2 * half + 1), 2 * points + 1]
)

describe("the amount of a hire (decisions, Fees)", () => {
  it.prop(
    "is the integer nearest to salary × basis points / 10000, the greater of two equally near",
    { hire: either(Arbitrary.all([salary, basisPoints]), halfCent) },
    ({ hire: [salary, basisPoints] }) => {
      const exact = BigInt(salary) * BigInt(basisPoints)
      const excess = BigInt(amount(percentage(basisPoints), salary)) * 10_000n - exact
      assert.isTrue(excess > -5_000n && excess <= 5_000n, `off by ${excess} ten-thousandths of a cent`)
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop("is an integer from 0 to the salary", { salary, basisPoints }, ({ salary, basisPoints }) => {
    const cents = amount(percentage(basisPoints), salary)
    assert.isTrue(Number.isSafeInteger(cents) && cents >= 0 && cents <= salary)
  })

  it.prop(
    "of a share split in two differs from the whole by a cent at most",
    { salary, parts: Arbitrary.all([basisPoints, basisPoints]) },
    ({ salary, parts: [one, other] }) => {
      const [low, high] = one < other ? [one, other] : [other, one]
      const sum = amount(percentage(low), salary) + amount(percentage(high - low), salary)
      assert.isAtMost(Math.abs(sum - amount(percentage(high), salary)), 1)
    },
    { arbitrary: { runs: 1_000 } }
  )

  it.for([
    { salary: 1, points: 5_000, cents: 1 },
    { salary: 1, points: 4_999, cents: 0 },
    { salary: 3, points: 5_000, cents: 2 },
    { salary: 25, points: 5_800, cents: 15 },
    { salary: amountMax, points: 10_000, cents: amountMax },
    { salary: amountMax - 1, points: 9_999, cents: 999_899_999_999 }
  ])("of $salary at $points basis points is $cents", ({ salary, points, cents }) =>
    assert.strictEqual(amount(percentage(points), salary), cents)
  )

  it.prop("under a flat fee is that fee, whatever the salary", { salary, fee: salary }, ({ salary, fee }) =>
    assert.strictEqual(amount(flat(fee), salary), fee)
  )

  it.for([-1, amountMax + 1, 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    "is refused for the salary %d",
    (wrong) => {
      const refusal = `the salary must be an integer from 0 to ${amountMax}`
      assert.strictEqual(Result.merge(amountOfHire(percentage(1), wrong)), refusal)
      assert.strictEqual(Result.merge(amountOfHire(flat(1), wrong)), refusal)
    }
  )
})

describe("an update of fees (decisions, Fees)", () => {
  it("finds optimizedFee true and no custom fees at a new agency", () =>
    assert.deepStrictEqual(initialFees, { optimizedFee: true, customFees: [] }))

  it.prop("keeps what is absent", { stored: someStored, update: someStored }, ({ stored, update }) => {
    assert.deepStrictEqual(mergeFees(stored, {}), stored)
    const { optimizedFee, customFees } = update
    assert.deepStrictEqual(mergeFees(stored, { optimizedFee }), { optimizedFee, customFees: stored.customFees })
    assert.deepStrictEqual(mergeFees(stored, { customFees }), { optimizedFee: stored.optimizedFee, customFees })
  })

  it.prop("replaces what is given, false and [] included, in its order", [someStored, someStored], ([stored, update]) =>
    assert.deepStrictEqual(mergeFees(stored, update), update)
  )

  it.prop("changes nothing when repeated", [someStored, someStored], ([stored, { customFees }]) => {
    const once = mergeFees(stored, { customFees })
    assert.deepStrictEqual(mergeFees(once, { customFees }), once)
  })
})

describe("guarantee and payment terms (recruiting 8)", () => {
  const guarantee = { days: 90, refund: "PRORATED" } as const
  const stored = { optimizedFee: false, customFees: [percentage(2_000)], guarantee, paymentTermsDays: 30 }

  it.for([
    ["an update without them keeps", {}, stored],
    [
      "a guarantee takes the place of",
      { guarantee: { days: 1, refund: "NONE" } },
      { ...stored, guarantee: { days: 1, refund: "NONE" } }
    ],
    [
      "0 days, alone, remove the guarantee of",
      { guarantee: { days: 0 } },
      { ...initialFees, ...stored, guarantee: undefined }
    ],
    ["0 days until the fee is due are terms, which change", { paymentTermsDays: 0 }, { ...stored, paymentTermsDays: 0 }]
  ] as const)("%s what is stored", ([, update, expected]) => {
    // As JSON: the member of a removed guarantee is absent.
    assert.strictEqual(JSON.stringify(mergeFees(stored, update)), JSON.stringify(expected))
    assert.deepStrictEqual(Object.keys(mergeFees(stored, { guarantee: { days: 0 } })), [
      "optimizedFee",
      "customFees",
      "paymentTermsDays"
    ])
  })

  it.for([
    [{ guarantee }, []],
    [{ guarantee: { days: 365, refund: "FULL" }, paymentTermsDays: 365 }, []],
    [{ guarantee: { days: 0 }, paymentTermsDays: 0 }, []],
    [{ guarantee: { days: 0, refund: "FULL" } }, ["/guarantee/refund not_allowed"]],
    [{ guarantee: { days: 90 } }, ["/guarantee/refund required"]],
    [{ guarantee: { days: 366, refund: "FULL" } }, ["/guarantee/days range"]],
    [{ guarantee: { days: -1, refund: "FULL" } }, ["/guarantee/days range"]],
    [{ guarantee: { days: 0.5, refund: "FULL" } }, ["/guarantee/days type"]],
    [{ guarantee: { days: 90, refund: "HALF" } }, ["/guarantee/refund not_allowed"]],
    [{ guarantee: null }, ["/guarantee type"]],
    [{ paymentTermsDays: 366 }, ["/paymentTermsDays range"]],
    [{ paymentTermsDays: -1 }, ["/paymentTermsDays range"]]
  ] as const)("of %j have the faults %j", ([update, expected]) =>
    assert.deepStrictEqual(faults(AgencyFeesUpdate, update), expected)
  )
})

describe("a list of custom fees (decisions, Fees)", () => {
  it.prop("names each fee that repeats an earlier one exactly", { fees: someFees }, ({ fees }) => {
    const texts = fees.map((fee) => JSON.stringify(Object.entries(fee).toSorted()))
    const expected = texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []))
    assert.deepStrictEqual(repeatedFees(fees), expected)
  })

  it.for([
    ["one", [1, 2, 1], [2]],
    ["two of the same", [1, 1, 1], [1, 2]],
    ["two of different ones", [1, 2, 2, 1], [2, 3]]
  ] as const)("with %s repeated is refused at each place", ([, points, places]) =>
    assert.deepStrictEqual(
      faults(AgencyFeesUpdate, { customFees: points.map(percentage) }),
      places.map((place) => `/customFees/${place} duplicate`)
    )
  )

  it("has at most 20 fees", () => {
    const fees = Array.from({ length: 21 }, (_, index) => percentage(index))
    assert.deepStrictEqual(faults(AgencyFeesUpdate, { customFees: fees.slice(1) }), [])
    assert.deepStrictEqual(faults(AgencyFeesUpdate, { customFees: fees }), ["/customFees length"])
  })

  it("refuses a list that is much too long without looking at any of its fees (decisions, Limits)", () => {
    const customFees = Array.from({ length: 2_000 }, (_, index) => percentage(index))
    const before = process.cpuUsage()
    assert.deepStrictEqual(faults(AgencyFeesUpdate, { customFees }), ["/customFees length"])
    // The time of the processor: a busy machine does not make it longer.
    assert.isBelow(process.cpuUsage(before).user, 1_000_000)
  })
})

describe("a fee on the wire (spec 2, Flat Fee; decisions, Fees)", () => {
  const flatText = (feeCents: string): unknown =>
    JSON.parse(`{"feeType":"FLAT_FEE","currency":"EUR","feeCents":${feeCents}}`)

  it.for(["0", "1000000000000", "1.0", "1e3"])("takes the JSON number %s as feeCents", (text) =>
    assert.deepStrictEqual(faultsOfFee(flatText(text)), [])
  )

  it.for([
    ["9007199254740993", "type"],
    ["1e400", "type"],
    ["1.5", "type"],
    ["-1", "range"],
    ["1000000000001", "range"],
    ['"1"', "type"],
    ["null", "type"]
  ])("refuses the JSON value %s as feeCents (%s)", ([text = "", code = ""]) => {
    const found = faultsOfFee(flatText(text))
    assert.include(found, `/customFees/0/feeCents ${code}`)
    assert.isTrue(found.every((fault) => fault.startsWith("/customFees/0/feeCents ")))
  })

  it.for([
    ["a share of 10000", percentage(10_000), []],
    ["a share of 10001", percentage(10_001), ["/customFees/0/feeBasisPoints range"]],
    ["a share of 0.2", percentage(0.2), ["/customFees/0/feeBasisPoints type"]],
    ["a note of 500 emoji", { ...flat(1), note: "😀".repeat(500) }, []],
    ["a note of 501 emoji", { ...flat(1), note: "😀".repeat(501) }, ["/customFees/0/note length"]],
    ["an empty note", { ...flat(1), note: "" }, []],
    ["a note that is null", { ...flat(1), note: null }, ["/customFees/0/note type"]],
    ["a lower-case currency", { ...flat(1), currency: "eur" }, ["/customFees/0/currency format"]],
    ["no currency", { feeType: "FLAT_FEE", feeCents: 1 }, ["/customFees/0/currency required"]],
    ["an unknown member", { ...flat(1), feeCent: 1 }, ["/customFees/0/feeCent unknown"]],
    ["an unknown feeType", { feeType: "HOURLY" }, ["/customFees/0/feeType not_allowed"]]
  ] as const)("with %s has the faults $2", ([, fee, expected]) => assert.deepStrictEqual(faultsOfFee(fee), expected))

  it.for([
    ["null as optimizedFee", { optimizedFee: null }, ["/optimizedFee type"]],
    ["null as customFees", { customFees: null }, ["/customFees type"]],
    ["a typing mistake", { optimisedFee: true }, ["/optimisedFee unknown"]]
  ] as const)("an update with %s has the faults $2", ([, update, expected]) =>
    assert.deepStrictEqual(faults(AgencyFeesUpdate, update), expected)
  )
})
