/**
 * Stored answers whose bodies are in an event. Such an answer has its headers and the digest of its body in `kept`, and the number after which the
 * journal has the event of its resource in `event_after`. The columns `headers` and `body` are empty then: the release before this one cannot read such
 * a row, and fails in place of an answer without a body. Only adds.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const answersInEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN kept TEXT`
  yield* sql`ALTER TABLE idempotency_keys ADD COLUMN event_after BIGINT`
})
