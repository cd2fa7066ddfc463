/**
 * The bytes that each client has stored in each day, which begins at `day_at_ms`. Only adds: the release before this one counts none.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const storedBytes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE stored_bytes (
    day_at_ms BIGINT NOT NULL,
    client_id ${keyType(sql)} NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (day_at_ms, client_id)
  ) ${clustered(sql)}`
})
