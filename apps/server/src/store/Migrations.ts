/**
 * Brings the database to the present schema, step by step, each once, all in one transaction.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import { OperatorError } from "../platform/OperatorError.ts"
import { steps } from "./migrations/Steps.ts"
import { migrateAsOwner, migrationFailure, sqlErrorOf } from "./MigrationFailure.ts"
import { isConflict, isLockTimeout, isStatementLost } from "./sql/kit/Errors.ts"
import { ReadSql } from "./sql/kit/Statements.ts"

/** The table of the migrations that a database has run. */
export const table = "migrations"

/** The schema this program works with. */
export const latestVersion = Math.max(...Object.keys(steps).map((name) => Number.parseInt(name, 10)))

const single = <Row extends Schema.Top>(result: Row, execute: () => Effect.Effect<ReadonlyArray<unknown>, SqlError>) =>
  Effect.map(SqlSchema.findAll({ Request: Schema.Void, Result: result, execute })(), ([row]) => row)

const Count = Schema.Struct({ count: Schema.Int })
const Version = Schema.Struct({ version: Schema.NullOr(Schema.Int) })

/** Whether a database has a table of this name. */
export const hasTable = (sql: SqlClient, name: string) => {
  const tables = sql.onDialectOrElse({
    sqlite: () => sql`SELECT count(*) AS count FROM sqlite_schema WHERE name = ${name}`,
    // Where statements would find it: other schemas of the database may have tables of that name.
    orElse: () => sql`SELECT count(to_regclass(${name})) AS count`
  })
  return Effect.map(
    single(Count, () => tables),
    (found) => found?.count === 1
  )
}

/** The schema that a database has; 0 when it has none yet. */
export const readVersion = Effect.fnUntraced(function* (sql: SqlClient) {
  if (!(yield* hasTable(sql, table))) return 0
  const row = yield* single(Version, () => sql`SELECT max(migration_id) AS version FROM ${sql(table)}`)
  return row?.version ?? 0
})

/** The oldest schema whose programs may run on a database. */
const readFloor = Effect.fnUntraced(function* (sql: SqlClient, version: number) {
  if (!(yield* hasTable(sql, "schema_floor"))) return version
  const row = yield* single(Version, () => sql`SELECT version FROM schema_floor`)
  return row?.version ?? version
})

/** A database from which a newer program has taken what this one reads is left alone: this one would misread it. */
const refuseNewer = Effect.fnUntraced(function* (sql: SqlClient, database: string) {
  const version = yield* readVersion(sql)
  if (version <= latestVersion || (yield* readFloor(sql, version)) <= latestVersion) return
  return yield* new OperatorError({
    message: `The database ${database} has schema ${version}, this program knows ${latestVersion}: a newer program has changed it.`,
    remedy: "Run the newer program, or restore a backup from before the upgrade."
  })
})

const orOperatorError =
  (database: string) =>
  <A, E extends { readonly _tag: string; readonly message: string }, R>(
    effect: Effect.Effect<A, E | OperatorError, R>
  ) =>
    Effect.mapError(effect, (error) => (error instanceof OperatorError ? error : migrationFailure(database, error)))

const numberOf = (name: string): number => Number.parseInt(name, 10)

/** The names that a database keeps of the steps, by their numbers. */
export const migrationNames: ReadonlyMap<number, string> = new Map(
  Object.keys(steps).map((name) => [numberOf(name), name.slice(name.indexOf("_") + 1)])
)

/** The steps of the schema up to a version. Others are answered between two of them: a server makes the schema in memory to compare it. */
const stepsUpTo = (version: number) =>
  Object.fromEntries(
    Object.entries(steps).flatMap(([name, step]) =>
      numberOf(name) <= version ? [[name, Effect.andThen(Effect.yieldNow, step)]] : []
    )
  )

/** Runs the steps up to a version that have not been run. */
export const runUpTo = (version: number) =>
  Migrator.make({})({ loader: Migrator.fromRecord(stepsUpTo(version)), table })

const run = Migrator.make({})({ loader: Migrator.fromRecord(steps), table })

/** The timeout for a lock of a migration: while it waits for a long read, every request on that table waits behind it. */
const lockTimeoutMs = 2_000

/** The number of retries of a migration that did not get its lock, and the time between them in which the others go on. */
const lockRetriesMax = 30
const lockRetryMs = 1_000

/** Looks first whether the role may make tables: once a statement is refused, no statement of the transaction can find out which. */
const mayMakeTables = Effect.fnUntraced(function* (sql: SqlClient, database: string) {
  const right = yield* single(
    Schema.Struct({ allowed: Schema.NullOr(Schema.Boolean) }),
    () => sql`SELECT has_schema_privilege(current_schema(), 'CREATE') AS allowed`
  )
  // Without a schema there is no answer: the first table is refused, and names that.
  if (right?.allowed !== false) return
  return yield* new OperatorError({
    message: `The database ${database} cannot be brought to the present schema: the role in DATABASE_URL may not make tables there.`,
    remedy: migrateAsOwner
  })
})

/** Makes the table of the migrator as the migrator does: its own attempt hides why the database refuses the first table. */
const makeTable = (sql: SqlClient) =>
  sql`CREATE TABLE IF NOT EXISTS ${sql(table)} (
    migration_id integer PRIMARY KEY,
    created_at timestamp with time zone NOT NULL DEFAULT now(),
    name text NOT NULL
  )`

/** On PostgreSQL, nodes that start at once wait here for the first of them. */
const oneAtATime = <A, E, R>(sql: SqlClient, database: string, migration: Effect.Effect<A, E, R>) =>
  sql.onDialectOrElse({
    sqlite: (): Effect.Effect<A, E | SqlError | Schema.SchemaError | OperatorError, R> => migration,
    orElse: () =>
      mayMakeTables(sql, database).pipe(
        Effect.andThen(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT pg_advisory_xact_lock(hashtext('partner-api migrations'))`
              // A session learns of tables that were made while it waited when it next locks one: to_regclass alone would not see them.
              yield* sql`SELECT oid FROM pg_class WHERE relname = ${table}`
              yield* sql.unsafe(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
              yield* makeTable(sql)
              return yield* migration
            })
          )
        ),
        Effect.retry({
          times: lockRetriesMax,
          schedule: Schedule.spaced(Duration.millis(lockRetryMs)),
          while: mayRunAgain
        })
      )
  })

/**
 * Whether a migration waited too long for a lock, or was ended because it and a transaction of a running server waited for each other, or a pooler has lost a
 * statement of it.
 */
const mayRunAgain = (error: unknown): boolean => {
  const failure = sqlErrorOf(error)
  return failure !== undefined && (isLockTimeout(failure) || isConflict(failure) || isStatementLost(failure))
}

/** Runs what has not been run. A database that is up to date is only read, with `read`: others may be reading it, too. */
const bring = <R>(database: string, read: Effect.Effect<SqlClient, never, R>) =>
  Effect.gen(function* () {
    const reader = yield* read
    const sql = yield* SqlClient
    const version = yield* readVersion(reader)
    if (version === latestVersion) return
    if (version < latestVersion) yield* oneAtATime(sql, database, run)
    yield* refuseNewer(reader, database)
  }).pipe(orOperatorError(database))

/** Brings the database to the present schema. `database` is its name in messages. */
export const layer = (database: string): Layer.Layer<never, OperatorError, SqlClient> =>
  Layer.effectDiscard(bring(database, SqlClient))

/** The same for a server, which need not wait until it may write when there is nothing to run. */
export const serverLayer = (database: string): Layer.Layer<never, OperatorError, SqlClient | ReadSql> =>
  Layer.effectDiscard(bring(database, ReadSql))

/**
 * For a command of the operator, which may run beside a server: the schema under a running server stays as it is, for that server
 * would misread another.
 */
export const besideServerLayer = (
  database: string,
  isServerRunning: Effect.Effect<boolean>
): Layer.Layer<never, OperatorError, SqlClient> => {
  const refuse = Effect.gen(function* () {
    const version = yield* Effect.flatMap(SqlClient, readVersion)
    if (version > 0 && version < latestVersion && (yield* isServerRunning)) {
      return yield* new OperatorError({
        message: `The database ${database} has the older schema ${version}, and a server is running on it.`,
        remedy: "Start that server again with this program first: it brings the database up to date."
      })
    }
  })
  return Layer.effectDiscard(refuse.pipe(orOperatorError(database), Effect.andThen(bring(database, SqlClient))))
}
