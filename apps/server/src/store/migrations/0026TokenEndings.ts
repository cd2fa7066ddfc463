/**
 * Revoked tokens that have left others minted with them: these are refused, and a purge removes them. Only adds: the release before this one refuses them
 * once the purge has come to them, which is within a minute.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const tokenEndings = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`CREATE TABLE token_endings (
    digest ${keyType(sql)} NOT NULL PRIMARY KEY,
    client_id ${keyType(sql)} NOT NULL
  ) ${clustered(sql)}`
)
