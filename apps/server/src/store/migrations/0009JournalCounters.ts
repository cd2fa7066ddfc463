/**
 * Each journal has a counter. The row stays locked from the entry to the commit, so that numbers come in the order of commits on an
 * engine with many writers too.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const journalCounters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE journal_counters (
    organization_id ${keyType(sql)} NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL
  ) ${clustered(sql)}`
  yield* sql`INSERT INTO journal_counters (organization_id, sequence)
    SELECT organization_id, max(sequence) FROM journal GROUP BY organization_id`
})
