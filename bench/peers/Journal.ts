/**
 * The journal as the peers append to it: each entry has the next number of its organization.
 */
import * as Crypto from "node:crypto"
import type { Steps } from "./Database.ts"

/** An entry, without what the journal adds. */
interface Entry {
  readonly action: string
  readonly resource_id: string
  readonly changed: ReadonlyArray<string>
  readonly request_id: string
  readonly [member: string]: unknown
}

/** A new identifier; those made later sort after it. */
export const idOf = (prefix: string, now: Date): string =>
  `${prefix}${now.getTime().toString(36)}${Crypto.randomBytes(10).toString("hex")}`

/** Appends an entry within a transaction. */
export function* append(organizationId: string, now: Date, entry: Entry): Steps<void> {
  const [counted] = yield ["countEntry", [organizationId]]
  const id = idOf("aud_", now)
  const json = JSON.stringify({ id, occurred_at: now.toISOString(), ...entry })
  yield ["insertEntry", [organizationId, Number(counted?.[0]), id, json]]
}
