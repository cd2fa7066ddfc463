/**
 * The first schema. Written so that SQLite and PostgreSQL read the same text, but for what the dialect functions hold.
 *
 * Digests and identifiers are text, money and milliseconds are BIGINT, truth is 0 or 1. What belongs to an organization has the
 * organization first in its key: no query can reach it without naming one.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clustered = Columns.clustered(sql)
  const key = Columns.keyType(sql)

  yield* sql`CREATE TABLE organizations (
    id ${key} NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL
  )`
  yield* sql`CREATE TABLE clients (
    id ${key} NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    may_create_organizations INTEGER NOT NULL,
    default_organization_id ${key} REFERENCES organizations (id),
    is_sandbox INTEGER NOT NULL,
    created_at TEXT NOT NULL
  )`
  yield* sql`CREATE TABLE client_secrets (
    digest ${key} NOT NULL PRIMARY KEY,
    client_id ${key} NOT NULL REFERENCES clients (id),
    created_at TEXT NOT NULL
  )`
  yield* sql`CREATE INDEX client_secrets_client ON client_secrets (client_id)`
  yield* sql`CREATE TABLE grants (
    client_id ${key} NOT NULL REFERENCES clients (id),
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    permissions TEXT NOT NULL,
    agency_id ${key},
    PRIMARY KEY (client_id, organization_id)
  ) ${clustered}`
  yield* sql`CREATE TABLE tokens (
    digest ${key} NOT NULL PRIMARY KEY,
    client_id ${key} NOT NULL REFERENCES clients (id),
    is_primary INTEGER NOT NULL,
    organization_id ${key},
    narrowed_to TEXT,
    parent_digest ${key},
    expires_at_ms BIGINT NOT NULL
  ) ${clustered}`
  yield* sql`CREATE INDEX tokens_expiry ON tokens (expires_at_ms)`
  yield* sql`CREATE TABLE jobs (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${clustered}`
  yield* sql`CREATE TABLE users (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    email_key ${key} NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    first_name TEXT NOT NULL,
    last_name TEXT NOT NULL,
    email TEXT NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, email_key)
  ) ${clustered}`
  yield* sql`CREATE TABLE agencies (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    id ${key} NOT NULL,
    name TEXT NOT NULL,
    recruiters TEXT NOT NULL,
    optimized_fee INTEGER NOT NULL,
    custom_fees TEXT NOT NULL,
    PRIMARY KEY (organization_id, id)
  ) ${clustered}`
  // One row, written to find out whether the database takes writes.
  yield* sql`CREATE TABLE write_probes (count BIGINT NOT NULL)`
  yield* sql`INSERT INTO write_probes (count) VALUES (0)`
  yield* sql`CREATE TABLE cursor_keys (
    id INTEGER NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
  )`
})
