/**
 * The audit log of an organization: its journal as the API shows it.
 */
import * as Schema from "effect/Schema"

import { AgencyId, ClientId } from "./Ids.ts"
import { Timestamp } from "./Timestamp.ts"

/** What can be done. */
export const AuditAction = Schema.Literals([
  "organization.created",
  "application.submitted",
  "application.confirmed",
  "application.declined",
  "application.kept",
  "application.advanced",
  "application.hired",
  "application.rejected",
  "application.restored",
  "application.withdrawn",
  "application.updated",
  "application.erased",
  "application.imported",
  "user.created",
  "user.updated",
  "user.disabled",
  "user.erased",
  "job.created",
  "job.updated",
  "job.opened",
  "job.held",
  "job.closed",
  "agency_fees.set",
  "jobs.imported",
  "agencies.imported",
  "users.imported",
  "applications.imported",
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
  actor: Schema.optionalKey(Schema.Literal("system")).annotateKey({
    description: "The service did it, as a consequence of the request; `reason` says of what"
  }),
  reason: Schema.optionalKey(Schema.Literal("ownership_taken")).annotateKey({
    description: "Why the service did it: `ownership_taken` when another application of the person was confirmed"
  }),
  agency_id: Schema.optionalKey(AgencyId.annotate({ description: "The agency that it concerns" })),
  request_id: Schema.optionalKey(Schema.String).annotateKey({ description: "The X-Request-Id of the request" }),
  changed: Schema.Array(Schema.String).annotate({ description: "The names of the members that changed" }),
  supplied: Schema.optionalKey(Schema.Array(Schema.String)).annotateKey({
    description: "Members that the service generates, and that the request supplied instead"
  }),
  before: Schema.optionalKey(Schema.Json).annotateKey({
    description: "The value before, of fees, permissions, status and the state of an application"
  }),
  after: Schema.optionalKey(Schema.Json).annotateKey({
    description:
      "The value after, of fees, permissions, status and the state of an application; of an import, how much was written"
  })
}).annotate({
  identifier: "AuditEntry",
  description: "Who did what, and when; without a client, the operator or the service did it",
  "x-extension": true
})
export type AuditEntry = typeof AuditEntry.Type
