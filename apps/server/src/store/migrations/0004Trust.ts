/**
 * What repeating, auditing and revoking rest on: stored answers, the audit log, and the children of a token.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { appendOnly } from "./AppendOnly.ts"
import * as Columns from "./Columns.ts"

export const trust = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = Columns.clustered(sql)
  const key = Columns.keyType(sql)

  yield* sql`CREATE INDEX tokens_parent ON tokens (parent_digest)`
  yield* sql`CREATE INDEX tokens_client ON tokens (client_id)`
  // The organization is empty for writes at developer level.
  yield* sql`CREATE TABLE idempotency_keys (
    organization_id ${key} NOT NULL,
    client_id ${key} NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    resource_id ${key},
    expires_at_ms BIGINT NOT NULL,
    PRIMARY KEY (organization_id, client_id, method, path, key)
  ) ${clustered}`
  yield* sql`CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at_ms)`
  yield* sql`CREATE INDEX idempotency_keys_resource ON idempotency_keys (organization_id, resource_id)`
  // The organization is empty for what belongs to none.
  yield* sql`CREATE TABLE audit_log (
    organization_id ${key} NOT NULL,
    id ${key} NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${clustered}`
  yield* appendOnly(sql, { table: "audit_log", name: "audit log", key: ["organization_id", "id"] })
})
