/**
 * The journal: an entry for each change, with who made it, what it touched and when. Entries are appended and never altered.
 *
 * Values are kept for money, power and status alone: fees, permissions, and where a job or a user stands. Of everything else an entry
 * has the names of the members that changed, so that nobody's data lives on here after it was erased.
 */
import * as Struct from "effect/Struct"

import type { AuditEntry } from "./Audit.ts"
import type { ClientId, OrganizationId } from "./Ids.ts"
import { timestampFromMillis } from "./Timestamp.ts"

/** A change, before it is known who makes it and when. */
export type Change = Omit<AuditEntry, "id" | "occurred_at" | "client_id" | "request_id">

/** A change and the organization it belongs to; clients and their secrets belong to none. */
export interface JournalEntry extends Change {
  readonly organizationId: OrganizationId | undefined
}

/** Who makes a change: a client in a request, or the operator at a command line. */
export type Actor =
  | { readonly kind: "client"; readonly clientId: ClientId; readonly requestId: string }
  | { readonly kind: "operator" }

/** The operator at a command line. */
export const operator: Actor = { kind: "operator" }

/** What a command makes of the stored state: the next state, and the entries that tell of the change. */
export interface Decision<Next> {
  readonly next: Next
  readonly entries: ReadonlyArray<JournalEntry>
}

/** An entry as the audit log shows it. */
export const auditEntryOf = (
  entry: JournalEntry,
  { actor, id, nowMs }: { readonly id: string; readonly actor: Actor; readonly nowMs: number }
): AuditEntry => ({
  id,
  occurred_at: timestampFromMillis(nowMs),
  ...Struct.omit(entry, ["organizationId"]),
  // What the service does as a consequence is not the client's doing; the request is where to look for the cause.
  ...(actor.kind === "client"
    ? { ...(entry.actor === undefined ? { client_id: actor.clientId } : {}), request_id: actor.requestId }
    : {})
})
