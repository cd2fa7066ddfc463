/**
 * Agencies have a status; those who are there are active. Their recruiters stay as they are stored: one without an id has that of its place when it is read
 * (`recruitersOf`, domain), also where a node of the release before has written it. Only adds: that release names the columns that it writes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const agencyStatus = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`ALTER TABLE agencies ADD COLUMN status TEXT NOT NULL DEFAULT 'ACTIVE'`
)
