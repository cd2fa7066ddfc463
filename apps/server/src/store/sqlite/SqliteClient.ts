/**
 * The embedded database: one file, one connection that writes and one that only reads.
 *
 * With the write-ahead log, readers never wait for the writer, so lists are served while a transaction is open. Every setting
 * that durability rests on is read back when the file is opened: a database that has other settings is not used.
 */
import { DatabaseSync } from "node:sqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { Scope } from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { OperatorError } from "../../platform/OperatorError.ts"
import { WriteLock } from "../../platform/WriteLock.ts"
import { DatabaseCheck } from "../../platform/DatabaseCheck.ts"
import { Meters } from "../../platform/metrics/Meters.ts"
import { ReadSql, timedRead, withOutside, withTimedReads } from "../sql/kit/Statements.ts"
import { applicationId, busyTimeoutMs, judgeFile, judgeQuickly, makePlace, readMark, unusable } from "./SqliteFile.ts"
import { makeSqliteConnection } from "./SqliteConnection.ts"

/** The options of the pages that a connection keeps in memory. */
interface PageMemory {
  /** Its own copies. */
  readonly cacheKib: number
  /** Address space through which it reads the file without copying. */
  readonly mmapBytes: number
}

/** A server reads through 1 GiB of the file. Copies are of the pages that it writes, and of those that are in the log alone. */
const serverMemory: PageMemory = { cacheKib: 8_192, mmapBytes: 1_073_741_824 }

/**
 * A command, such as an import that reads all over a large file, does not map it: what it has read would count as memory of its process. Its copies
 * keep a warm list from the disk.
 */
const commandMemory: PageMemory = { cacheKib: 65_536, mmapBytes: 0 }

/** The settings of each connection, and the values that it must answer with. */
const pragmas = [
  ["journal_mode", "wal"],
  ["synchronous", 2],
  ["cell_size_check", 1],
  ["foreign_keys", 1],
  // SQLite overwrites deleted rows, so that the file has no data of an erased person.
  ["secure_delete", 1],
  ["busy_timeout", busyTimeoutMs]
] as const

/** The connection that writes. */
export class SqliteWriter extends Context.Service<
  SqliteWriter,
  {
    /** Whether a transaction is open on it. */
    readonly isTransaction: () => boolean
    /** Keeps in memory what a savepoint may have to bring back: of a large transaction, SQLite would write it to a file. */
    readonly keepSavepointsInMemory: Effect.Effect<void, OperatorError>
  }
>()("@partner-api/server/SqliteWriter") {}

/** The options with which a connection is opened. */
interface Opening extends PageMemory {
  readonly readOnly: boolean
}

const open = (
  filename: string,
  { cacheKib, mmapBytes, readOnly }: Opening
): Effect.Effect<DatabaseSync, OperatorError, Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const db = new DatabaseSync(filename, { readOnly, timeout: busyTimeoutMs })
        // The very first thing that is written to a new file: whose it is.
        if (!readOnly && readMark(db) === 0) db.exec(`PRAGMA application_id=${applicationId}`)
        for (const [name, value] of pragmas) db.exec(`PRAGMA ${name}=${value}`)
        db.exec(`PRAGMA cache_size=-${cacheKib}`)
        db.exec(`PRAGMA mmap_size=${mmapBytes}`)
        return db
      },
      catch: unusable(filename)
    }),
    (db) => Effect.sync(() => db.close())
  ).pipe(Effect.tap((db) => verify(db, filename)))

const verify = (db: DatabaseSync, filename: string): Effect.Effect<void, OperatorError> =>
  Effect.forEach(
    pragmas,
    ([name, expected]) => {
      const [actual] = Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})
      return actual === expected
        ? Effect.void
        : Effect.fail(
            new OperatorError({
              message: `The database ${filename} does not keep the setting ${name}=${expected}; it says ${String(actual)}.`,
              remedy: "Put the file on a local disk: network file systems cannot hold a write-ahead log."
            })
          )
    },
    { discard: true }
  )

/** The statement with which a client begins transactions. A connection that only reads has no write to wait for. */
export const beginWriting = "BEGIN IMMEDIATE"
const beginReading = "BEGIN"

interface ClientOptions {
  readonly beginTransaction: typeof beginWriting | typeof beginReading
  /** The client whose transactions the statements of this one take part in; without one, its own. */
  readonly writer?: SqlClient.SqlClient
  /** The check of the file, which may still go on; without it, the file is whole. */
  readonly check?: Effect.Effect<void, OperatorError>
}

/** Waits for the check of a file. What waits on a damaged one ends without a reason of its own. */
const untilWhole = (check: Effect.Effect<void, OperatorError> = Effect.void): Effect.Effect<void> =>
  Effect.matchEffect(check, { onFailure: () => Effect.interrupt, onSuccess: () => Effect.void })

type Acquirers = ReturnType<typeof SqlClient.makeSqliteAcquirers>

/** Waits for the writing connection, after the other writes of this process. */
const inTurn = (acquirers: Acquirers, turn: Context.Service.Shape<typeof WriteLock>): Acquirers =>
  turn === undefined
    ? acquirers
    : {
        ...acquirers,
        acquirer: Effect.tap(acquirers.acquirer, () => turn),
        transactionAcquirer: Effect.tap(acquirers.transactionAcquirer, () => turn),
        borrower: (use) => acquirers.borrower((connection) => Effect.scoped(Effect.andThen(turn, use(connection))))
      }

const connectClient = Effect.fnUntraced(function* (
  db: DatabaseSync,
  { beginTransaction, check, writer }: ClientOptions
) {
  const isWhole = untilWhole(check)
  const noteBusy = (yield* Meters)?.recorder("partner_sqlite_busy_total", {})
  const fail = (error: SqlError): Effect.Effect<never, SqlError> => {
    if (error.reason._tag === "LockTimeoutError") noteBusy?.(1)
    return Effect.andThen(isWhole, Effect.fail(error))
  }
  const connection = withTimedReads(
    makeSqliteConnection(db, fail),
    beginTransaction === beginReading ? yield* timedRead : undefined
  )
  const acquirers = SqlClient.makeSqliteAcquirers({
    // Nothing is written to a file that may be damaged.
    connection: Effect.as(beginTransaction === beginWriting ? isWhole : Effect.void, connection),
    semaphore: yield* Semaphore.make(1),
    isTransaction: () => connection.isTransaction()
  })
  const client = yield* SqlClient.make({
    ...(beginTransaction === beginWriting
      ? inTurn(acquirers, yield* WriteLock)
      : // A statement that reads takes no turn: it is over before another one can begin.
        { ...acquirers, borrower: (use) => use(connection) }),
    ...(writer === undefined ? {} : { transactionService: writer.transactionService }),
    compiler: Statement.makeCompilerSqlite(),
    driver: "node-sqlite",
    spanAttributes: [["db.system.name", "sqlite"]],
    // A write transaction that began by reading could fail when it comes to write; this one waits at its start instead.
    beginTransaction,
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`
  })
  return { client, connection }
})

const makeClient = (db: DatabaseSync, options: ClientOptions) =>
  Effect.map(connectClient(db, options), ({ client }) => client)

/** The client for reads. Its named statements go straight to their connection, except in a transaction. */
const makeReadClient = (db: DatabaseSync, options: Omit<ClientOptions, "beginTransaction">) =>
  Effect.map(connectClient(db, { ...options, beginTransaction: beginReading }), ({ client, connection }) =>
    withOutside(client, connection)
  )

/** Both connections and the clients on them, for as long as the scope. */
const connect = Effect.fnUntraced(function* (
  filename: string,
  memory: PageMemory,
  options: Pick<ClientOptions, "check"> = {}
) {
  const writer = yield* open(filename, { readOnly: false, ...memory })
  const reader = yield* open(filename, { readOnly: true, ...memory })
  const sql = yield* makeClient(writer, { beginTransaction: beginWriting, ...options })
  return Context.make(SqlClient.SqlClient, sql).pipe(
    Context.add(ReadSql, yield* makeReadClient(reader, { writer: sql, ...options })),
    Context.add(SqliteWriter, {
      isTransaction: () => writer.isTransaction,
      // Not from the start: a migration may sort a whole table.
      keepSavepointsInMemory: Effect.try({
        try: () => writer.exec("PRAGMA temp_store = MEMORY"),
        catch: unusable(filename)
      })
    })
  )
})

/** The last connection that is closed writes the log into the file, unless it may only read: this one, until the file is whole. */
const keepLog = (filename: string) =>
  Effect.acquireRelease(
    Effect.try({
      try: () => {
        const db = new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMs })
        // It has the file open once it has read something.
        readMark(db)
        return db
      },
      catch: unusable(filename)
    }),
    (db) =>
      Effect.sync(() => {
        if (db.isOpen) db.close()
      })
  )

/** Opens both connections while the file is being checked. The one that writes is used once the file is known to be whole. */
const connectAndCheck = Effect.fnUntraced(function* (filename: string, check: Effect.Effect<void, OperatorError>) {
  const checking = yield* Effect.forkScoped(check, { startImmediately: true })
  const connected = Effect.gen(function* () {
    const log = yield* keepLog(filename)
    const passing = yield* Effect.forkScoped(
      Effect.andThen(
        Fiber.join(checking),
        Effect.sync(() => log.close())
      )
    )
    const whole = Fiber.join(passing)
    return Context.add(yield* connect(filename, serverMemory, { check: whole }), DatabaseCheck, whole)
  })
  // What a damaged file does to its connections is not the reason that is reported.
  return yield* Effect.tapCause(connected, () => Fiber.join(checking))
})

/** Opens the file `filename` for a server, and makes it when there is none. */
export const layer = (filename: string) =>
  Layer.effectContext(
    Effect.gen(function* () {
      yield* makePlace(filename)
      const check = yield* judgeQuickly(filename)
      if (check !== undefined) return yield* connectAndCheck(filename, check)
      return Context.add(yield* connect(filename, serverMemory), DatabaseCheck, Effect.void)
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** The same for a file that another process of this server has opened, judged and prepared. */
export const preparedLayer = (filename: string) =>
  Layer.effectContext(connect(filename, serverMemory)).pipe(Layer.provide(Reactivity.layer))

/** The same for a command, which has the whole check before it. */
export const unmappedLayer = (filename: string) =>
  Layer.effectContext(
    Effect.gen(function* () {
      yield* makePlace(filename)
      yield* judgeFile(filename)
      return yield* connect(filename, commandMemory)
    })
  ).pipe(Layer.provide(Reactivity.layer))

/** A client on a connection to another file than the database: it takes no turn to write the database, and is in none of its metrics. */
export const clientOn = (db: DatabaseSync) =>
  makeClient(db, { beginTransaction: beginWriting }).pipe(
    Effect.provideService(WriteLock, undefined),
    Effect.provideService(Meters, undefined)
  )

/** One connection, closed with the scope. */
const one = (connect: () => DatabaseSync, name: string, beginTransaction: ClientOptions["beginTransaction"]) =>
  Effect.acquireRelease(Effect.try({ try: connect, catch: unusable(name) }), (db) =>
    Effect.sync(() => db.close())
  ).pipe(Effect.flatMap((db) => makeClient(db, { beginTransaction })))

/** Opens a file that is there, a backup too, for reading alone. A transaction on it sees the database as it is at one moment. */
export const readOnlyLayer = (filename: string): Layer.Layer<SqlClient.SqlClient, OperatorError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.andThen(
      judgeFile(filename),
      one(() => new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMs }), filename, beginReading)
    )
  ).pipe(Layer.provide(Reactivity.layer))

/** A database in memory, empty, which ends with the layer. */
export const memoryLayer: Layer.Layer<SqlClient.SqlClient, OperatorError> = Layer.effect(
  SqlClient.SqlClient,
  one(() => new DatabaseSync(":memory:"), "in memory", beginWriting)
).pipe(Layer.provide(Reactivity.layer))
