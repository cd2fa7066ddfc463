/**
 * The files that wait for a scanner: when each is due, and how often it was tried. Files that are there already wait for nothing. Only adds: the release before
 * this one stores files that wait for nothing, and removes one that waits with its row.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const attachmentScans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE attachments ADD COLUMN scan_due_at_ms BIGINT`
  yield* sql`ALTER TABLE attachments ADD COLUMN scan_attempts INTEGER NOT NULL DEFAULT 0`
  yield* sql`CREATE INDEX attachments_pending ON attachments (scan_due_at_ms, changed_at_ms)
    WHERE state = 'STORED' AND scan_due_at_ms IS NOT NULL`
})
