/**
 * The findings of `doctor` about the database of a file, where there is one: the access to it, whether a server runs on it, and its pages. Changes
 * nothing.
 */
import * as Fs from "node:fs"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { lastBackupMs } from "../../platform/BackupMark.ts"
import type { BackupSchedule } from "../../platform/BackupSettings.ts"
import type { OperatorError } from "../../platform/OperatorError.ts"
import { filePlaces } from "../../store/sqlite/FilePlaces.ts"
import { isHeld } from "../../store/sqlite/ServerLock.ts"
import { diagnose, eachSqliteFileRows } from "../../store/diagnosis/SqliteDiagnosis.ts"
import { backupFindingOf } from "./BackupChecks.ts"
import type { ServiceSettings } from "./ContentChecks.ts"
import { type Finding, orFinding } from "./Finding.ts"
import { sqliteFindingsOf } from "./SqliteChecks.ts"
import { bytesFindingOf, compareFiles, type FileComparison } from "./StoredFileChecks.ts"
import { fileFindingsOf } from "./FileChecks.ts"

const checkServer = (file: string) =>
  Effect.map(isHeld(file), (isRunning): Finding => ({
    check: "server",
    state: "good",
    seen: isRunning ? "a server is running on this database" : "no server is running on this database"
  }))

const missingFile = (file: string): Finding => ({
  check: "database",
  state: "look",
  seen: `there is no file ${file} yet`,
  remedy: "The first start makes it; or set DATABASE_URL to another."
})

/** Checks the modes and owners of the files, of a damaged database too. */
export const checkFiles = (file: string): Effect.Effect<ReadonlyArray<Finding>, OperatorError> =>
  Effect.suspend(() => (Fs.existsSync(file) ? filePlaces(file) : Effect.succeed(undefined))).pipe(
    Effect.map((places) => (places === undefined ? [] : fileFindingsOf(places)))
  )

/** The settings that a database file itself does not have. */
export interface FileSettings extends ServiceSettings, FileComparison {
  readonly schedule: BackupSchedule | undefined
}

/** Checks what the database holds. With `readingAll`, which runs before it, every page of the file is read, which may take a while. */
export const checkDatabase = (
  file: string,
  settings: FileSettings,
  readingAll: Effect.Effect<void> | undefined
): Effect.Effect<ReadonlyArray<Finding>, OperatorError> =>
  Effect.gen(function* () {
    if (!Fs.existsSync(file)) return [missingFile(file)]
    if (readingAll !== undefined) yield* readingAll
    const diagnosis = yield* diagnose(file, readingAll !== undefined)
    const nowMs = yield* Clock.currentTimeMillis
    const compared =
      readingAll === undefined || diagnosis.contents === undefined
        ? []
        : yield* compareFiles(settings, (use) => eachSqliteFileRows(file, use)).pipe(
            Effect.map((found) => [bytesFindingOf(found)]),
            orFinding("uploads")
          )
    const backups = { lastMs: lastBackupMs(file), bornMs: diagnosis.bornMs, schedule: settings.schedule }
    return [
      yield* checkServer(file),
      ...sqliteFindingsOf(diagnosis, settings, nowMs),
      ...compared,
      backupFindingOf(backups, nowMs)
    ]
  })
