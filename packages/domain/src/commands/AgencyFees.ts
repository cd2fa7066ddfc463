/**
 * Commands that change the fees of an agency.
 */
import * as Struct from "effect/Struct"

import { AgencyFees, type AgencyFeesUpdate, mergeFees } from "../AgencyFees.ts"
import type { AgencyId, OrganizationId } from "../Ids.ts"
import { type Decision, ofAgencyFees } from "../Journal.ts"

/** Fees as the journal keeps them: without notes, in which anything may stand. */
export const journaledFees = (fees: AgencyFees) => ({
  ...fees,
  customFees: fees.customFees.map((fee) =>
    fee.feeType === "FLAT_FEE"
      ? { feeType: fee.feeType, currency: fee.currency, feeCents: fee.feeCents }
      : { feeType: fee.feeType, feeBasisPoints: fee.feeBasisPoints }
  )
})

/** Sets fees: an absent member keeps its stored value. An update that changes nothing has no entry. */
export const setFees = (
  agency: { readonly organizationId: OrganizationId; readonly agencyId: AgencyId },
  stored: AgencyFees,
  update: AgencyFeesUpdate
): Decision<AgencyFees> => {
  const next = mergeFees(stored, update)
  const changed = Struct.keys(AgencyFees.fields).filter(
    (name) => JSON.stringify(stored[name]) !== JSON.stringify(next[name])
  )
  return {
    next,
    entries:
      changed.length === 0
        ? []
        : [
            ofAgencyFees(
              {
                organizationId: agency.organizationId,
                action: "agency_fees.set",
                resource_id: agency.agencyId,
                changed,
                before: journaledFees(stored),
                after: journaledFees(next)
              },
              agency.agencyId,
              next
            )
          ]
  }
}
