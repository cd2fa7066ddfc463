/**
 * Copies a database file while a server goes on writing to it.
 *
 * The copy shows one moment: a read transaction is held open meanwhile. Without it, every write of the server would make SQLite
 * begin anew, and under load the copy would never end. The file appears under its name when it is complete, checked and on disk.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import { StartError } from "../../platform/StartError.ts"
import { busyTimeoutMs, damaged, ownerOnly, readFinding } from "./SqliteFile.ts"

/** So many pages are copied between two steps of the progress bar: 16 MiB, a fraction of a second. */
export const pagesPerStep = 4_096

const failed = (to: string) => (cause: unknown) =>
  new StartError({
    message: `The backup ${to} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: "Check that the folder exists, may be written, and has room for the database."
  })

const exists = (to: string) =>
  new StartError({ message: `The file ${to} exists already.`, remedy: "Name a new file; nothing was changed." })

/** Writes what a process has handed to the operating system to the disk. */
export const synchronize = (path: string): void => {
  const descriptor = Fs.openSync(path, "r")
  Fs.fsyncSync(descriptor)
  Fs.closeSync(descriptor)
}

const copy = (from: string, to: string, onProgress: (done: number, total: number) => void) =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs }), catch: failed(to) }),
    (source) =>
      Effect.tryPromise({
        try: () => {
          Fs.closeSync(Fs.openSync(to, "w", ownerOnly))
          source.exec("BEGIN")
          // The transaction begins with its first read.
          source.prepare("SELECT count(*) FROM sqlite_schema").get()
          return backup(source, to, {
            rate: pagesPerStep,
            progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages)
          })
        },
        catch: failed(to)
      }),
    (source) => Effect.sync(() => source.close())
  )

/** Makes the copy one file, without a write-ahead log beside it, and checks it page by page. */
const complete = (partial: string) =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new DatabaseSync(partial), catch: failed(partial) }),
    (db) =>
      Effect.try({
        try: () => {
          db.exec("PRAGMA journal_mode=DELETE")
          return readFinding(db)
        },
        catch: failed(partial)
      }),
    (db) => Effect.sync(() => db.close())
  ).pipe(Effect.flatMap((finding) => (finding === "ok" ? Effect.void : Effect.fail(damaged(partial, finding)))))

/** Copies the database `from` to the new file `to`; `onProgress` is told pages. */
export const backUp = Effect.fnUntraced(function* (options: {
  readonly from: string
  readonly to: string
  readonly onProgress: (done: number, total: number) => void
}) {
  const { from, to, onProgress } = options
  if (Fs.existsSync(to)) return yield* exists(to)
  const partial = `${to}.partial`
  yield* copy(from, partial, onProgress).pipe(
    // SQLite does not tell of the last step.
    Effect.tap((pages) => Effect.sync(() => onProgress(pages, pages))),
    Effect.andThen(complete(partial)),
    Effect.andThen(
      Effect.try({
        try: () => {
          synchronize(partial)
          Fs.renameSync(partial, to)
          synchronize(Path.dirname(Path.resolve(to)))
        },
        catch: failed(to)
      })
    ),
    Effect.ensuring(Effect.sync(() => Fs.rmSync(partial, { force: true })))
  )
  return { bytes: Fs.statSync(to).size }
})
