/**
 * The audit log of an organization: its journal as the API shows it.
 */
import * as Schema from "effect/Schema"

import { EventTypeName } from "./EventType.ts"
import { AgencyId, ClientId, UserId } from "./Ids.ts"
import { OperatorId } from "./operator/OperatorId.ts"
import { RecruiterId } from "./Recruiter.ts"
import { SystemReason } from "./SystemReason.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The actions of the journal: those that partners get as events, and those of the operator and the organization itself. */
export const AuditAction = Schema.Literals([
  ...EventTypeName.literals,
  "agency_invitation.resent",
  "candidate.checked",
  "erasure_request.created",
  "organization.created",
  "organization.renamed",
  "client.created",
  "client.updated",
  "client.revoked",
  "grant.set",
  "grant.removed",
  "secret.added",
  "secret.ended",
  "secret.replaced",
  "database.restored",
  "webhook_endpoint.created",
  "webhook_endpoint.updated",
  "webhook_endpoint.enabled",
  "webhook_endpoint.deleted",
  "webhook_endpoint.secret_rotated",
  "webhook_endpoint.tested",
  "webhook_endpoint.redelivered",
  "webhook_secrets.rewrapped",
  "operator.created",
  "operator.updated",
  "operator.link_created",
  "operator.signed_in",
  "operator.signed_out",
  "operator.revoked",
  "operator.erased"
])
export type AuditAction = typeof AuditAction.Type

/** The entry in the examples of the documentation, here and in the histories of resources. */
export const exampleEntry = {
  id: "aud_01KGAS0F00C4N8P2R6T0V3X7Z9",
  occurred_at: exampleMoment,
  client_id: ClientId.make("cli_01KGAS0F00W2P4J8H6V3B9D5QE"),
  request_id: "0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"
}

/** A row of the audit log. Without a client, an operator did it, who is named unless it was at the command line. */
export const AuditEntry = Schema.Struct({
  id: Schema.String,
  occurred_at: Timestamp,
  action: AuditAction,
  resource_id: Schema.String.annotate({ description: "The id of what was touched" }),
  client_id: Schema.optionalKey(ClientId),
  operator_id: Schema.optionalKey(OperatorId.annotate({ description: "The operator who did it; an opaque id" })),
  user_id: Schema.optionalKey(UserId.annotate({ description: "The user on whose behalf the client did it" })),
  recruiter_id: Schema.optionalKey(
    RecruiterId.annotate({ description: "The recruiter on whose behalf the client of the agency did it" })
  ),
  actor: Schema.optionalKey(Schema.Literals(["system", "candidate"])).annotateKey({
    description:
      "`system`: the service did it, unasked or as a consequence of the request; `candidate`: the person of the application, by a link"
  }),
  reason: Schema.optionalKey(SystemReason),
  agency_id: Schema.optionalKey(AgencyId.annotate({ description: "The agency that it concerns" })),
  request_id: Schema.optionalKey(Schema.String).annotateKey({ description: "The X-Request-Id of the request" }),
  changed: Schema.Array(Schema.String).annotate({ description: "The names of the members that changed" }),
  supplied: Schema.optionalKey(Schema.Array(Schema.String)).annotateKey({
    description: "Members that the service generates, and that the request supplied instead"
  }),
  before: Schema.optionalKey(Schema.Json).annotateKey({
    description:
      "The value before, of fees, permissions, status and the state of an application; the ids of secrets that ended"
  }),
  after: Schema.optionalKey(Schema.Json).annotateKey({
    description:
      "The value after, of fees, permissions, status and the state of an application; of an import, how much was written; the id of a secret that was made"
  })
}).annotate({
  identifier: "AuditEntry",
  description: "The actor, the action and the moment of a change; without a client, an operator or the service did it",
  examples: [
    {
      ...exampleEntry,
      action: "job.opened",
      resource_id: "job_00000001",
      changed: ["status"],
      before: { status: "DRAFT" },
      after: { status: "OPEN" }
    }
  ],
  "x-extension": true
})
export type AuditEntry = typeof AuditEntry.Type
