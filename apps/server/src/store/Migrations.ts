/**
 * Brings the database to the present schema, step by step, each once, all in one transaction.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import { OperatorError } from "../platform/OperatorError.ts"
import { initial } from "./migrations/0001Initial.ts"
import { revocation } from "./migrations/0002Revocation.ts"
import { imports } from "./migrations/0003Imports.ts"
import { trust } from "./migrations/0004Trust.ts"
import { boundGrants } from "./migrations/0005BoundGrants.ts"
import { tokenKinds } from "./migrations/0006TokenKinds.ts"
import { wholeImports } from "./migrations/0007WholeImports.ts"
import { journal } from "./migrations/0008Journal.ts"

const migrations = {
  "0001_initial": initial,
  "0002_revocation": revocation,
  "0003_imports": imports,
  "0004_trust": trust,
  "0005_bound_grants": boundGrants,
  "0006_token_kinds": tokenKinds,
  "0007_whole_imports": wholeImports,
  "0008_journal": journal
}

const table = "migrations"

/** The schema this program works with. */
export const latestVersion = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

const single = <Row extends Schema.Top>(result: Row, execute: () => Effect.Effect<ReadonlyArray<unknown>, SqlError>) =>
  Effect.map(SqlSchema.findAll({ Request: Schema.Void, Result: result, execute })(), ([row]) => row)

/** The schema that a database has; 0 when it has none yet. */
const readVersion = (sql: SqlClient): Effect.Effect<number, SqlError | Schema.SchemaError, never> =>
  Effect.gen(function* () {
    const tables = sql.onDialectOrElse({
      sqlite: () => sql`SELECT count(*) AS count FROM sqlite_schema WHERE name = ${table}`,
      orElse: () => sql`SELECT count(*) AS count FROM information_schema.tables WHERE table_name = ${table}`
    })
    const found = yield* single(Schema.Struct({ count: Schema.Int }), () => tables)
    if (found?.count !== 1) return 0
    const row = yield* single(
      Schema.Struct({ version: Schema.NullOr(Schema.Int) }),
      () => sql`SELECT max(migration_id) AS version FROM ${sql(table)}`
    )
    return row?.version ?? 0
  })

/** Why a database of the schema `version` is not this program's to change; nothing when it is. */
const newerThanProgram = (databaseFile: string, version: number): OperatorError | undefined =>
  version > latestVersion
    ? new OperatorError({
        message: `The database ${databaseFile} has schema ${version}, this program knows ${latestVersion}: a newer program has changed it.`,
        remedy: "Run the newer program, or restore a backup from before the upgrade."
      })
    : undefined

/** A database that a newer program has changed is left alone: this one would misread it. */
const refuseNewer = (databaseFile: string) =>
  Effect.flatMap(Effect.flatMap(SqlClient, readVersion), (version) => {
    const error = newerThanProgram(databaseFile, version)
    return error === undefined ? Effect.void : Effect.fail(error)
  })

const orOperatorError =
  (databaseFile: string) =>
  <A, E extends { readonly _tag: string; readonly message: string }, R>(
    effect: Effect.Effect<A, E | OperatorError, R>
  ) =>
    Effect.mapError(effect, (error) =>
      error instanceof OperatorError
        ? error
        : new OperatorError({
            message: `The database ${databaseFile} cannot be brought to the present schema: ${error.message}.`,
            remedy: "Nothing was changed. Is the disk full, or another program using the file?"
          })
    )

const run = Migrator.make({})({ loader: Migrator.fromRecord(migrations), table })

/** Runs what has not been run. The file is named in what goes wrong. */
const bring = (databaseFile: string) =>
  run.pipe(Effect.andThen(refuseNewer(databaseFile)), orOperatorError(databaseFile))

/** For a server: brings the database to the present schema. */
export const layer = (databaseFile: string): Layer.Layer<never, OperatorError, SqlClient> =>
  Layer.effectDiscard(bring(databaseFile))

/**
 * For a command of the operator, which may run beside a server: the schema under a running server stays as it is, for that server
 * would misread another.
 */
export const besideServerLayer = (
  databaseFile: string,
  isServerRunning: Effect.Effect<boolean>
): Layer.Layer<never, OperatorError, SqlClient> => {
  const refuse = Effect.gen(function* () {
    const version = yield* Effect.flatMap(SqlClient, readVersion)
    if (version > 0 && version < latestVersion && (yield* isServerRunning)) {
      return yield* new OperatorError({
        message: `The database ${databaseFile} has the older schema ${version}, and a server is running on it.`,
        remedy: "Start that server again with this program first: it brings the database up to date."
      })
    }
  })
  return Layer.effectDiscard(refuse.pipe(orOperatorError(databaseFile), Effect.andThen(bring(databaseFile))))
}
