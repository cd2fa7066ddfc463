/**
 * Messages about applications, numbered from 1 on. Only adds: the release before this one knows none.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const messages = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE messages (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    application_id ${key} NOT NULL,
    number INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, application_id, number)
  ) ${clustered(sql)}`
})
