/**
 * The money of a placement in words (recruiting 8): amounts have the currency of the fee, and only what was paid is owed back.
 */
import { assert, describe, it } from "@effect/vitest"

import { feeMoney, refundText, type ShownPlacement } from "../src/PlacementMoney.ts"

const flat = { feeType: "FLAT_FEE", currency: "JPY", feeCents: 900_000 }
const percentage = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }

const left: ShownPlacement = {
  currency: "EUR",
  fee: flat,
  fee_amount_cents: 900_000,
  fell_off_on: "2026-01-31",
  refund_cents: 700_000,
  settlement: { status: "DUE" }
}

const unpaid = "none: the fee is not paid yet, and falls by 700000 JPY to 200000 JPY"

describe("the money of a placement (recruiting 8)", () => {
  it("has the currency of a flat fee, and of the salary otherwise", () => {
    assert.strictEqual(feeMoney({ currency: "EUR", fee: flat }, 500_000), "500000 JPY")
    assert.strictEqual(feeMoney({ currency: "EUR", fee: percentage }, 500_000), "5000.00 EUR")
  })

  it.each<[NonNullable<ShownPlacement["settlement"]>, string]>([
    [{ status: "NOT_DUE" }, unpaid],
    [{ status: "DUE" }, unpaid],
    [{ status: "INVOICED" }, unpaid],
    [{ status: "PAID", paid_cents: 900_000 }, "700000 JPY"],
    [{ status: "PAID", paid_cents: 500_000 }, "300000 JPY"],
    [{ status: "PAID", paid_cents: 200_000 }, "none: no more was paid than is owed"],
    [{ status: "REFUNDED", paid_cents: 900_000, refunded_cents: 600_000 }, "none: 600000 JPY was paid back"],
    [{ status: "VOID" }, "none: the settlement is VOID, and nothing is owed"],
    [{ status: "LATER" }, "700000 JPY"]
  ])("is owed back by how far the fee is settled: %j", (settlement, text) => {
    assert.strictEqual(refundText({ ...left, settlement }), text)
  })

  it("is owed back by nobody who has not left, is not known before an optimized fee is, and is none without a refund", () => {
    const { fell_off_on: _, ...stays } = left
    assert.isUndefined(refundText(stays))
    const { refund_cents: __, ...unknown } = left
    assert.strictEqual(refundText(unknown), "known once the fee is invoiced")
    assert.strictEqual(refundText({ ...left, refund_cents: 0 }), "none: the guarantee gives nothing back for this day")
  })
})
