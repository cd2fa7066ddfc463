/**
 * The file beside a database with the time of its last `partner-api backup`. Checks and metrics read the age of the backup from it.
 */
import * as Fs from "node:fs"
import { withoutLinks } from "./RealPath.ts"

/** The name of the file; the time of its last change is that of the backup. */
export const backupMark = (databaseFile: string): string => `${withoutLinks(databaseFile)}.last-backup`

/** When the database was last copied; nothing before the first time. */
export const lastBackupMs = (databaseFile: string): number | undefined =>
  Fs.statSync(backupMark(databaseFile), { throwIfNoEntry: false })?.mtimeMs

/** A backup that is made once a day is older than this only when one was left out. */
export const backupAgeMaxMs = 26 * 3_600_000
