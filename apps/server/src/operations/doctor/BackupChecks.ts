/**
 * The findings of `doctor` about the backups of a database file: the age of the last one. Pure; the clock is an argument.
 */
import { backupAgeMaxMs } from "../../platform/BackupMark.ts"
import type { BackupSchedule } from "../../platform/BackupSettings.ts"
import type { Finding } from "./Finding.ts"

/** The facts about the backups of a database. */
export interface Backups {
  /** When the last one was made; absent where none is known. */
  readonly lastMs: number | undefined
  /** When the database itself was made: one of today need not have a backup. */
  readonly bornMs: number
  readonly schedule: BackupSchedule | undefined
}

/** With a schedule, one backup may be late; the second one is missing. */
const intervalsMax = 2

const hours = (ms: number): string => `${Math.floor(ms / 3_600_000)} hours`

/** The finding about backups. */
export const backupFindingOf = ({ bornMs, lastMs, schedule }: Backups, nowMs: number): Finding => {
  const ageMaxMs = schedule === undefined ? backupAgeMaxMs : schedule.everyMs * intervalsMax
  const ageMs = Math.max(0, nowMs - (lastMs ?? bornMs))
  const seen =
    lastMs === undefined
      ? `none is known of this database, which is ${hours(ageMs)} old`
      : `the last one is ${hours(ageMs)} old`
  return ageMs <= ageMaxMs
    ? { check: "backup", state: "good", seen }
    : {
        check: "backup",
        state: "look",
        seen,
        remedy:
          schedule === undefined
            ? "Run partner-api backup FILE, or set BACKUP_EVERY."
            : "The log of the server says why the schedule made none; run partner-api backup FILE."
      }
}
