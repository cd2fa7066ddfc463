/**
 * The bytes of the files of each organization, as one number: a sum over rows would read all of them for each upload. Only adds; no release before this one
 * takes files.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const attachmentTotals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE attachment_totals (
    organization_id ${keyType(sql)} NOT NULL PRIMARY KEY REFERENCES organizations (id),
    bytes BIGINT NOT NULL
  ) ${clustered(sql)}`
  yield* sql`INSERT INTO attachment_totals (organization_id, bytes)
    SELECT organization_id, SUM(size_bytes) FROM attachments WHERE state = 'STORED' GROUP BY organization_id`
  yield* sql`DROP INDEX attachments_size`
})
