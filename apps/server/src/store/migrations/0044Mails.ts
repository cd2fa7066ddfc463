/**
 * Mails that are to be sent. No row has an address or a name: the text is sealed, and NULL once the mail is sent, given up or forgotten.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const mails = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE mails (
    id ${key} NOT NULL PRIMARY KEY,
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    kind ${key} NOT NULL,
    subject_id ${key} NOT NULL,
    client_id ${key} NOT NULL,
    address_key ${key} NOT NULL,
    key_id ${key} NOT NULL,
    state ${key} NOT NULL,
    attempts INTEGER NOT NULL,
    created_at_ms BIGINT NOT NULL,
    due_at_ms BIGINT NOT NULL,
    sealed TEXT
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX mails_due ON mails (due_at_ms, id) WHERE state = 'WAITING'`
  yield* sql`CREATE INDEX mails_failed ON mails (id) WHERE state = 'FAILED'`
  yield* sql`CREATE INDEX mails_address ON mails (address_key, created_at_ms)`
  yield* sql`CREATE INDEX mails_client ON mails (client_id, created_at_ms)`
  yield* sql`CREATE INDEX mails_subject ON mails (organization_id, subject_id) WHERE state = 'WAITING'`
  yield* sql`CREATE INDEX mails_created ON mails (created_at_ms)`
})
