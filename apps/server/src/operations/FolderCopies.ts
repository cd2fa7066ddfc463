/**
 * Takes the files of applications along where a database is backed up, restored or copied, as its rows name them. A bucket keeps its own files.
 */
import * as Fs from "node:fs/promises"
import * as Effect from "effect/Effect"
import { OperatorError } from "../platform/OperatorError.ts"
import { filesIn, finishFolder, moveFile, pathIn, placeFile } from "../store/files/FolderFiles.ts"
import { type StoredFiles, storedFilesOf } from "../store/sqlite/StoredFiles.ts"

/** The folder of files beside a database or a backup. */
export const folderBeside = (file: string): string => `${file}.files`

/** The files that are in a place, and those that rows name and nobody has. */
export interface TakenFiles {
  readonly count: number
  readonly missing: number
}

const failed = (folder: string) => (cause: unknown) =>
  new OperatorError({
    message: `The files of applications in ${folder} cannot be copied: ${String(cause)}.`,
    remedy: "Check the room on the disk and the rights of the folder, and run the command again."
  })

const attempt = <A>(folder: string, run: () => Promise<A>): Effect.Effect<A, OperatorError> =>
  Effect.tryPromise({ try: run, catch: failed(folder) })

const isStored = (stored: StoredFiles, organization: string, name: string): boolean =>
  stored.get(organization)?.has(name) === true

/** Has what the rows of a database name in `to`, out of `from` where it is not there yet. */
const placeStored = async (stored: StoredFiles, from: string, to: string): Promise<TakenFiles> => {
  const found = { count: 0, missing: 0 }
  for (const [organization, names] of stored) {
    for (const name of names) found[(await placeFile(from, to, { organization, name })) ? "count" : "missing"]++
  }
  return found
}

/** Copies the files that the rows of the database `database` name. */
export const takeFiles = (database: string, from: string, to: string): Effect.Effect<TakenFiles, OperatorError> =>
  Effect.flatMap(storedFilesOf(database), (stored) =>
    attempt(to, async () => {
      const taken = await placeStored(stored, from, to)
      await finishFolder(to)
      return taken
    })
  )

/** The progress of the copy of the files. A file that is added or removed meanwhile changes the total. */
interface FileProgress {
  readonly done: number
  readonly total: number
  readonly step: number
}

/** The files of a database, the folder that has them, and what is called for each that was copied. */
interface BackedUpFiles {
  readonly database: string
  readonly folder: string
  readonly onFile: (progress: FileProgress) => Effect.Effect<void>
}

/**
 * Runs `backUp`, which writes the database file `to`, and puts the files that its rows name beside it. Files are copied before, because one that is removed
 * meanwhile is named by the backup, and after, because one that is added meanwhile may be; then what no row names goes.
 */
export const backUpFiles = <A, R>(
  { database: source, folder: from, onFile }: BackedUpFiles,
  to: string,
  backUp: Effect.Effect<A, OperatorError, R>
): Effect.Effect<{ readonly database: A; readonly files: TakenFiles }, OperatorError, R> => {
  const beside = folderBeside(to)
  const isTaken = attempt(beside, () =>
    Fs.lstat(beside).then(
      () => true,
      () => false
    )
  )
  const copying = Effect.gen(function* () {
    const run = Effect.runSyncWith(yield* Effect.context<never>())
    const expected = Array.from(yield* storedFilesOf(source), ([, names]) => names.size)
    const total = expected.reduce((sum, count) => sum + count, 0)
    yield* attempt(beside, async () => {
      let done = 0
      for await (const name of filesIn(from)) {
        await placeFile(from, beside, name)
        done += 1
        run(onFile({ done, total: Math.max(done, total), step: 1 }))
      }
    })
    const database = yield* backUp
    const stored = yield* storedFilesOf(to)
    const files = yield* attempt(beside, async () => {
      const taken = await placeStored(stored, from, beside)
      for await (const name of filesIn(beside)) {
        if (!isStored(stored, name.organization, name.name)) await Fs.rm(pathIn(beside, name))
      }
      await finishFolder(beside)
      return taken
    })
    return { database, files }
  })
  return Effect.flatMap(isTaken, (taken) =>
    taken
      ? Effect.fail(
          new OperatorError({
            message: `${beside} exists already.`,
            remedy: "Name a new file; nothing was changed."
          })
        )
      : Effect.onError(copying, () => Effect.promise(() => Fs.rm(beside, { recursive: true, force: true })))
  )
}

/**
 * Brings the files of a backup to the folder `to` of the restored database. What the folder has and the restored rows do not name belongs to the database
 * before: it moves beside that one, which was kept as `kept`.
 */
export const restoreFiles = (
  database: string,
  backup: string,
  to: string,
  kept: string | undefined
): Effect.Effect<TakenFiles, OperatorError> =>
  Effect.flatMap(storedFilesOf(database), (stored) =>
    attempt(to, async () => {
      const taken = await placeStored(stored, folderBeside(backup), to)
      if (kept !== undefined) {
        const former = folderBeside(kept)
        for await (const name of filesIn(to)) {
          if (!isStored(stored, name.organization, name.name)) await moveFile(to, former, name)
        }
        await finishFolder(former)
      }
      await finishFolder(to)
      return taken
    })
  )
