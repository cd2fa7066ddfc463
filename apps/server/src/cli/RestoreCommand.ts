/**
 * `partner-api restore FILE`: puts a backup in the place of the database. The server is stopped for it; the database that was there
 * is kept beside it.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readSettings } from "../platform/Settings.ts"
import { restoreDatabase } from "../operations/Backups.ts"
import { restoreFiles } from "../operations/FolderCopies.ts"
import { confirm, yes } from "./Confirmation.ts"
import { json } from "./Inputs.ts"
import { embeddedFile } from "../platform/EmbeddedFile.ts"
import { filesLines, filesResult } from "./FilesText.ts"
import { print } from "./Operator.ts"
import { defaultFile } from "./ServeCommand.ts"

/** A change that took rights away. */
interface Revocation {
  readonly action: string
  readonly resource_id: string
  readonly occurred_at: string
}

/** The lines about revocations after the backup. Without the database before, nobody knows them: a client that was revoked may be valid again. */
const linesOf = (revocations: ReadonlyArray<Revocation> | undefined): ReadonlyArray<string> => {
  if (revocations === undefined) {
    return [
      "Which revocations happened after the backup is not known, because no database was there that could be read.",
      "A client, secret, grant or operator that was revoked since is valid again: look at clients list and console operators, and revoke once more."
    ]
  }
  return revocations.length === 0
    ? ["No revocation happened between the backup and the database before."]
    : [
        "These changes happened after the backup and are gone; make them once more where somebody may do too much now:",
        ...revocations.map(({ action, occurred_at, resource_id }) => `  ${occurred_at}  ${action}  ${resource_id}`)
      ]
}

export const restore = Command.make(
  "restore",
  {
    file: Argument.String("file").pipe(Argument.withDescription("A file that partner-api backup has written")),
    yes,
    json
  },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(defaultFile)
    const to = yield* embeddedFile(settings.database)
    yield* confirm(input.yes, `Put ${input.file} in the place of ${to}, and end all tokens?`)
    const { gone, kept, tokensEnded } = yield* restoreDatabase(input.file, to)
    const { place } = settings.files
    const files = place.kind === "folder" ? yield* restoreFiles(to, input.file, place.folder, kept) : undefined
    const revocations = gone?.map(({ action, occurred_at, resource_id }) => ({ action, resource_id, occurred_at }))
    const shown = { database: to, kept: kept ?? null, tokens_ended: tokensEnded, revocations: revocations ?? null }
    yield* print(input.json, { ...shown, ...filesResult(files) }, [
      `${to} is what ${input.file} holds.`,
      ...(kept === undefined ? [] : [`The database before it is kept as ${kept}; delete it when it is not needed.`]),
      ...filesLines(place, files, place.kind === "folder" ? place.folder : ""),
      `${tokensEnded} tokens have ended: partners get new ones with their credentials.`,
      ...linesOf(revocations)
    ])
  })
).pipe(Command.withDescription("Put a backup in the place of the database"))
