/**
 * What of a logged request is deprecated. Only adds: the release before this one writes requests without it, and requests from before have none. On SQLite the log
 * is a file of its own, which gets the column when it is opened (`requestlog/RequestLogFile.ts`).
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Adds the column, and the index of the requests that have something in it. It has no text: a text of any length fits. */
export const deprecatedColumn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE logged_requests ADD COLUMN deprecated TEXT`
  yield* sql`CREATE INDEX logged_requests_deprecated ON logged_requests (id) WHERE deprecated IS NOT NULL`
})

export const deprecatedRequests = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => deprecatedColumn })
)
