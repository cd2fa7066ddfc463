/**
 * What the engines write differently in a table.
 */
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

/** The type of keys: they sort by their bytes, so that a cursor means the same on every machine. */
export const keyType = (sql: SqlClient) =>
  sql.literal(sql.onDialectOrElse({ sqlite: () => "TEXT", orElse: () => 'TEXT COLLATE "C"' }))

/** Rows of SQLite live in the tree of their key; PostgreSQL has no such tables. */
export const clustered = (sql: SqlClient) =>
  sql.literal(sql.onDialectOrElse({ sqlite: () => "WITHOUT ROWID", orElse: () => "" }))

/** A text member of stored JSON, which indexes and queries name by one expression. */
export { jsonText } from "../sql/kit/Lists.ts"

/** The email by which the person of an application is known. */
export { applicantText } from "../sql/kit/ApplicantText.ts"

/** The milliseconds since 1970 of a moment as text; 1 where there is none. */
export const millisOf = (sql: SqlClient, moment: Fragment) =>
  sql.onDialectOrElse({
    sqlite: () =>
      sql`COALESCE(CAST(strftime('%s', ${moment}) AS INTEGER) * 1000 + CAST(substr(${moment}, 21, 3) AS INTEGER), 1)`,
    orElse: () => sql`COALESCE(CAST(EXTRACT(EPOCH FROM CAST(${moment} AS TIMESTAMPTZ)) * 1000 AS BIGINT), 1)`
  })
