/**
 * The file beside a database that says when it was last copied by `partner-api backup`, for whatever tells the operator of its age.
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
