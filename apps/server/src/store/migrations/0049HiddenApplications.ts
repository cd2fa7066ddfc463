/**
 * The applications that one client of the employer alone sees, by id: the audit log leaves their entries out, and would else read the whole row of each.
 * Only adds: the release before this one does not know the index.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const hiddenApplications = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE INDEX applications_hidden ON applications (organization_id, id, only_client_id)
    WHERE only_client_id IS NOT NULL`
})
