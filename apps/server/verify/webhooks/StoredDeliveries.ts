/**
 * Deliveries of an endpoint that stand as a test needs them, written straight into the tables: to send 200,000 would take minutes.
 */
import { eventIdOf, sequenceAlphabet, sequenceDigits, sequenceRadix } from "@partner-api/domain/EventId"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

/** How all of the deliveries stand. */
const standings = {
  succeeded: "'succeeded', '[]', 0, NULL",
  failed: "'failed', '[]', 10, NULL",
  parked: "'parked', '[]', 3, 5"
} as const

export type Standing = keyof typeof standings

/** The last digits of a sequence, which differ; the others are zero. */
const lastDigits = 5

/** In SQL, the id of the event with the sequence `n`. */
const idInSql = (): string => {
  const bits = Math.log2(sequenceRadix)
  const digits = Array.from(
    { length: lastDigits },
    (_none, index) =>
      `substr('${sequenceAlphabet}', 1 + ((n >> ${bits * (lastDigits - 1 - index)}) & ${sequenceRadix - 1}), 1)`
  )
  const zeros = eventIdOf(0, "").slice(0, -lastDigits)
  return `'${zeros}' || ${digits.join(" || ")} || '${sequenceDigits(0)}'`
}

/** Writes `count` deliveries of an endpoint that has none, of the events 1 to `count`. */
export const storeDeliveries = Effect.fnUntraced(function* (id: WebhookEndpointId, standing: Standing, count: number) {
  const sql = yield* SqlClient
  yield* sql.unsafe(`INSERT INTO webhook_deliveries
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    SELECT '${id}', ${idInSql()}, n, 'job.created', ${standings[standing]}, 1 FROM numbers`)
  // What these rows leave to be done, the next write would do.
  yield* sql.unsafe(
    sql.onDialectOrElse({ sqlite: () => "PRAGMA wal_checkpoint(TRUNCATE)", orElse: () => "VACUUM ANALYZE" })
  )
})
