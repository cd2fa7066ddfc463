/**
 * The settings of backups that a server makes on its own: how often, how many are kept, and where.
 */
import * as Path from "node:path"
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { integer, optional, withDefault } from "./Setting.ts"

/** Backups by a schedule. */
export interface BackupSchedule {
  readonly everyMs: number
  /** The number of backups of the schedule that are kept; older ones are removed. */
  readonly keep: number
  /** Their folder; absent for a folder beside the database. */
  readonly folder: string | undefined
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A copy of a large database takes minutes, so that one more often would copy all the time; rarer than a month is no backup. */
const everyMsMin = 600_000
const everyMsMax = 30 * 86_400_000

/** More files than anybody looks through. */
const keepMax = 10_000

/** A time such as 6h, in milliseconds. */
const readEvery = (text: string): number => {
  const [, number = "", unit = ""] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? []
  return Number(number) * (unitsMs[unit] ?? Number.NaN)
}

const Every = Schema.String.check(
  Schema.makeFilter(
    (text: string) => readEvery(text) >= everyMsMin && readEvery(text) <= everyMsMax,
    problem("range", "must be a time from 10m to 30d, such as 6h")
  )
)

/** The settings, as they are declared. */
export const backupSettings = {
  backupEvery: optional(
    "BACKUP_EVERY",
    Every,
    "no backups",
    "how often serve backs up the embedded database, such as 6h"
  ),
  backupKeep: withDefault("BACKUP_KEEP", integer(1, keepMax), "28", "the number of those backups that are kept"),
  backupFolder: optional("BACKUP_FOLDER", Schema.String, "backups/ beside the database", "where those backups are")
}

/** Reads them; nothing where no schedule is set. */
export const readBackups: Config.Config<BackupSchedule | undefined> = Config.all({
  every: backupSettings.backupEvery.config,
  keep: backupSettings.backupKeep.config,
  folder: backupSettings.backupFolder.config
}).pipe(
  Config.map(({ every, folder, keep }) =>
    Option.getOrUndefined(
      Option.map(every, (text) => ({
        everyMs: readEvery(text),
        keep: Number(keep),
        folder: Option.getOrUndefined(folder)
      }))
    )
  )
)

/** The folder of a schedule for a database. */
export const folderOf = ({ folder }: BackupSchedule, databaseFile: string): string =>
  folder ?? Path.join(Path.dirname(databaseFile), "backups")
