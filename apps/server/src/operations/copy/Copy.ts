/**
 * Copies all that one database holds to another, row by row, and compares both.
 *
 * The source is read in one transaction, which sees it as it is at one moment. Rows of the target are written together with the place
 * where the next run goes on; a copy that is finished is only compared.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type DatabaseTarget, nameOf } from "../../platform/DatabaseTarget.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import * as CopyRecord from "../../store/CopyRecord.ts"
import { explain, orFailure } from "../../store/sql/kit/Errors.ts"
import { raiseFloor, readFloor } from "../../store/sql/kit/SchemaFloor.ts"
import { type ComparedTable, compareTable, differencesOf } from "./Comparison.ts"
import { identityOf, openSource, openTarget } from "./Ends.ts"
import { countRows, firstPageRows, hasRows, keyOf, nextLimit, readPage, type Row, writeRows } from "./Rows.ts"
import { readTables, type Table } from "./Tables.ts"

/** The progress of a copy, in rows. */
interface CopyProgress {
  readonly done: number
  readonly total: number
  readonly step: number
}

export interface CopyOptions {
  readonly from: DatabaseTarget
  readonly to: DatabaseTarget
  /** Whether servers may be writing to the source. */
  readonly isOnline: boolean
  readonly onCopied: (progress: CopyProgress) => Effect.Effect<void>
  readonly onCompared: (progress: CopyProgress) => Effect.Effect<void>
}

/** The result of a copy. */
export interface CopyResult {
  /** The rows that this run has written. */
  readonly written: number
  readonly differences: number
  readonly tables: ReadonlyArray<ComparedTable>
}

interface Databases {
  readonly from: SqlClient
  readonly to: SqlClient
}

/** Holds the source at one moment: a later statement of the transaction sees no later write. */
const holdStill = (from: SqlClient): Effect.Effect<void, SqlError> =>
  from.onDialectOrElse({
    sqlite: () => Effect.void,
    orElse: () => Effect.asVoid(from`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`)
  })

const notEmpty = (name: string, message: string) =>
  new OperatorError({
    message: `The database ${name} ${message}.`,
    remedy: "Nothing was changed. Name an empty database, or a new file, in --to."
  })

/** Reads how far an earlier run came, or begins; refuses a target that holds anything else. */
const findPlaces = Effect.fnUntraced(function* (
  { from, to }: CopyOptions,
  sql: SqlClient,
  tables: ReadonlyArray<Table>
) {
  const source = identityOf(from)
  const found = yield* CopyRecord.readPlaces(sql)
  const other = found.find((place) => place.source !== source)
  if (other !== undefined) return yield* notEmpty(nameOf(to), `holds a copy of ${other.source}`)
  if (found.length > 0) return found
  for (const table of tables) {
    if (yield* hasRows(sql, table)) return yield* notEmpty(nameOf(to), `has rows of its own in ${table.name}`)
  }
  yield* CopyRecord.begin(
    sql,
    source,
    tables.map(({ name }) => name)
  )
  return yield* CopyRecord.readPlaces(sql)
})

/** Copies what is left of a table, page by page, each in a transaction of its own. */
const copyTable = Effect.fnUntraced(function* (
  { from, to }: Databases,
  table: Table,
  begin: Row | undefined,
  onPage: (rows: number) => Effect.Effect<void>
) {
  let after = begin
  let limit = firstPageRows
  for (;;) {
    const rows = yield* readPage(from, table, { after, upTo: undefined, limit })
    const last = rows.at(-1)
    if (last === undefined) return
    const reached = keyOf(table, last)
    yield* to.withTransaction(
      Effect.andThen(writeRows(to, table, rows), CopyRecord.advance(to, table.name, reached, rows.length))
    )
    yield* onPage(rows.length)
    after = reached
    limit = nextLimit(limit, rows)
  }
})

/** Counts rows up to a total, and passes on each step that adds rows. */
const makeProgress = (total: number, began: number, report: (progress: CopyProgress) => Effect.Effect<void>) => {
  let done = began
  return (step: number) => {
    done += step
    return step === 0 ? Effect.void : report({ done, total, step })
  }
}

/** A table, and how many rows the source has of it. */
interface CountedTable {
  readonly table: Table
  readonly rows: number
}

const totalOf = (tables: ReadonlyArray<CountedTable>): number => tables.reduce((sum, { rows }) => sum + rows, 0)

const copyTables = Effect.fnUntraced(function* (
  databases: Databases,
  tables: ReadonlyArray<CountedTable>,
  places: ReadonlyArray<CopyRecord.Place>,
  onCopied: CopyOptions["onCopied"]
) {
  const began = places.reduce((sum, { row_count }) => sum + row_count, 0)
  const onPage = makeProgress(totalOf(tables), began, onCopied)
  let written = 0
  for (const { table } of tables) {
    const place = places.find(({ table_name }) => table_name === table.name)
    yield* copyTable(databases, table, place?.last_key ?? undefined, (rows) => {
      written += rows
      return onPage(rows)
    })
  }
  return written
})

const compareTables = (
  databases: Databases,
  tables: ReadonlyArray<CountedTable>,
  onCompared: CopyOptions["onCompared"]
) => {
  const onPage = makeProgress(totalOf(tables), 0, onCompared)
  return Effect.forEach(tables, ({ table }) => compareTable(databases, table, onPage))
}

/** Rows that have come all at once change the statistics of a table. */
const analyze = (sql: SqlClient): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => Effect.asVoid(sql`ANALYZE`) })

const stopped = (error: SqlError | Schema.SchemaError) =>
  new OperatorError({
    message: `The copy has stopped: ${explain(error)}.`,
    remedy:
      "Run the command again: it goes on where it stopped. If the source has changed meanwhile, copy it to an empty database instead."
  })

const run = Effect.fnUntraced(function* (options: CopyOptions, from: SqlClient) {
  const all = yield* readTables
  const to = yield* openTarget(options.to)
  const databases = { from, to }
  const tables = yield* Effect.forEach(all, (table) =>
    Effect.map(countRows(from, table), (rows): CountedTable => ({ table, rows }))
  )
  const copied = tables.filter(({ table }) => table.isCopied)
  const places = yield* findPlaces(
    options,
    to,
    copied.map(({ table }) => table)
  )
  // Before the rows: an older program would show what they hide.
  yield* raiseFloor(to, yield* readFloor(from))
  const isDone = places.every(({ is_done }) => is_done)
  const written = isDone ? 0 : yield* copyTables(databases, copied, places, options.onCopied)
  const compared = yield* compareTables(databases, tables, options.onCompared)
  const differences = compared.reduce((sum, table) => sum + differencesOf(table), 0)
  if (differences === 0 && !isDone) {
    yield* analyze(to)
    yield* CopyRecord.finish(to)
  }
  const result: CopyResult = { written, differences, tables: compared }
  return result
})

/** Copies the database `from` to `to`, or goes on with that, and compares them. */
export const copyDatabase = (options: CopyOptions): Effect.Effect<CopyResult, OperatorError> =>
  Effect.gen(function* () {
    if (identityOf(options.from) === identityOf(options.to)) {
      return yield* new OperatorError({
        message: `${nameOf(options.from)} is both --from and --to.`,
        remedy: "Name another database."
      })
    }
    const from = yield* openSource(options.from, options.isOnline)
    return yield* from.withTransaction(Effect.andThen(holdStill(from), run(options, from)))
  }).pipe(
    orFailure,
    Effect.mapError((error) => (error._tag === "OperatorError" ? error : stopped(error))),
    Effect.scoped
  )
