/**
 * When the work of `retention_days` has last looked at all persons of an organization: from its setting on, and empty without it. Only adds: the release before
 * this one does not know the column.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const retentionRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE organizations ADD COLUMN retained_at_ms BIGINT`
  yield* sql`CREATE INDEX organizations_retained ON organizations (retained_at_ms) WHERE retained_at_ms IS NOT NULL`
})
