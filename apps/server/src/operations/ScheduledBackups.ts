/**
 * Backs up the embedded database by a schedule, for as long as the server runs, and removes the oldest backups.
 *
 * Each backup is `partner-api backup` in a process of its own: to copy and to check a database would hold up requests. An earlier backup
 * counts, one that an operator made too, so that a server that is often restarted does not copy at each start.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ChildProcess from "effect/process/ChildProcess"
import * as Stream from "effect/Stream"
import { lastBackupMs } from "../platform/BackupMark.ts"
import { type BackupSchedule, folderOf } from "../platform/BackupSettings.ts"
import { folderBeside } from "./FolderCopies.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import type { Settings } from "../platform/Settings.ts"

/** After a backup that failed, as on a full disk, the next attempt comes sooner than the next backup. */
const retryMs = 600_000

/** A name that sorts by time. */
const nameAt = (nowMs: number): string =>
  `partner-api-${new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "")}.db`

/** A name that no file has. Two backups in one second get the names of two seconds, since a backup never writes over a file. */
const freeName = (folder: string, nowMs: number): string => {
  const name = nameAt(nowMs)
  return Fs.existsSync(Path.join(folder, name)) ? freeName(folder, nowMs + 1_000) : name
}

/** Whether a file has the name of a backup of the schedule. */
export const isBackupName = (name: string): boolean => /^partner-api-\d{8}T\d{6}Z\.db$/.test(name)

const failed = (message: string) =>
  new OperatorError({ message, remedy: "Run partner-api backup by hand to see it again, and partner-api doctor." })

/** The arguments that make this program run another command. */
const ofThisProgram = (...args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...process.execArgv,
  ...process.argv.slice(1, 2),
  ...args
]

const runBackup = Effect.fnUntraced(function* (databaseFile: string, to: string) {
  const child = yield* ChildProcess.make(process.execPath, ofThisProgram("backup", to), {
    env: { DATABASE_URL: `sqlite:${databaseFile}` },
    extendEnv: true,
    stdin: "ignore",
    stdout: "ignore"
  })
  const output = yield* Stream.mkString(Stream.decodeText(child.stderr))
  const code = yield* child.exitCode
  if (code !== 0) return yield* failed(output.trim())
}, Effect.scoped)

/** Removes all but the newest backups of a schedule. Other files stay. */
const removeOld = (folder: string, keep: number) =>
  Effect.try({
    try: () => {
      for (const name of Fs.readdirSync(folder).filter(isBackupName).toSorted().slice(0, -keep)) {
        Fs.rmSync(Path.join(folder, name))
        Fs.rmSync(folderBeside(Path.join(folder, name)), { recursive: true, force: true })
      }
    },
    catch: (cause) => failed(`An old backup in ${folder} cannot be removed: ${String(cause)}.`)
  })

const backUpOnce = Effect.fnUntraced(function* (databaseFile: string, schedule: BackupSchedule) {
  const folder = folderOf(schedule, databaseFile)
  yield* Effect.try({
    try: () => Fs.mkdirSync(folder, { recursive: true, mode: 0o700 }),
    catch: (cause) => failed(`The folder ${folder} cannot be made: ${String(cause)}.`)
  })
  const to = Path.join(folder, freeName(folder, yield* Clock.currentTimeMillis))
  yield* runBackup(databaseFile, to)
  yield* Effect.logInfo(`the database was backed up to ${to}`)
  yield* removeOld(folder, schedule.keep)
})

const keepBackedUp = (databaseFile: string, schedule: BackupSchedule) =>
  Effect.gen(function* () {
    let triedMs = Number.NEGATIVE_INFINITY
    let pauseMs = schedule.everyMs
    return yield* Effect.forever(
      Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const madeMs = Math.min(lastBackupMs(databaseFile) ?? Number.NEGATIVE_INFINITY, nowMs)
        const dueMs = Math.max(madeMs + schedule.everyMs, triedMs + pauseMs)
        yield* Effect.sleep(Duration.millis(Math.max(0, dueMs - nowMs)))
        pauseMs = yield* Effect.matchEffect(backUpOnce(databaseFile, schedule), {
          onFailure: (error) =>
            Effect.as(Effect.logError(`a backup has failed: ${error.message}`), Math.min(retryMs, schedule.everyMs)),
          onSuccess: () => Effect.succeed(schedule.everyMs)
        })
        triedMs = yield* Clock.currentTimeMillis
      })
    )
  })

/** Backs up for as long as the layer is there, where the settings have a schedule. PostgreSQL has tools of its own. */
export const layer = ({ backups, database }: Pick<Settings, "backups" | "database">) =>
  backups === undefined || database._tag !== "Sqlite"
    ? Layer.empty
    : Layer.effectDiscard(Effect.forkScoped(keepBackedUp(database.file, backups)))
