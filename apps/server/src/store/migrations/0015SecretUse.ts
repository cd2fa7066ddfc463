/**
 * A secret of a client says when it was used last; nothing before it is used again. Only adds: the release before this one names the columns
 * that it writes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const secretUse = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE client_secrets ADD COLUMN last_used_at TEXT`
})
