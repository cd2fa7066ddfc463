/**
 * An organization has settings. Those who are there have none, and so the values of before (`settingsOf`, domain). Only adds: the release before this one
 * names the columns that it writes.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const organizationSettings = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`ALTER TABLE organizations ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'`
)
