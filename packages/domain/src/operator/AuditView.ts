/**
 * The audit log as operators read it: the entries of one organization, or those of none, about clients, secrets and operators.
 */
import * as Schema from "effect/Schema"

import { AuditAction, AuditEntry, exampleEntry } from "../Audit.ts"
import { ClientId, OrganizationId } from "../Ids.ts"
import { Timestamp } from "../Timestamp.ts"
import { OperatorId } from "./OperatorId.ts"

/** An entry, with its organization. */
export const OperatorAuditEntry = Schema.Struct({
  ...AuditEntry.fields,
  organization_id: Schema.optionalKey(
    OrganizationId.annotate({ description: "Its organization; absent for clients, secrets and operators" })
  )
}).annotate({
  identifier: "OperatorAuditEntry",
  description: "The actor, the action, the moment and the organization of a change",
  examples: [
    {
      ...exampleEntry,
      organization_id: OrganizationId.make("org_acme"),
      action: "job.opened",
      resource_id: "job_00000001",
      changed: ["status"]
    }
  ]
})
export type OperatorAuditEntry = typeof OperatorAuditEntry.Type

/** Filters of the audit log; every one that is given must be met. */
export const OperatorAuditFilter = Schema.Struct({
  organization_id: Schema.optionalKey(
    OrganizationId.annotate({
      description: "Entries of this organization; by default those of none, about clients, secrets and operators"
    })
  ),
  client_id: Schema.optionalKey(ClientId),
  operator_id: Schema.optionalKey(OperatorId),
  action: Schema.optionalKey(AuditAction.annotate({ description: "Entries of this action", examples: ["job.opened"] })),
  since: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded({ description: "Entries from then on" }))),
  until: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded({ description: "Entries before then" })))
})
export type OperatorAuditFilter = typeof OperatorAuditFilter.Type

/** Whether an entry meets a filter; its journal has its organization. */
export const meetsAuditFilter = (
  { action, client_id, operator_id, since, until }: OperatorAuditFilter,
  entry: AuditEntry
): boolean =>
  (action === undefined || entry.action === action) &&
  (client_id === undefined || entry.client_id === client_id) &&
  (operator_id === undefined || entry.operator_id === operator_id) &&
  (since === undefined || entry.occurred_at >= since) &&
  (until === undefined || entry.occurred_at < until)
