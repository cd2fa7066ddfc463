/**
 * `partner-api restore FILE`: puts a backup in the place of the database. The server is stopped for it; the database that was there
 * is kept beside it.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readSettings } from "../platform/Settings.ts"
import { restoreDatabase } from "../operations/Backups.ts"
import { json } from "./Inputs.ts"
import { embeddedFile, print } from "./Operator.ts"
import { defaultFile } from "./ServeCommand.ts"

export const restore = Command.make(
  "restore",
  { file: Argument.String("file").pipe(Argument.withDescription("A file that partner-api backup has written")), json },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(defaultFile)
    const to = yield* embeddedFile(settings.database)
    const { kept, tokensEnded } = yield* restoreDatabase(input.file, to)
    yield* print(input.json, { database: to, kept: kept ?? null, tokens_ended: tokensEnded }, [
      `${to} is what ${input.file} holds.`,
      ...(kept === undefined ? [] : [`The database before it is kept as ${kept}; delete it when it is not needed.`]),
      `${tokensEnded} tokens have ended: partners get new ones with their credentials.`,
      "Clients, secrets and grants that were revoked after the backup are live again: revoke them once more."
    ])
  })
).pipe(Command.withDescription("Put a backup in the place of the database"))
