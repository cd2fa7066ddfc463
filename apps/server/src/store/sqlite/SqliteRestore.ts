/**
 * Puts a backup in the place of the database. The server is stopped meanwhile; this holds its lock.
 *
 * Everything is prepared in a folder of its own beside the database: the schema of the copy is compared, the copy is brought to the present
 * schema, and every token in it is ended, because a token that was revoked after the backup would otherwise be good again; so is every session
 * and link of operators. Then one rename changes over. The database that was there is kept under a name of its own: nothing is lost by
 * restoring the wrong file. Both are their owner's alone afterwards.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { openRegularFile } from "../../platform/RegularFile.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import * as Migrations from "../Migrations.ts"
import type { ReadSql } from "../sql/kit/Statements.ts"
import * as ServerLock from "./ServerLock.ts"
import { withoutLinks } from "../../platform/RealPath.ts"
import { closeToOthers, fileBeside, synchronize } from "./PrivateFile.ts"
import * as SqliteClient from "./SqliteClient.ts"
import { judgeFile, makePlace, sizeOf } from "./SqliteFile.ts"
import { readFile } from "./SqliteReader.ts"
import { judgeSchema, named } from "./SqliteSchema.ts"

/** A backup is copied in pieces of 1 MiB: few calls of the system, and little memory. */
const pieceBytes = 1_048_576

const failed = (to: string) => (cause: unknown) =>
  new OperatorError({
    message: `The database ${to} cannot be restored: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: "The database is as it was. Check that its folder may be written and has room."
  })

const missing = (from: string) =>
  new OperatorError({
    message: `There is no file ${from}.`,
    remedy: "Name a file that partner-api backup has written."
  })

const unreadable = (from: string) => (cause: unknown) =>
  new OperatorError({
    message: `The backup ${from} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: "Check that it is a file of yours."
  })

const empty = (from: string) =>
  new OperatorError({
    message: `The file ${from} is empty.`,
    remedy: "Name a file that partner-api backup has written."
  })

const hasLog = (from: string) =>
  new OperatorError({
    message: `The file ${from} has a write-ahead log beside it: it is a database in use, not a backup.`,
    remedy: "Make a backup of it first, with partner-api backup."
  })

const inUse = (to: string) =>
  new OperatorError({
    message: `Another program is using the database ${to}.`,
    remedy: "Stop it first: another command of partner-api, perhaps, or a shell of SQLite."
  })

const newer = (from: string, version: number) =>
  new OperatorError({
    message: `The file ${from} has schema ${version}, this program knows ${Migrations.latestVersion}: a newer program has changed it.`,
    remedy: "The database is as it was. Restore the file with the newer program."
  })

const foreignSchema = (from: string, differences: ReadonlyArray<string>) =>
  new OperatorError({
    message: `The schema of the file ${from} is not as this program makes it: ${named(differences)}.`,
    remedy:
      "The database is as it was. Restore another backup, or drop what you have added yourself from a copy of the file and restore the copy."
  })

/** Refuses a copy of the file `from` that has anything else in its schema than the migrations make. */
const refuseForeignSchema = Effect.fnUntraced(function* (copy: string, from: string) {
  const { differences, version } = yield* readFile(copy, judgeSchema)
  if (version > Migrations.latestVersion) return yield* newer(from, version)
  if (differences.length > 0) return yield* foreignSchema(from, differences)
})

/** Makes the database one file, which works only while nobody else has it open. */
const fold = (to: string): Effect.Effect<void, OperatorError> =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new DatabaseSync(to, { timeout: 0 }), catch: failed(to) }),
    (db) =>
      Effect.try({
        try: () => db.prepare("PRAGMA journal_mode=DELETE").get()?.["journal_mode"],
        catch: () => inUse(to)
      }),
    (db) => Effect.sync(() => db.close())
  ).pipe(Effect.flatMap((mode) => (mode === "delete" ? Effect.void : Effect.fail(inUse(to)))))

/** Brings the copy up to date, ends its tokens and what signs operators in, and lets `record` write an entry there; returns how many tokens that were. */
const prepare = <E>(copy: string, record: RecordRestore<E>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ended = yield* sql`DELETE FROM tokens RETURNING digest`
    yield* sql`DELETE FROM operator_links`
    yield* sql`DELETE FROM operator_sessions`
    yield* record
    return ended.length
  }).pipe(
    Effect.mapError(failed(copy)),
    Effect.provide(Migrations.layer(copy).pipe(Layer.provideMerge(SqliteClient.unmappedLayer(copy)))),
    Effect.tap(fold(copy))
  )

/** Copies an open file to another in pieces; nothing of its mode comes along. */
const copyFile = (descriptor: number, copy: string): void => {
  const piece = Buffer.allocUnsafe(pieceBytes)
  for (let offset = 0; ;) {
    const read = Fs.readSync(descriptor, piece, 0, piece.length, offset)
    if (read === 0) return
    Fs.appendFileSync(copy, piece.subarray(0, read))
    offset += read
  }
}

/** Notes in the restored database that it was restored. */
type RecordRestore<E> = Effect.Effect<void, E, SqlClient.SqlClient | ReadSql>

/** Puts the backup `from` in the place of the database `to`. Tells where the database before it is kept, if there was one. */
export const restore = Effect.fnUntraced(function* <E>(options: {
  readonly from: string
  readonly to: string
  readonly record: RecordRestore<E>
}) {
  const { from, record } = options
  const to = withoutLinks(options.to)
  if (!Fs.existsSync(from)) return yield* missing(from)
  const { descriptor, size } = yield* openRegularFile(from, unreadable(from))
  if (size === 0) return yield* empty(from)
  if (sizeOf(`${from}-wal`) > 0) return yield* hasLog(from)
  yield* judgeFile(from, "read")
  const hadDatabase = Fs.existsSync(to)
  yield* makePlace(to)
  yield* ServerLock.hold(to)
  const copy = yield* fileBeside(to, "restoring", failed(to))
  const stamp = new Date(yield* Clock.currentTimeMillis).toISOString().replaceAll(/[:.]/g, "-")
  const kept = `${to}.before-restore-${stamp}`
  yield* Effect.try({ try: () => copyFile(descriptor, copy), catch: failed(to) })
  // The copy, for others may write to the file meanwhile.
  yield* refuseForeignSchema(copy, from)
  const tokensEnded = yield* prepare(copy, record)
  if (hadDatabase) yield* fold(to)
  yield* Effect.try({
    try: () => {
      synchronize(copy)
      if (hadDatabase) {
        closeToOthers(to)
        Fs.linkSync(to, kept)
      }
      Fs.renameSync(copy, to)
      synchronize(Path.dirname(Path.resolve(to)))
    },
    catch: failed(to)
  })
  return { kept: hadDatabase ? kept : undefined, tokensEnded }
})
