/**
 * What a hire would cost (decisions, Fees): every fee that could apply, at the place that `custom_fee` names, at the amount that the hire
 * then has.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { integer } from "./support.ts"
import { type AgencyFees, amountOfHire, basisPointsMax } from "../src/AgencyFees.ts"
import { feesChangeOf } from "../src/FeesHistory.ts"
import { previewFees } from "../src/FeePreview.ts"
import { chooseFee } from "../src/HireFee.ts"
import { journaledFees, setFees } from "../src/commands/AgencyFees.ts"
import { auditEntryOf } from "../src/Journal.ts"
import { AgencyId, ClientId, OrganizationId } from "../src/Ids.ts"
import { amountMax } from "../src/Money.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const flat = { feeType: "FLAT_FEE", currency: "USD", feeCents: 500_000 } as const
const share = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000, note: "Senior roles" } as const
const custom: AgencyFees = { optimizedFee: false, customFees: [flat, share] }
const salary = { base_salary_cents: 7_200_000, currency: "EUR" } as const

describe("a preview of fees", () => {
  it("has each custom fee in its order, a flat one in its own currency", () =>
    assert.deepStrictEqual(Result.getOrThrow(previewFees(custom, salary)), {
      optimizedFee: false,
      fees: [
        { fee: flat, fee_amount_cents: 500_000 },
        { fee: share, fee_amount_cents: 1_440_000 }
      ]
    }))

  it("has the optimized fee alone where that applies, without an amount", () =>
    assert.deepStrictEqual(Result.getOrThrow(previewFees({ ...custom, optimizedFee: true }, salary)), {
      optimizedFee: true,
      fees: [{ fee: { feeType: "OPTIMIZED_FEE" } }]
    }))

  it("has none where a hire would have none to choose", () =>
    assert.deepStrictEqual(Result.getOrThrow(previewFees({ optimizedFee: false, customFees: [] }, salary)).fees, []))

  it("takes fees that are given in the place of the stored ones", () =>
    assert.deepStrictEqual(Result.getOrThrow(previewFees(custom, { ...salary, customFees: [share] })).fees, [
      { fee: share, fee_amount_cents: 1_440_000 }
    ]))

  it.prop(
    "is what a hire then costs, at each index",
    {
      base_salary_cents: integer(0, amountMax),
      optimizedFee: Arbitrary.schema(Schema.Boolean),
      shares: Arbitrary.array(integer(0, basisPointsMax))
    },
    ({ base_salary_cents, optimizedFee, shares }) => {
      const customFees = shares.map((feeBasisPoints) => ({ feeType: "PERCENTAGE_FEE", feeBasisPoints }) as const)
      const fees = { optimizedFee, customFees: [flat, ...customFees] }
      const { fees: costs } = Result.getOrThrow(previewFees(fees, { base_salary_cents, currency: "EUR" }))
      assert.lengthOf(costs, optimizedFee ? 1 : fees.customFees.length)
      costs.forEach((cost, index) => {
        const choice = { base_salary_cents, ...(fees.optimizedFee ? {} : { custom_fee: index }) }
        assert.deepStrictEqual(Result.getOrThrow(chooseFee(fees, choice)), cost)
        if (cost.fee.feeType !== "OPTIMIZED_FEE") {
          assert.strictEqual(Result.getOrThrow(amountOfHire(cost.fee, base_salary_cents)), cost.fee_amount_cents)
        }
      })
    }
  )
})

describe("the history of fees", () => {
  const { entries } = setFees(
    { organizationId: OrganizationId.make("org_1"), agencyId: AgencyId.make("agy_1") },
    { optimizedFee: true, customFees: [] },
    custom
  )
  const clientId = ClientId.make("cli_1")
  const actor = { kind: "client", clientId, requestId: "req_1" } as const
  const changes = entries.map((entry) => auditEntryOf(entry, { id: "aud_1", actor, nowMs: 0 }))

  it("shows the employer what the fees were and became, without notes, and who changed them", () =>
    assert.deepStrictEqual(
      changes.map((entry) => feesChangeOf(entry, undefined)),
      [
        {
          id: "aud_1",
          occurred_at: timestampFromMillis(0),
          action: "agency_fees.set",
          changed: ["optimizedFee", "customFees"],
          actor: "client",
          client_id: clientId,
          request_id: "req_1",
          before: { optimizedFee: true, customFees: [] },
          after: journaledFees(custom)
        }
      ]
    ))

  it("does not tell an agency which client it was", () =>
    assert.doesNotHaveAnyKeys(changes.map((entry) => feesChangeOf(entry, AgencyId.make("agy_1")))[0], [
      "client_id",
      "request_id"
    ]))
})
