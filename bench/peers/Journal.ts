/**
 * The journal as the peers append to it: each entry has the next number of its organization, and is an event with the record after the change.
 */
import * as Crypto from "node:crypto"
import type { Steps } from "./Database.ts"
import { database } from "./OpenDatabase.ts"

/** An entry, without what the journal adds. */
interface Entry {
  readonly action: string
  readonly resource_id: string
  readonly agency_id?: string
  readonly changed: ReadonlyArray<string>
  readonly before?: object
  readonly reason?: string
  readonly request_id: string
  readonly [member: string]: unknown
}

/** A new identifier; those made later sort after it. */
export const idOf = (prefix: string, now: Date): string =>
  `${prefix}${now.getTime().toString(36)}${Crypto.randomBytes(10).toString("hex")}`

/** The identifier of an event: its number, and the end of its entry's identifier. */
const eventIdOf = (sequence: number, entryId: string): string =>
  `evt_${(sequence.toString(32).padStart(13, "0") + entryId.slice(-13)).toUpperCase()}`

/**
 * Appends an entry within a transaction. `record` is what the event shows: `{ user }` or `{ application }`; `onlyClient`, the only client of the employer that
 * reads it.
 */
export function* append(
  organizationId: string,
  now: Date,
  entry: Entry,
  record: object,
  onlyClient: string | null = null
): Steps<void> {
  const [counted] = yield ["countEntry", [organizationId]]
  const sequence = Number(counted?.[0])
  const id = idOf("aud_", now)
  const timestamp = now.toISOString()
  const { action: type, agency_id = null, before: previous, changed, reason, resource_id } = entry
  const event = JSON.stringify({
    id: eventIdOf(sequence, id),
    type,
    timestamp,
    organization_id: organizationId,
    sequence,
    data: { ...record, changed, previous, reason }
  })
  const entryValues = [organizationId, sequence, id, JSON.stringify({ id, occurred_at: timestamp, ...entry })]
  const eventValues = [type, agency_id, onlyClient, resource_id, now.getTime(), event]
  if (database.isShared) {
    yield ["insertEntryAndEvent", [...entryValues, ...eventValues], "no rows"]
  } else {
    yield ["insertEntry", entryValues, "no rows"]
    yield ["insertEvent", [organizationId, sequence, ...eventValues], "no rows"]
  }
}
