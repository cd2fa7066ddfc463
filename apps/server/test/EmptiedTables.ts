/**
 * A database of PostgreSQL as the migrations have left it: every table that is empty then is emptied again. It costs a hundredth of a new database,
 * and the connections to it stay open.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

/** Gives what empties the tables that are empty now. */
export const emptiedTables = Effect.gen(function* () {
  const sql = yield* SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()`
  const empty = yield* Effect.filter(tables, ({ name }) =>
    Effect.map(sql.unsafe(`SELECT FROM ${name} LIMIT 1`), (rows) => rows.length === 0)
  )
  const deletions = empty.map(({ name }) => `DELETE FROM ${name};`).join(" ")
  return sql.withTransaction(
    Effect.andThen(
      // The journal refuses to be changed, and a foreign key asks for an order: both are triggers.
      sql`SET LOCAL session_replication_role = replica`,
      sql.unsafe(`DO $$ BEGIN ${deletions} END $$`)
    )
  )
})
