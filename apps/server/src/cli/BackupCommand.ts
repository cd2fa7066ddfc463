/**
 * `partner-api backup FILE`: a copy of the database as it is at one moment, taken while the server runs.
 */
import * as Fs from "node:fs"
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readSettings } from "../platform/Settings.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { backUp, pagesPerStep } from "../store/sqlite/SqliteBackup.ts"
import { judgeFile } from "../store/sqlite/SqliteFile.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"
import { databaseFile } from "./ServeCommand.ts"

export const backup = Command.make(
  "backup",
  { file: Argument.String("file").pipe(Argument.withDescription("The new file")), json },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(databaseFile)
    if (!Fs.existsSync(settings.databaseFile)) {
      return yield* new OperatorError({
        message: `There is no database ${settings.databaseFile}.`,
        remedy: "Set DATABASE_URL to the database of the service."
      })
    }
    yield* judgeFile(settings.databaseFile)
    // SQLite tells of its steps in a callback.
    const run = Effect.runSyncWith(yield* Effect.context<never>())
    const { bytes } = yield* backUp({
      from: settings.databaseFile,
      to: input.file,
      onProgress: (done, total) => run(showProgress("pages", { done, total, step: Math.min(done, pagesPerStep) }))
    })
    yield* print(input.json, { file: input.file, bytes }, [
      `${input.file}  ${bytes.toLocaleString("en")} bytes, checked. It holds personal data: keep it as safe as the database.`
    ])
  })
).pipe(Command.withDescription("Copy the database to a new file, while the server runs"))
