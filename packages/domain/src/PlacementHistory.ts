/**
 * The history of a placement: where each change led from and to.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { type AuditEntry, exampleEntry } from "./Audit.ts"
import { changeFields, changeOf } from "./History.ts"
import type { AgencyId } from "./Ids.ts"
import { PlacementStatus } from "./PlacementStatus.ts"
import { SettlementStatus } from "./Settlement.ts"

/** The statuses of a placement, as its entries of the journal have them. */
export const PlacementStatuses = Schema.Struct({
  status: PlacementStatus,
  settlement_status: Schema.optionalKey(SettlementStatus)
}).annotate({
  identifier: "PlacementStatuses",
  description: "The status of a placement, and that of its settlement, before or after a change",
  examples: [{ status: "AWAITING_START", settlement_status: "NOT_DUE" }],
  "x-extension": true
})
export type PlacementStatuses = typeof PlacementStatuses.Type

/** One change of a placement. */
export const PlacementChange = Schema.Struct({
  ...changeFields,
  before: Schema.optionalKey(PlacementStatuses),
  after: Schema.optionalKey(PlacementStatuses)
}).annotate({
  identifier: "PlacementChange",
  description: "One change of a placement; an agency is not told which client it was",
  examples: [
    {
      ...exampleEntry,
      action: "placement.started",
      changed: ["status", "settlement"],
      actor: "client",
      before: { status: "AWAITING_START", settlement_status: "NOT_DUE" },
      after: { status: "IN_GUARANTEE", settlement_status: "DUE" }
    }
  ],
  "x-extension": true
})
export type PlacementChange = typeof PlacementChange.Type

const decode = Schema.decodeUnknownOption(PlacementStatuses)

/** An entry of the journal as a change of its placement, for the employer or for an agency. */
export const placementChangeOf = (entry: AuditEntry, agencyId: AgencyId | undefined): PlacementChange => {
  const [before, after] = [Option.getOrUndefined(decode(entry.before)), Option.getOrUndefined(decode(entry.after))]
  return {
    ...changeOf(entry, agencyId),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after })
  }
}
