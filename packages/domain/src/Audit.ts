/**
 * What is kept of each change: who made it, what it touched, when. Rows are added and never altered.
 *
 * Values are kept for money and power alone: fees and permissions. Of everything else the row has the names of the members that
 * changed, so that nobody's data lives on here after it was erased.
 */
import * as Schema from "effect/Schema"

import { type AgencyFees } from "./AgencyFees.ts"
import type { Grant } from "./Client.ts"
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
  "client.updated",
  "client.revoked",
  "grant.set",
  "grant.removed",
  "secret.added",
  "secret.ended",
  "secret.replaced",
  "database.restored"
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
    description: "Members that the service generates, and that the request supplied instead"
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
export type JournalEntry = Omit<AuditEntry, "id" | "occurred_at" | "client_id" | "request_id">

/** The change that creates an organization. */
export const organizationCreated = (organizationId: string): JournalEntry => ({
  action: "organization.created",
  resource_id: organizationId,
  changed: ["name"]
})

/** The change that creates a client with its first secret. */
export const clientCreated = (clientId: string): JournalEntry => ({
  action: "client.created",
  resource_id: clientId,
  changed: ["name", "secret", "may_create_organizations", "default_organization"]
})

/** The change that ends every secret of a client and gives it a new one. */
export const secretReplaced = (clientId: string): JournalEntry => ({
  action: "secret.replaced",
  resource_id: clientId,
  changed: ["secret"]
})

/** Fees as the audit log keeps them: without notes, in which anything may stand. */
export const auditedFees = ({ optimizedFee, customFees }: AgencyFees) => ({
  optimizedFee,
  customFees: customFees.map((fee) =>
    fee.feeType === "FLAT_FEE"
      ? { feeType: fee.feeType, currency: fee.currency, feeCents: fee.feeCents }
      : { feeType: fee.feeType, feeBasisPoints: fee.feeBasisPoints }
  )
})

/** The change that sets fees; none when every member that was given stays what it was. */
export const feesSet = (agencyId: string, before: AgencyFees, after: AgencyFees): JournalEntry | undefined => {
  const changed = [
    ...(before.optimizedFee === after.optimizedFee ? [] : ["optimizedFee"]),
    ...(JSON.stringify(before.customFees) === JSON.stringify(after.customFees) ? [] : ["customFees"])
  ]
  return changed.length === 0
    ? undefined
    : {
        action: "agency_fees.set",
        resource_id: agencyId,
        changed,
        before: auditedFees(before),
        after: auditedFees(after)
      }
}

/** The permissions of a grant, and the agency it is bound to. */
type GrantValue = Pick<Grant, "permissions" | "agencyId">

/** The change that sets a grant, or changes the one there was; none when it stays what it was. */
export const grantSet = (
  clientId: string,
  before: GrantValue | undefined,
  after: GrantValue
): JournalEntry | undefined => {
  const had = before?.permissions ?? []
  const isSame = had.length === after.permissions.length && had.every((one) => after.permissions.includes(one))
  const changed = [
    ...(before !== undefined && isSame ? [] : ["permissions"]),
    ...(before?.agencyId === after.agencyId ? [] : ["agency_id"])
  ]
  return changed.length === 0
    ? undefined
    : { action: "grant.set", resource_id: clientId, changed, before: had, after: after.permissions }
}

/** The change that takes a grant back. */
export const grantRemoved = (clientId: string, before: GrantValue): JournalEntry => ({
  action: "grant.removed",
  resource_id: clientId,
  changed: ["permissions", ...(before.agencyId === undefined ? [] : ["agency_id"])],
  before: before.permissions,
  after: []
})
