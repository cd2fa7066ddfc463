/**
 * Copies a database file while a server goes on writing to it.
 *
 * The copy shows one moment: a read transaction is held open meanwhile. Without it, every write of the server would make SQLite
 * start over, and under load the copy would never end. The file appears under its name when it is complete, checked and on disk;
 * until then it is in a folder of its own beside that name, where nobody else can reach it.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { OperatorError } from "../../platform/OperatorError.ts"
import { fileBeside, isTaken, synchronize } from "./PrivateFile.ts"
import { busyTimeoutMs, damaged, readFinding } from "./SqliteFile.ts"

/** The number of pages copied between two steps of the progress bar: 16 MiB, a fraction of a second. */
export const pagesPerStep = 4_096

const failed = (to: string) => (cause: unknown) =>
  new OperatorError({
    message: `The backup ${to} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: "Check that the folder exists, may be written, and has room for the database."
  })

const exists = (to: string) =>
  new OperatorError({ message: `The file ${to} exists already.`, remedy: "Name a new file; nothing was changed." })

interface Backup {
  readonly from: string
  readonly to: string
  readonly onProgress: (done: number, total: number) => void
}

const copy = ({ from, to, onProgress }: Backup, partial: string) =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs }), catch: failed(to) }),
    (source) =>
      Effect.tryPromise({
        try: () => {
          source.exec("BEGIN")
          // The transaction begins with its first read.
          source.prepare("SELECT count(*) FROM sqlite_schema").get()
          return backup(source, partial, {
            rate: pagesPerStep,
            progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages)
          })
        },
        catch: failed(to)
      }),
    (source) => Effect.sync(() => source.close())
  )

/** Makes the copy one file, without a write-ahead log beside it, and checks it page by page. */
const complete = (partial: string, to: string) =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new DatabaseSync(partial), catch: failed(to) }),
    (db) =>
      Effect.try({
        try: () => {
          db.exec("PRAGMA journal_mode=DELETE")
          synchronize(partial)
          return readFinding(db)
        },
        catch: failed(to)
      }),
    (db) => Effect.sync(() => db.close())
  ).pipe(Effect.flatMap((finding) => (finding === "ok" ? Effect.void : Effect.fail(damaged(to, finding)))))

/**
 * Gives the copy its name, unless something has taken that meanwhile: a link takes no name away, a rename does. Where the file system
 * has no such links, only the look at the beginning protects what is there.
 */
const publish = (partial: string, to: string) =>
  Effect.try({
    try: () => Fs.linkSync(partial, to),
    catch: (cause) => (isTaken(cause) ? exists(to) : undefined)
  }).pipe(
    Effect.catch((error) =>
      error === undefined
        ? Effect.try({ try: () => Fs.renameSync(partial, to), catch: failed(to) })
        : Effect.fail(error)
    ),
    Effect.andThen(Effect.try({ try: () => synchronize(Path.dirname(Path.resolve(to))), catch: failed(to) }))
  )

/** Copies the database `from` to the new file `to`; `onProgress` gets pages. */
export const backUp = Effect.fnUntraced(function* (options: Backup) {
  const { to, onProgress } = options
  if (Fs.lstatSync(to, { throwIfNoEntry: false }) !== undefined) return yield* exists(to)
  const partial = yield* fileBeside(to, "partial", failed(to))
  const pages = yield* copy(options, partial)
  // SQLite does not report the last step.
  yield* Effect.sync(() => onProgress(pages, pages))
  yield* complete(partial, to)
  yield* publish(partial, to)
  return { bytes: Fs.statSync(to).size }
}, Effect.scoped)
