/**
 * `partner-api backup FILE`: a copy of the database as it is at one moment, taken while the server runs.
 */
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readSettings } from "../platform/Settings.ts"
import { backUpDatabase } from "../operations/Backups.ts"
import { json } from "./Inputs.ts"
import { embeddedFile } from "../platform/EmbeddedFile.ts"
import { print } from "./Operator.ts"
import { defaultFile } from "./ServeCommand.ts"

export const backup = Command.make(
  "backup",
  { file: Argument.String("file").pipe(Argument.withDescription("The new file")), json },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(defaultFile)
    const { bytes } = yield* backUpDatabase(yield* embeddedFile(settings.database), input.file, (progress) =>
      showProgress("pages", progress)
    )
    yield* print(input.json, { file: input.file, bytes }, [
      `${input.file}  ${bytes.toLocaleString("en")} bytes, checked. It holds personal data: keep it as safe as the database.`
    ])
  })
).pipe(Command.withDescription("Copy the database to a new file, while the server runs"))
