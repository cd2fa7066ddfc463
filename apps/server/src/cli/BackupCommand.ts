/**
 * `partner-api backup FILE`: a copy of the database as it is at one moment, taken while the server runs. The files of applications are copied to a
 * folder beside it.
 */
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readSettings } from "../platform/Settings.ts"
import { backUpDatabase, requireDatabase } from "../operations/Backups.ts"
import { backUpFiles, folderBeside } from "../operations/FolderCopies.ts"
import { json } from "./Inputs.ts"
import { embeddedFile } from "../platform/EmbeddedFile.ts"
import { filesLines, filesResult } from "./FilesText.ts"
import { print } from "./Operator.ts"
import { defaultFile } from "./ServeCommand.ts"

export const backup = Command.make(
  "backup",
  { file: Argument.String("file").pipe(Argument.withDescription("The new file")), json },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(defaultFile)
    const { place } = settings.files
    const databaseFile = yield* embeddedFile(settings.database)
    yield* requireDatabase(databaseFile)
    const backUp = backUpDatabase(databaseFile, input.file, (progress) => showProgress("pages", progress))
    const { database, files } =
      place.kind === "folder"
        ? yield* backUpFiles(
            { database: databaseFile, folder: place.folder, onFile: (progress) => showProgress("files", progress) },
            input.file,
            backUp
          )
        : { database: yield* backUp, files: undefined }
    const { bytes } = database
    yield* print(input.json, { file: input.file, bytes, ...filesResult(files) }, [
      `${input.file}  ${bytes.toLocaleString("en")} bytes, checked. It holds personal data: keep it as safe as the database.`,
      ...filesLines(place, files, folderBeside(input.file))
    ])
  })
).pipe(Command.withDescription("Copy the database to a new file, while the server runs"))
