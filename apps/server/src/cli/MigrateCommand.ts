/**
 * `partner-api migrate`: brings the database to the schema of this program, and ends. A server does the same when it starts; on
 * PostgreSQL this one can have the role that owns the tables, and the servers another.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { nameOf } from "../platform/DatabaseTarget.ts"
import { readSettings } from "../platform/Settings.ts"
import { databaseLayer } from "../Server.ts"
import { checked } from "../platform/DatabaseCheck.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"
import { defaultFile } from "./ServeCommand.ts"

export const migrate = Command.make(
  "migrate",
  { json },
  Effect.fnUntraced(function* (input) {
    const settings = yield* readSettings(defaultFile)
    const database = nameOf(settings.database)
    yield* Effect.provide(checked, databaseLayer(settings))
    yield* print(input.json, { database }, [`${database} has the schema of this program.`])
  })
).pipe(Command.withDescription("Bring the database to the schema of this program"))
