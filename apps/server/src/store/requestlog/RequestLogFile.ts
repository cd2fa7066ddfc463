/**
 * The file of the request log, beside the database of an embedded server. It is no part of the database: no backup has it, and a server makes a new
 * one where there is none. Several processes append to it.
 */
import { DatabaseSync } from "node:sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import { OperatorError } from "../../platform/OperatorError.ts"
import { withoutLinks } from "../../platform/RealPath.ts"
import { requestLogTables } from "../migrations/0018RequestLog.ts"
import { indexRequestLog } from "../migrations/0029RequestLogIndexes.ts"
import { deprecatedColumn } from "../migrations/0057DeprecatedRequests.ts"
import { ensureFile } from "../sqlite/PrivateFile.ts"
import { clientOn } from "../sqlite/SqliteClient.ts"
import { toSqlError } from "../sqlite/SqliteConnection.ts"
import { readMark } from "../sqlite/SqliteFile.ts"
import { RequestInsert, valuesOf, writtenColumns } from "./RequestLogRows.ts"

/** Marks a request log of this program (SQLite's `application_id`): the letters PARL. */
const mark = 0x50_41_52_4c

/**
 * The version of its tables (SQLite's `user_version`). A log of another version begins anew. A column that an earlier release does not know raises it not: that
 * release would empty the log.
 */
const version = 1

/** The time that opening waits for another process that is making the tables. */
const openTimeoutMs = 5_000

/**
 * The time that a batch waits for the one of another process, which takes some milliseconds. Requests wait as long, since SQLite lets the process do
 * nothing meanwhile; a batch that meets a longer wait is written with the next one.
 */
const busyTimeoutMs = 20

/** Pages in memory: those of the last block and of the ends of the tables, which batches write to, and of a page that is read. */
const cacheKib = 8_192

/** The bytes of the write-ahead log that are kept after it grew. */
const journalBytes = 8_388_608

/** The name of the file. */
const requestLogFile = (databaseFile: string): string => `${withoutLinks(databaseFile)}.requests`

const unusable = (file: string) => (cause: unknown) =>
  new OperatorError({
    message: `The request log ${file} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: "Remove the file, for it holds nothing else; or set REQUEST_LOG=off."
  })

const foreign = (file: string) =>
  new OperatorError({
    message: `The file ${file} is none of this program.`,
    remedy: "Move it away, so that a request log can be made there; or set REQUEST_LOG=off."
  })

const open = (file: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        // SQLite gives the files beside it the same mode.
        ensureFile(file)
        return new DatabaseSync(file, { timeout: openTimeoutMs })
      },
      catch: unusable(file)
    }),
    (db) => Effect.sync(() => db.close())
  )

const settle = (db: DatabaseSync, file: string) =>
  Effect.try({
    try: () => {
      // A crash of the machine loses the last requests; the file stays whole.
      for (const pragma of ["journal_mode=WAL", "synchronous=NORMAL", `journal_size_limit=${journalBytes}`]) {
        db.exec(`PRAGMA ${pragma}`)
      }
      db.exec(`PRAGMA cache_size=-${cacheKib}`)
    },
    catch: unusable(file)
  })

const insertSql = `INSERT INTO logged_requests (${writtenColumns.map(([name]) => name).join(", ")})
  VALUES (${writtenColumns.map(() => "?").join(", ")})`

/** One statement for each request, without a fiber's step between two: half of what a statement of the client costs for many rows. */
const insertOn = (db: DatabaseSync): RequestInsert["Service"] => {
  const insert = db.prepare(insertSql)
  return (requests) =>
    Effect.try({
      try: () => {
        for (const request of requests) insert.run(...valuesOf(request))
      },
      catch: (cause) => toSqlError(cause, "insert")
    })
}

/** Opens the log of a database, and makes it when there is none. */
export const layer = (databaseFile: string): Layer.Layer<SqlClient | RequestInsert, OperatorError> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const file = requestLogFile(databaseFile)
      const db = yield* open(file)
      const readOwner = Effect.try({ try: () => readMark(db), catch: unusable(file) })
      const owner = yield* readOwner
      const hasTables = yield* Effect.try({
        try: () => db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined,
        catch: unusable(file)
      })
      if (owner !== mark && (owner !== 0 || hasTables)) return yield* foreign(file)
      yield* settle(db, file)
      const sql = yield* clientOn(db)
      const readVersion = Effect.try({
        try: () => Number(db.prepare("PRAGMA user_version").get()?.["user_version"]),
        catch: unusable(file)
      })
      const make = Effect.gen(function* () {
        if ((yield* readOwner) !== mark) yield* requestLogTables
        yield* indexRequestLog
        yield* sql.unsafe(`PRAGMA application_id=${mark}`)
        yield* sql.unsafe(`PRAGMA user_version=${version}`)
      })
      const hasDeprecated = Effect.try({
        try: () =>
          db.prepare("SELECT 1 FROM pragma_table_info('logged_requests') WHERE name = 'deprecated'").get() !==
          undefined,
        catch: unusable(file)
      })
      const complete = Effect.gen(function* () {
        // Another process may have made them meanwhile.
        if ((yield* readVersion) !== version) yield* make
        if (!(yield* hasDeprecated)) yield* deprecatedColumn
      })
      if ((yield* readVersion) !== version || !(yield* hasDeprecated)) {
        yield* sql
          .withTransaction(complete)
          .pipe(Effect.provideService(SqlClient, sql), Effect.mapError(unusable(file)))
      }
      yield* sql.unsafe(`PRAGMA busy_timeout=${busyTimeoutMs}`).pipe(Effect.mapError(unusable(file)))
      return Context.make(SqlClient, sql).pipe(Context.add(RequestInsert, insertOn(db)))
    })
  ).pipe(Layer.provide(Reactivity.layer))
