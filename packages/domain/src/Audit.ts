/**
 * What is kept of each change: who made it, what it touched, when. Rows are added and never altered.
 *
 * Values are kept for money and power alone: fees and permissions. Of everything else the row has the names of the members that
 * changed, so that nobody's data lives on here after it was erased.
 */
import * as Schema from "effect/Schema"

import { type AgencyFees } from "./AgencyFees.ts"
import { ClientId } from "./Ids.ts"
import { Timestamp } from "./Timestamp.ts"

/** What can be done. */
export const AuditAction = Schema.Literals([
  "organization.created",
  "user.created",
  "user.erased",
  "agency_fees.set",
  "jobs.imported",
  "agencies.imported",
  "client.created",
  "client.revoked",
  "grant.set",
  "grant.removed",
  "secret.added",
  "secret.ended",
  "secret.replaced"
])
export type AuditAction = typeof AuditAction.Type

/** A row of the audit log. Without a client, the operator did it. */
export const AuditEntry = Schema.Struct({
  id: Schema.String,
  occurred_at: Timestamp,
  action: AuditAction,
  resource_id: Schema.String.annotate({ description: "The id of what was touched" }),
  client_id: Schema.optionalKey(ClientId),
  request_id: Schema.optionalKey(Schema.String).annotateKey({ description: "The X-Request-Id of the request" }),
  changed: Schema.Array(Schema.String).annotate({ description: "The names of the members that changed" }),
  supplied: Schema.optionalKey(Schema.Array(Schema.String)).annotateKey({
    description: "Members that the service makes by itself, and that the caller brought along"
  }),
  before: Schema.optionalKey(Schema.Json).annotateKey({ description: "The value before, of fees and permissions" }),
  after: Schema.optionalKey(Schema.Json).annotateKey({
    description: "The value after, of fees and permissions; of an import, how much was written"
  })
}).annotate({
  identifier: "AuditEntry",
  description: "Who did what, and when; without a client, the operator did it",
  "x-extension": true
})
export type AuditEntry = typeof AuditEntry.Type

/** A change, before it is known who makes it and when. */
export type Deed = Omit<AuditEntry, "id" | "occurred_at" | "client_id" | "request_id">

/** Fees as the audit log keeps them: without notes, in which anything may stand. */
export const auditedFees = ({ optimizedFee, customFees }: AgencyFees) => ({
  optimizedFee,
  customFees: customFees.map((fee) =>
    fee.feeType === "FLAT_FEE"
      ? { feeType: fee.feeType, currency: fee.currency, feeCents: fee.feeCents }
      : { feeType: fee.feeType, feeBasisPoints: fee.feeBasisPoints }
  )
})

/** The change that sets fees. Members that were given and stay what they were have not changed. */
export const feesDeed = (agencyId: string, before: AgencyFees, after: AgencyFees): Deed => ({
  action: "agency_fees.set",
  resource_id: agencyId,
  changed: [
    ...(before.optimizedFee === after.optimizedFee ? [] : ["optimizedFee"]),
    ...(JSON.stringify(before.customFees) === JSON.stringify(after.customFees) ? [] : ["customFees"])
  ],
  before: auditedFees(before),
  after: auditedFees(after)
})
