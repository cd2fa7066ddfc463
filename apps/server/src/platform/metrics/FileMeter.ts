/**
 * Measures the files of the embedded database: their sizes, and how old the last backup is. Opens none of them.
 */
import * as Fs from "node:fs"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { lastBackupMs } from "../BackupMark.ts"
import type { DatabaseTarget } from "../DatabaseTarget.ts"
import { withoutLinks } from "../RealPath.ts"
import { Meters } from "./Meters.ts"

/** The file's size and times; undefined without the file. */
const statOf = (file: string): Fs.Stats | undefined =>
  Fs.existsSync(file) ? Fs.statSync(file, { throwIfNoEntry: false }) : undefined

/** Has the files of a database measured at each scrape. PostgreSQL has metrics of its own for its sizes. */
export const measureFiles = (target: DatabaseTarget) =>
  Effect.gen(function* () {
    const meters = yield* Meters
    if (meters === undefined || target._tag !== "Sqlite") return
    const clock = yield* Clock.Clock
    const file = () => withoutLinks(target.file)
    meters.observe("partner_database_bytes", {}, () => statOf(file())?.size)
    meters.observe("partner_sqlite_wal_bytes", {}, () => statOf(`${file()}-wal`)?.size ?? 0)
    meters.observe("partner_backup_age_seconds", {}, () => {
      const madeMs = lastBackupMs(target.file)
      return madeMs === undefined ? undefined : Math.max(0, clock.currentTimeMillisUnsafe() - madeMs) / 1_000
    })
  })
