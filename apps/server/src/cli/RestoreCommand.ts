/**
 * `partner-api restore FILE`: puts a backup in the place of the database. The server is stopped for it; the database that was there
 * is kept beside it.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readSettings } from "../platform/Settings.ts"
import { Audit } from "../services/Audit.ts"
import { AuditStore } from "../store/AuditStore.ts"
import { restore as restoreFile } from "../store/sqlite/SqliteRestore.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"
import { databaseFile } from "./ServeCommand.ts"

/** The first entry of what the restored database does not know yet: what happened after the backup is not in its log. */
const record = Effect.flatMap(Audit, (audit) =>
  audit.record(undefined, { action: "database.restored", resource_id: "database", changed: ["tokens"] })
).pipe(Effect.provide(Audit.layer.pipe(Layer.provide(AuditStore.layer))))

export const restore = Command.make(
  "restore",
  { file: Argument.String("file").pipe(Argument.withDescription("A file that partner-api backup has written")), json },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(databaseFile)
    const to = settings.databaseFile
    const { kept, tokensEnded } = yield* Effect.scoped(restoreFile({ from: input.file, to, record }))
    yield* print(input.json, { database: to, kept: kept ?? null, tokens_ended: tokensEnded }, [
      `${to} is what ${input.file} holds.`,
      ...(kept === undefined ? [] : [`The database before it is kept as ${kept}; delete it when it is not needed.`]),
      `${tokensEnded} tokens have ended: partners get new ones with their credentials.`,
      "Clients, secrets and grants that were revoked after the backup are live again: revoke them once more."
    ])
  })
).pipe(Command.withDescription("Put a backup in the place of the database"))
