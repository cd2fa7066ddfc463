/**
 * The backups that operators see on the page of health: the files of the schedule, and when the last one was made, by whom ever (docs/console.md).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { backupsOf } from "../../src/operations/BackupList.ts"
import { backupMark } from "../../src/platform/BackupMark.ts"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import { temporaryFolder } from "../TestServer.ts"

const schedule = { everyMs: 21_600_000, keep: 28, folder: undefined }

const write = (file: string, bytes: number, at: string): void => {
  Fs.writeFileSync(file, "x".repeat(bytes))
  Fs.utimesSync(file, new Date(at), new Date(at))
}

describe("the backups of a database", () => {
  it.effect("are the files of the schedule, the newest first, with time and size (docs/console, The pages)", () =>
    Effect.gen(function* () {
      using folder = temporaryFolder()
      const database = readTarget(`sqlite:${folder.file("data.db")}`)
      assert.deepStrictEqual<unknown>(yield* backupsOf({ database, backups: undefined }), { files: [] })
      const shown = { schedule: { every_ms: schedule.everyMs, keep: schedule.keep, folder: folder.file("backups") } }
      assert.deepStrictEqual<unknown>(yield* backupsOf({ database, backups: schedule }), { ...shown, files: [] })

      const inFolder = (name: string): string => Path.join(folder.file("backups"), name)
      Fs.mkdirSync(folder.file("backups"))
      write(inFolder("partner-api-20260131T033000Z.db"), 100, "2026-01-31T03:30:01.000Z")
      write(inFolder("partner-api-20260131T093000Z.db"), 200, "2026-01-31T09:30:02.000Z")
      write(inFolder("by-hand.db"), 300, "2026-01-31T10:00:00.000Z")
      write(backupMark(folder.file("data.db")), 1, "2026-01-31T10:00:00.500Z")
      assert.deepStrictEqual<unknown>(yield* backupsOf({ database, backups: schedule }), {
        last_at: "2026-01-31T10:00:00.500Z",
        ...shown,
        files: [
          { name: "partner-api-20260131T093000Z.db", made_at: "2026-01-31T09:30:02.000Z", bytes: 200 },
          { name: "partner-api-20260131T033000Z.db", made_at: "2026-01-31T03:30:01.000Z", bytes: 100 }
        ]
      })
    })
  )

  it.effect("are not those of PostgreSQL, which has tools of its own (docs/console, The pages)", () =>
    Effect.gen(function* () {
      const database = readTarget("postgres://127.0.0.1/partners")
      assert.isUndefined(yield* backupsOf({ database, backups: schedule }))
    })
  )
})
