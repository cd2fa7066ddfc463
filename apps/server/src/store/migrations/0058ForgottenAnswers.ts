/**
 * Which stored answers of a resource count as removed: all that were not stored under its mark. A worker removes them, and then the mark. Only adds: the release
 * before this one repeats such an answer until it is removed, and stores answers without a mark.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const forgottenAnswers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE forgotten_answers (
    organization_id ${keyType(sql)} NOT NULL,
    resource_id ${keyType(sql)} NOT NULL,
    mark ${keyType(sql)} NOT NULL,
    PRIMARY KEY (organization_id, resource_id)
  ) ${clustered(sql)}`
  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN mark ${keyType(sql)}`
  // Answers that are stored while there is a mark: few.
  yield* sql`CREATE INDEX idempotency_keys_mark ON idempotency_keys (organization_id, resource_id, mark) WHERE mark IS NOT NULL`
})
