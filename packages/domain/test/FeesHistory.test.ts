/**
 * The history of an agency's fees has every change, whatever the fees have in common without their notes (decisions, Fees).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { initialFees } from "../src/AgencyFees.ts"
import { journaledFees, setFees } from "../src/commands/AgencyFees.ts"
import { FeesChange, feesChangeOf } from "../src/FeesHistory.ts"
import { AgencyId, ClientId, OrganizationId } from "../src/Ids.ts"
import { auditEntryOf } from "../src/Journal.ts"

const agency = { organizationId: OrganizationId.make("org_a"), agencyId: AgencyId.make("agy_a") }
const actor = { kind: "client", clientId: ClientId.make("cli_a"), requestId: "req_a" } as const

describe("the history of an agency's fees", () => {
  it("shows two fees that differ in their notes alone (decisions, Fees)", () => {
    const fee = { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 } as const
    const { entries, next } = setFees(agency, initialFees, { customFees: [fee, { ...fee, note: "Senior roles" }] })
    const changes = entries.map((entry) =>
      feesChangeOf(auditEntryOf(entry, { id: "aud_1", actor, nowMs: 0 }), undefined)
    )
    assert.deepStrictEqual(
      changes.map(({ after }) => after),
      [journaledFees(next)]
    )
    const written = changes.map((change) => Schema.encodeSync(FeesChange)(change))
    assert.deepStrictEqual(
      written.map((change) => Schema.decodeUnknownSync(FeesChange)(change)),
      changes
    )
  })
})
