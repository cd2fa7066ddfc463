/**
 * The index of the applications that every client of the employer sees has the column that says so. Without it, SQLite reads the row to check the condition of
 * the index, and the column stands behind the JSON: a page by another filter read the whole text of each application that it passed.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const applicationsShown = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP INDEX applications_shown`
  yield* sql`CREATE INDEX applications_shown ON applications (organization_id, id, only_client_id)
    WHERE only_client_id IS NULL`
})
