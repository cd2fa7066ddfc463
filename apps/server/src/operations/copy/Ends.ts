/**
 * Opens the two databases of a copy, each for as long as the scope, after it was checked. The source is read only; the target gets its
 * schema from the migrations.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { type DatabaseTarget, nameOf } from "../../platform/DatabaseTarget.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import * as Migrations from "../../store/Migrations.ts"
import * as PostgresClient from "../../store/postgres/PostgresClient.ts"
import { withoutLinks } from "../../platform/RealPath.ts"
import * as ServerLock from "../../store/sqlite/ServerLock.ts"
import * as SqliteClient from "../../store/sqlite/SqliteClient.ts"
import { makePlace } from "../../store/sqlite/SqliteFile.ts"

/** The name of a database in the notes of a copy: the same from whichever folder the command is run. */
export const identityOf = (target: DatabaseTarget): string =>
  target._tag === "Sqlite" ? withoutLinks(Path.resolve(target.file)) : nameOf(target)

const inUse = (name: string, remedy: string) =>
  new OperatorError({ message: `A server is running on the database ${name}, or a command of partner-api.`, remedy })

const stopSource =
  "Stop it first. With --online the copy is what the database holds when it begins, without what is written after that."
const stopTarget = "Stop it first: it must not serve a database that is not whole."

/** Refuses a PostgreSQL database that other processes of this program have open. The pool here has one connection. */
const refuseSessions = (sql: SqlClient, name: string, remedy: string) =>
  Effect.flatMap(
    sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND split_part(application_name, ' ', 1) = ${PostgresClient.applicationName} AND pid <> pg_backend_pid()`,
    (sessions) => (sessions.length === 0 ? Effect.void : Effect.fail(inUse(name, remedy)))
  )

/** Keeps servers away from a file for as long as the scope. */
const refuseServer = (file: string, remedy: string) =>
  Effect.flatMap(ServerLock.isHeld(file), (isHeld) =>
    isHeld ? Effect.fail(inUse(file, remedy)) : ServerLock.hold(file)
  )

const build = <R, E>(layer: Layer.Layer<R | SqlClient, E>) =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, SqlClient))

/** Statements of a copy take as long as they take. */
const postgres = (target: DatabaseTarget & { readonly _tag: "Postgres" }) =>
  PostgresClient.layer({ url: target.url, connections: 1, startWaitMs: 0, isBounded: false })

/** Refuses a schema that is not the one that this program reads and writes: tables that it does not have would be lost. */
const refuseOther = Effect.fnUntraced(function* (sql: SqlClient, name: string) {
  const version = yield* Migrations.readVersion(sql)
  if (version === Migrations.latestVersion) return
  return yield* new OperatorError({
    message:
      version === 0
        ? `The database ${name} is none of this program.`
        : `The database ${name} has schema ${version}, this program has ${Migrations.latestVersion}.`,
    remedy:
      version > 0 && version < Migrations.latestVersion
        ? "Bring it up to date first: start the server with this program once."
        : "Check its name, and that this is the program which the database was made with."
  })
})

/** Opens the source. Where `isOnline` is not set, no server may be running on it. */
export const openSource = Effect.fnUntraced(function* (from: DatabaseTarget, isOnline: boolean) {
  const name = nameOf(from)
  if (from._tag === "Sqlite") {
    if (!Fs.existsSync(from.file)) {
      return yield* new OperatorError({ message: `There is no database ${name}.`, remedy: "Check --from." })
    }
    if (!isOnline) yield* refuseServer(from.file, stopSource)
  }
  const sql = yield* build(from._tag === "Sqlite" ? SqliteClient.readOnlyLayer(from.file) : postgres(from))
  if (from._tag === "Postgres" && !isOnline) yield* refuseSessions(sql, name, stopSource)
  yield* refuseOther(sql, name)
  return sql
})

/** Opens the target, at the present schema. No server may be running on it. */
export const openTarget = Effect.fnUntraced(function* (to: DatabaseTarget) {
  const name = nameOf(to)
  if (to._tag === "Sqlite") yield* Effect.andThen(makePlace(to.file), refuseServer(to.file, stopTarget))
  const sql = yield* build(to._tag === "Sqlite" ? SqliteClient.unmappedLayer(to.file) : postgres(to))
  if (to._tag === "Postgres") yield* refuseSessions(sql, name, stopTarget)
  yield* Layer.build(Migrations.layer(name)).pipe(Effect.provideService(SqlClient, sql))
  yield* refuseOther(sql, name)
  return sql
})
