/**
 * Clients can be revoked. The row stays, so that the identifier is never given out again.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const revocation = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`ALTER TABLE clients ADD COLUMN revoked_at TEXT`
)
