/**
 * The backups of an embedded database as operators see them: when the last one was made, and the files of the schedule. Backups that were made by hand
 * lie where the argument of their command put them, so the last one is known by its time alone.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { HealthBackups } from "@partner-api/domain/operator/HealthView"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Effect from "effect/Effect"
import { lastBackupMs } from "../platform/BackupMark.ts"
import { folderOf } from "../platform/BackupSettings.ts"
import type { Settings } from "../platform/Settings.ts"
import { isBackupName } from "./ScheduledBackups.ts"

/** The most files that are listed: those of a week with one every six hours. */
const listedMax = 28

/** The files of the schedule, the newest first. */
const filesIn = (folder: string): HealthBackups["files"] =>
  Fs.readdirSync(folder)
    .filter(isBackupName)
    .toSorted()
    .toReversed()
    .slice(0, listedMax)
    .flatMap((name) => {
      const found = Fs.statSync(Path.join(folder, name), { throwIfNoEntry: false })
      return found === undefined
        ? []
        : [{ name, made_at: timestampFromMillis(Math.floor(found.mtimeMs)), bytes: found.size }]
    })

/** The facts about the backups; nothing for PostgreSQL, which has tools of its own. A folder that is not there yet has none. */
export const backupsOf = ({
  backups,
  database
}: Pick<Settings, "backups" | "database">): Effect.Effect<HealthBackups | undefined> => {
  if (database._tag !== "Sqlite") return Effect.undefined
  const { file } = database
  const folder = backups === undefined ? undefined : folderOf(backups, file)
  return Effect.map(
    folder === undefined
      ? Effect.succeed([])
      : Effect.orElseSucceed(
          Effect.try(() => filesIn(folder)),
          () => []
        ),
    (files) => {
      const lastMs = lastBackupMs(file)
      return {
        ...(lastMs === undefined ? {} : { last_at: timestampFromMillis(Math.floor(lastMs)) }),
        ...(backups === undefined || folder === undefined
          ? {}
          : { schedule: { every_ms: backups.everyMs, keep: backups.keep, folder } }),
        files
      }
    }
  )
}
