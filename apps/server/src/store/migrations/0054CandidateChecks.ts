/**
 * How often a client has checked persons in an organization, by day. Only adds: the release before this one knows no checks.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const candidateChecks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE candidate_checks (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    client_id ${key} NOT NULL,
    day_at_ms BIGINT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (organization_id, client_id, day_at_ms)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX candidate_checks_day ON candidate_checks (day_at_ms)`
})
