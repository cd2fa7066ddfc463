/**
 * Operators, with the digests of their sign-in links and sessions. Only adds: the release before this one knows no operators.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { clustered, keyType } from "./Columns.ts"

export const operators = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = keyType(sql)
  // Erasure takes the name away: nothing else of the row is about a person.
  yield* sql`CREATE TABLE operators (
    id ${key} PRIMARY KEY,
    name ${key} UNIQUE,
    role ${key} NOT NULL,
    created_at TEXT NOT NULL,
    revoked_at TEXT,
    used_at_ms BIGINT
  ) ${clustered(sql)}`
  // Operators are few, and so are their links and sessions: all but the one that a token names is found by looking at each.
  yield* sql`CREATE TABLE operator_links (
    digest ${key} PRIMARY KEY,
    operator_id ${key} NOT NULL REFERENCES operators (id),
    expires_at_ms BIGINT NOT NULL,
    used_at_ms BIGINT
  ) ${clustered(sql)}`
  yield* sql`CREATE TABLE operator_sessions (
    digest ${key} PRIMARY KEY,
    operator_id ${key} NOT NULL REFERENCES operators (id),
    started_at_ms BIGINT NOT NULL,
    used_at_ms BIGINT NOT NULL,
    ends_at_ms BIGINT NOT NULL
  ) ${clustered(sql)}`
})
