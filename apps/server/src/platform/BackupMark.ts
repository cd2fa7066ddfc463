/**
 * The file beside a database that says when it was last copied by `partner-api backup`, for whatever tells the operator of its age.
 */
import * as Fs from "node:fs"

/** The name of the file; the time of its last change is that of the backup. */
export const backupMark = (databaseFile: string): string => `${databaseFile}.last-backup`

/** When the database was last copied; nothing before the first time. SQLite keeps its files beside the one that a link leads to. */
export const lastBackupMs = (databaseFile: string): number | undefined => {
  const file = Fs.existsSync(databaseFile) ? Fs.realpathSync(databaseFile) : databaseFile
  return Fs.statSync(backupMark(file), { throwIfNoEntry: false })?.mtimeMs
}

/** A backup that is made once a day is older than this only when one was left out. */
export const backupAgeMaxMs = 26 * 3_600_000
