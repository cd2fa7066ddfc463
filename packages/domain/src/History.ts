/**
 * The history of a resource: the entries of the journal about it, as the API shows them. No second record of what happened.
 */
import * as Schema from "effect/Schema"

import { AuditAction, AuditEntry } from "./Audit.ts"
import type { AgencyId } from "./Ids.ts"
import { Timestamp } from "./Timestamp.ts"

/** The members of every change in a history. */
export const changeFields = {
  id: Schema.String,
  occurred_at: Timestamp,
  action: AuditAction,
  changed: Schema.Array(Schema.String).annotate({ description: "The names of the members that changed" }),
  actor: Schema.Literals(["client", "operator", "system", "candidate"]).annotate({
    description:
      "The actor: a client, the operator, the service unasked or as a consequence, or the person of the application by a link"
  }),
  reason: AuditEntry.fields.reason,
  client_id: AuditEntry.fields.client_id,
  user_id: AuditEntry.fields.user_id,
  recruiter_id: AuditEntry.fields.recruiter_id,
  request_id: AuditEntry.fields.request_id
}

const Change = /* @__PURE__ */ Schema.Struct(changeFields)
type Change = typeof Change.Type

const actorOf = ({ actor, client_id }: AuditEntry): Change["actor"] =>
  actor ?? (client_id === undefined ? "operator" : "client")

/** An entry of the journal as a change, for the employer or for an agency, which does not see the client, its request or the user of the employer. */
export const changeOf = (entry: AuditEntry, agencyId: AgencyId | undefined): Change => ({
  id: entry.id,
  occurred_at: entry.occurred_at,
  action: entry.action,
  changed: entry.changed,
  actor: actorOf(entry),
  ...(entry.reason === undefined ? {} : { reason: entry.reason }),
  ...(agencyId !== undefined || entry.client_id === undefined ? {} : { client_id: entry.client_id }),
  ...(agencyId !== undefined || entry.user_id === undefined ? {} : { user_id: entry.user_id }),
  ...(entry.recruiter_id === undefined ? {} : { recruiter_id: entry.recruiter_id }),
  ...(agencyId !== undefined || entry.request_id === undefined ? {} : { request_id: entry.request_id })
})
