/**
 * What clients have asked of webhook endpoints lately, the deliveries of deleted endpoints that are still to be removed, and how far failed deliveries
 * are made once more. Only adds: the release before this one names the columns that it writes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const webhookUses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE webhook_uses (
    client_id ${key} NOT NULL,
    kind ${key} NOT NULL,
    at_ms BIGINT NOT NULL,
    id ${key} NOT NULL,
    endpoint_id ${key} NOT NULL,
    host ${key} NOT NULL,
    PRIMARY KEY (client_id, kind, at_ms, id)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX webhook_uses_host ON webhook_uses (kind, host, at_ms)`
  yield* sql`CREATE TABLE webhook_removals (endpoint_id ${key} PRIMARY KEY) ${clustered(sql)}`
  yield* sql`ALTER TABLE webhook_positions ADD COLUMN failed_from BIGINT`
  // The pings among many other deliveries that are to be tried again.
  yield* sql`CREATE INDEX webhook_deliveries_pings ON webhook_deliveries (endpoint_id, next_attempt_at_ms)
    WHERE type = 'ping' AND next_attempt_at_ms IS NOT NULL`
})
