/**
 * The database says which programs may run on it: those that know at least this schema. A migration that only adds leaves the number as
 * it is, and the release before it runs on beside the new one; a migration that takes something away raises it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const schemaFloor = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE schema_floor (version INTEGER NOT NULL)`
  yield* sql`INSERT INTO schema_floor (version) VALUES (10)`
})
