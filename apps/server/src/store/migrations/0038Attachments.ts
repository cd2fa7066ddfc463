/**
 * Attachments of applications, without their bytes, and the bytes that each client has sent in each day. Only adds: the release before this one knows none.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const attachments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  // The JSON is that of a settled attachment: a file that arrives and one that was removed have no name of a file.
  yield* sql`CREATE TABLE attachments (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    application_id ${key} NOT NULL,
    id ${key} NOT NULL,
    state ${key} NOT NULL,
    size_bytes BIGINT NOT NULL,
    changed_at_ms BIGINT NOT NULL,
    json TEXT,
    PRIMARY KEY (organization_id, application_id, id)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX attachments_unsettled ON attachments (changed_at_ms) WHERE state <> 'STORED'`
  yield* sql`CREATE INDEX attachments_size ON attachments (organization_id, size_bytes)`
  yield* sql`CREATE TABLE attachment_bytes (
    day_at_ms BIGINT NOT NULL,
    client_id ${key} NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (day_at_ms, client_id)
  ) ${clustered(sql)}`
})
