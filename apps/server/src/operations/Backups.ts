/**
 * Copies the database of the service to a new file, and puts such a copy in its place, with its entry in the audit log.
 */
import * as Fs from "node:fs"
import { databaseRestored } from "@partner-api/domain/commands/Database"
import { operator } from "@partner-api/domain/Journal"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { backupMark } from "../platform/BackupMark.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import * as JournalTable from "../store/sql/Journal.ts"
import * as Transactions from "../store/sql/kit/Transactions.ts"
import { overwriteFile } from "../store/sqlite/PrivateFile.ts"
import { backUp, pagesPerStep } from "../store/sqlite/SqliteBackup.ts"
import { judgeFile } from "../store/sqlite/SqliteFile.ts"
import { revocationsGone } from "../store/sqlite/Revocations.ts"
import { restore } from "../store/sqlite/SqliteRestore.ts"
import { Journal, record } from "@partner-api/service/services/Journal"

/** The progress of a copy, in pages. */
interface BackupProgress {
  readonly done: number
  readonly total: number
  readonly step: number
}

/** Notes beside the database that it was copied. The backup is as good without: its age is then not reported, or that of an earlier one. */
const noteBackup = (databaseFile: string): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
    Effect.ignore(Effect.try(() => overwriteFile(backupMark(databaseFile), `${new Date(nowMs).toISOString()}\n`)))
  )

/**
 * Fails where the file of a database is not there, or is none: whatever opens it would make an empty one, name another remedy, or wait for somebody who
 * writes into a pipe.
 */
export const requireDatabase = (file: string) =>
  Fs.existsSync(file)
    ? judgeFile(file)
    : Effect.fail(
        new OperatorError({
          message: `There is no database ${file}.`,
          remedy: "Set DATABASE_URL to the database of the service."
        })
      )

/** Copies the database `from`, which a server may be using, to the new file `to`. */
export const backUpDatabase = Effect.fnUntraced(function* (
  from: string,
  to: string,
  onProgress: (progress: BackupProgress) => Effect.Effect<void>
) {
  // SQLite reports its steps in a callback.
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  const copied = yield* backUp({
    from,
    to,
    onProgress: (done, total) => run(onProgress({ done, total, step: Math.min(done, pagesPerStep) }))
  })
  yield* noteBackup(from)
  return copied
})

/** Records the restore in the restored database, whose journal ends with the backup. */
const recordRestored = Effect.flatMap(Journal, (journal) => journal.write(operator, record([databaseRestored]))).pipe(
  Effect.provide(Journal.layer.pipe(Layer.provide([JournalTable.layer, Transactions.layer])))
)

/**
 * Puts the copy `from` in the place of the database `to`, which no server may be using, and returns which revocations are gone with it, where
 * that is known.
 */
export const restoreDatabase = (from: string, to: string) =>
  Effect.scoped(restore({ from, to, record: recordRestored })).pipe(
    Effect.bindTo("restored"),
    Effect.bind("gone", ({ restored: { kept } }) =>
      kept === undefined ? Effect.undefined : revocationsGone(kept, to)
    ),
    Effect.map(({ gone, restored }) => ({ ...restored, gone }))
  )
