/**
 * The oldest schema whose programs may start on a database: older ones would misread its rows, or show what they hide. Rises, and never falls.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { allRows } from "./Rows.ts"

const versionRows = allRows(Schema.Struct({ version: Schema.Int }))

/** Reads the floor of a database that has the present schema; 0 where it has none. */
export const readFloor = (sql: SqlClient) =>
  Effect.map(versionRows(sql`SELECT version FROM schema_floor`), (rows) =>
    Math.max(0, ...rows.map(({ version }) => version))
  )

/** Raises the floor to a schema. Does nothing where it is as high already. */
export const raiseFloor = (sql: SqlClient, version: number) =>
  Effect.asVoid(sql`UPDATE schema_floor SET version = ${version} WHERE version < ${version}`)
