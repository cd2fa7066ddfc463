/**
 * The journal takes the place of the audit log, which is its first reader: entries are numbered, those that are there in their old
 * order.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { appendOnly } from "./AppendOnly.ts"
import * as Columns from "./Columns.ts"

export const journal = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = Columns.clustered(sql)
  const key = Columns.keyType(sql)

  // The organization is empty for what belongs to none.
  yield* sql`CREATE TABLE journal (
    organization_id ${key} NOT NULL,
    sequence BIGINT NOT NULL,
    id ${key} NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, sequence)
  ) ${clustered}`
  yield* sql`INSERT INTO journal (organization_id, sequence, id, json)
    SELECT organization_id, row_number() OVER (PARTITION BY organization_id ORDER BY id), id, json FROM audit_log`
  yield* sql`DROP TABLE audit_log`
  yield* appendOnly(sql, { table: "journal", name: "journal", key: ["organization_id", "sequence"] })
})
