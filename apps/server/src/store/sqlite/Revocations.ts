/**
 * The revocations that a restore takes back: those that the journal of the database before it has, and that of the backup has not. Reads both
 * files, changes none.
 */
import { DatabaseSync } from "node:sqlite"
import { AuditEntry } from "@partner-api/domain/Audit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Actions after which somebody may do less. */
const actions: ReadonlyArray<AuditEntry["action"]> = [
  "client.revoked",
  "grant.set",
  "grant.removed",
  "secret.ended",
  "secret.replaced",
  "operator.updated",
  "operator.revoked",
  "operator.erased"
]

/** More than this are not listed: a backup that old needs a look at every client. */
const listedMax = 200

const Rows = Schema.Array(Schema.Struct({ json: Schema.fromJsonString(AuditEntry) }))
const decodeRows = Schema.decodeUnknownEffect(Rows)

/** Reads the entries; throws what SQLite throws. */
const read = (before: string, restored: string): ReadonlyArray<unknown> => {
  using database = new DatabaseSync(before, { readOnly: true })
  database.prepare("ATTACH DATABASE ? AS restored").run(restored)
  return database
    .prepare(
      `SELECT json FROM journal
       WHERE json_extract(json, '$.action') IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT id FROM restored.journal)
       ORDER BY json_extract(json, '$.occurred_at') LIMIT ?`
    )
    .all(JSON.stringify(actions), listedMax)
}

/** The entries of revocations that are gone, the oldest first; `undefined` where the database before cannot be read. */
export const revocationsGone = (
  before: string,
  restored: string
): Effect.Effect<ReadonlyArray<AuditEntry> | undefined> =>
  Effect.try({ try: () => read(before, restored), catch: () => "unreadable" as const }).pipe(
    Effect.flatMap(decodeRows),
    Effect.map((rows) => rows.map(({ json }) => json)),
    Effect.orElseSucceed(() => undefined)
  )
