/**
 * The progress of a copy into this database: the table `copies`, which the copy makes in its target. A row of a table is written together
 * with its place here, so a copy that was stopped goes on at exactly that place. The table stays when the copy is finished and is marked so:
 * a later run compares and writes nothing. A database whose copy is not finished is not served.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { OperatorError } from "../platform/OperatorError.ts"
import { hasTable } from "./Migrations.ts"
import { explain } from "./sql/kit/Errors.ts"
import { ReadSql } from "./sql/kit/Statements.ts"

const name = "copies"

/** A value of a row: what the columns of every table hold. */
export const Cell = Schema.Union([Schema.String, Schema.Int, Schema.Null])
export type Cell = typeof Cell.Type

/** The key of the last row that was written, as its columns; absent before the first. */
const Key = Schema.NullOr(Schema.fromJsonString(Schema.Array(Cell)))

const Place = Schema.Struct({
  table_name: Schema.String,
  /** The name of the database that the rows come from. */
  source: Schema.String,
  last_key: Key,
  row_count: Schema.Int,
  is_done: Schema.BooleanFromBit
})

/** The progress of the copy of one table. */
export type Place = typeof Place.Type

const encodeKey = Schema.encodeSync(Key)

/** The places of every table; none where no copy has begun. */
export const readPlaces = Effect.fnUntraced(function* (sql: SqlClient) {
  if (!(yield* hasTable(sql, name))) return []
  const all = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Place,
    execute: () => sql`SELECT table_name, source, last_key, row_count, is_done FROM ${sql(name)}`
  })
  return yield* all()
})

/** Makes the table, in the target of a copy. */
export const makeTable = (sql: SqlClient) => sql`CREATE TABLE ${sql(name)} (
        table_name TEXT NOT NULL PRIMARY KEY,
        source TEXT NOT NULL,
        last_key TEXT,
        row_count BIGINT NOT NULL,
        is_done INTEGER NOT NULL
      )`

/** Begins a copy of these tables, before their first rows. */
export const begin = (sql: SqlClient, source: string, tables: ReadonlyArray<string>) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* makeTable(sql)
      for (const table of tables) {
        yield* sql`INSERT INTO ${sql(name)} (table_name, source, row_count, is_done) VALUES (${table}, ${source}, 0, 0)`
      }
    })
  )

/** Notes that the rows of a table up to a key have been written, `added` of them since the last time. */
export const advance = (sql: SqlClient, table: string, lastKey: ReadonlyArray<Cell>, added: number) =>
  sql`UPDATE ${sql(name)} SET last_key = ${encodeKey(lastKey)}, row_count = row_count + ${added}
    WHERE table_name = ${table}`

/** Notes that every table has been written and compared. */
export const finish = (sql: SqlClient) => sql`UPDATE ${sql(name)} SET is_done = 1`

/** Refuses a database into which a copy has begun and not ended: it is not whole. `database` is its name in messages. */
export const wholeLayer = (database: string): Layer.Layer<never, OperatorError, ReadSql> =>
  Layer.effectDiscard(
    Effect.flatMap(ReadSql, readPlaces).pipe(
      Effect.mapError(
        (error) =>
          new OperatorError({
            message: `The database ${database} cannot be read: ${explain(error)}.`,
            remedy: "Run partner-api doctor."
          })
      ),
      Effect.flatMap((places) =>
        places.every(({ is_done }) => is_done)
          ? Effect.void
          : Effect.fail(
              new OperatorError({
                message: `The database ${database} holds a copy that is not finished.`,
                remedy: "Run partner-api copy again, which goes on where it stopped."
              })
            )
      )
    )
  )
