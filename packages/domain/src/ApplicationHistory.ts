/**
 * The history of an application: the entries of the journal about it, as the API shows them. No second record of what happened.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { ApplicationState } from "./ApplicationState.ts"
import { AuditAction, AuditEntry } from "./Audit.ts"
import type { AgencyId } from "./Ids.ts"
import { Timestamp } from "./Timestamp.ts"

/** One change of an application. */
export const ApplicationChange = Schema.Struct({
  id: Schema.String,
  occurred_at: Timestamp,
  action: AuditAction,
  state_before: Schema.optionalKey(ApplicationState).annotateKey({ description: "Absent for the submission" }),
  state_after: Schema.optionalKey(ApplicationState).annotateKey({
    description: "Absent where the state did not change"
  }),
  changed: Schema.Array(Schema.String).annotate({ description: "The names of the members that changed" }),
  actor: Schema.Literals(["client", "operator", "system"]).annotate({
    description: "Who did it: a client, the operator, or the service as a consequence; `reason` says of what"
  }),
  reason: AuditEntry.fields.reason,
  client_id: AuditEntry.fields.client_id,
  request_id: AuditEntry.fields.request_id
}).annotate({
  identifier: "ApplicationChange",
  description: "One change of an application; an agency is not told which client it was",
  "x-extension": true
})
export type ApplicationChange = typeof ApplicationChange.Type

const decodeState = Schema.decodeUnknownOption(Schema.Struct({ state: ApplicationState }))

const stateIn = (value: unknown) => Option.getOrUndefined(Option.map(decodeState(value), ({ state }) => state))

const actorOf = ({ actor, client_id }: AuditEntry): ApplicationChange["actor"] =>
  actor ?? (client_id === undefined ? "operator" : "client")

/** An entry of the journal as a change of its application, for the employer or for an agency. */
export const applicationChangeOf = (entry: AuditEntry, agencyId: AgencyId | undefined): ApplicationChange => {
  const [before, after] = [stateIn(entry.before), stateIn(entry.after)]
  return {
    id: entry.id,
    occurred_at: entry.occurred_at,
    action: entry.action,
    ...(before === undefined ? {} : { state_before: before }),
    ...(after === undefined ? {} : { state_after: after }),
    changed: entry.changed,
    actor: actorOf(entry),
    ...(entry.reason === undefined ? {} : { reason: entry.reason }),
    ...(agencyId !== undefined || entry.client_id === undefined ? {} : { client_id: entry.client_id }),
    ...(agencyId !== undefined || entry.request_id === undefined ? {} : { request_id: entry.request_id })
  }
}
