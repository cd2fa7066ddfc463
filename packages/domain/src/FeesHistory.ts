/**
 * The history of an agency's fees: what they were before each change and after it, without notes, in which anything may stand.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { AgencyFees } from "./AgencyFees.ts"
import { type AuditEntry, exampleEntry } from "./Audit.ts"
import { changeFields, changeOf } from "./History.ts"
import type { AgencyId } from "./Ids.ts"

/** One change of the fees of an agency. */
export const FeesChange = Schema.Struct({
  ...changeFields,
  before: Schema.optionalKey(AgencyFees),
  after: Schema.optionalKey(AgencyFees)
}).annotate({
  identifier: "FeesChange",
  description: "One change of the fees of an agency, without their notes; an agency is not told which client it was",
  examples: [
    {
      ...exampleEntry,
      action: "agency_fees.set",
      changed: ["optimizedFee", "customFees"],
      actor: "client",
      before: { optimizedFee: true, customFees: [] },
      after: { optimizedFee: false, customFees: [{ feeType: "FLAT_FEE", currency: "EUR", feeCents: 500_000 }] }
    }
  ],
  "x-extension": true
})
export type FeesChange = typeof FeesChange.Type

const decodeFees = Schema.decodeUnknownOption(AgencyFees)

/** An entry of the journal as a change of its agency's fees, for the employer or for an agency. */
export const feesChangeOf = (entry: AuditEntry, agencyId: AgencyId | undefined): FeesChange => {
  const [before, after] = [entry.before, entry.after].map((fees) => Option.getOrUndefined(decodeFees(fees)))
  return {
    ...changeOf(entry, agencyId),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after })
  }
}
