/**
 * The request log on plain indexes, in place of notes about blocks of requests. The log is disposable: it begins anew, so that no start waits for indexes
 * of a million rows. On PostgreSQL the tables of the notes stay, empty: nodes of the release before write to them until they are replaced.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Makes the log of the step before this one anew, with its indexes. */
export const indexRequestLog = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    sqlite: () =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM logged_requests`
        yield* sql`DROP TABLE request_zones`
        yield* sql`DROP TABLE request_marks`
      }),
    orElse: () => sql`TRUNCATE logged_requests, request_zones, request_marks`
  })
  yield* sql`CREATE INDEX logged_requests_time ON logged_requests (at_ms)`
  yield* sql`CREATE INDEX logged_requests_client ON logged_requests (client_id, id) WHERE client_id IS NOT NULL`
  // What support looks for, with all that is counted of them.
  yield* sql`CREATE INDEX logged_requests_refused ON logged_requests (id, error, client_id, at_ms) WHERE status >= 400`
})

export const requestLogIndexes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => indexRequestLog })
)
