/**
 * Clients whose tokens have ended, all that were not issued under the mark: these are refused, and a purge removes them, and then the mark. Only adds: the release
 * before this one refuses them once the purge has come to them, which is within a minute.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const clientEndings = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE client_endings (
    client_id ${keyType(sql)} NOT NULL PRIMARY KEY,
    mark ${keyType(sql)} NOT NULL
  ) ${clustered(sql)}`
  yield* sql`ALTER TABLE tokens ADD COLUMN mark ${keyType(sql)}`
})
