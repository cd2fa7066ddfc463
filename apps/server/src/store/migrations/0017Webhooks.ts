/**
 * Webhook endpoints with their sealed secrets, how far each has come in the feed, and its deliveries. Only adds: the release before this one
 * delivers nothing.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const webhooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  yield* sql`CREATE TABLE webhook_endpoints (
    id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    client_id ${key} NOT NULL,
    agency_id ${key},
    json TEXT NOT NULL
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX webhook_endpoints_owner ON webhook_endpoints (organization_id, client_id, id)`
  yield* sql`CREATE TABLE webhook_secrets (
    endpoint_id ${key} NOT NULL,
    version INTEGER NOT NULL,
    key_id ${key} NOT NULL,
    sealed TEXT NOT NULL,
    expires_at_ms BIGINT,
    PRIMARY KEY (endpoint_id, version)
  ) ${clustered(sql)}`
  yield* sql`CREATE TABLE webhook_positions (
    endpoint_id ${key} PRIMARY KEY,
    organization_id ${key} NOT NULL,
    position BIGINT NOT NULL,
    failures INTEGER NOT NULL,
    failing_since_ms BIGINT,
    not_before_ms BIGINT NOT NULL,
    is_failing INTEGER NOT NULL,
    due_at_ms BIGINT NOT NULL,
    wake_after BIGINT NOT NULL,
    wakes BIGINT NOT NULL,
    lease_token ${key} NOT NULL,
    lease_until_ms BIGINT NOT NULL
  ) ${clustered(sql)}`
  // What is due in an organization is looked for after each of its writes.
  yield* sql`CREATE INDEX webhook_positions_organization ON webhook_positions (organization_id)`
  yield* sql`CREATE TABLE webhook_deliveries (
    endpoint_id ${key} NOT NULL,
    event_id ${key} NOT NULL,
    sequence BIGINT NOT NULL,
    type ${key} NOT NULL,
    status ${key} NOT NULL,
    attempts TEXT NOT NULL,
    failures INTEGER NOT NULL,
    next_attempt_at_ms BIGINT,
    created_at_ms BIGINT NOT NULL,
    PRIMARY KEY (endpoint_id, event_id)
  ) ${clustered(sql)}`
  yield* sql`CREATE INDEX webhook_deliveries_next ON webhook_deliveries (endpoint_id, next_attempt_at_ms)
    WHERE next_attempt_at_ms IS NOT NULL`
  // Most deliveries succeed: lists of the others are short, and found without them.
  yield* sql`CREATE INDEX webhook_deliveries_status ON webhook_deliveries (endpoint_id, status, event_id)
    WHERE status <> 'succeeded'`
})
