/**
 * The audit log of an organization: its journal as the API shows it.
 */
import * as Schema from "effect/Schema"

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
