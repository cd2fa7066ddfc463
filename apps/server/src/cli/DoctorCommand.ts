/**
 * `partner-api doctor`: settings, files, database, backups, clock and pending migrations, each with what was seen and what to do. Changes nothing.
 * The exit code is 1 when something is bad.
 */
import { tell } from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readSettings, type Settings } from "../platform/Settings.ts"
import { connectionsOfNode } from "../platform/workers/WorkerConnections.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { checkDatabase, checkFiles } from "../operations/doctor/FileDatabase.ts"
import { settingsFindingsOf } from "../operations/doctor/SettingsChecks.ts"
import { type Finding, orFinding, toFinding } from "../operations/doctor/Finding.ts"
import { checkPostgres } from "../operations/doctor/PostgresDatabase.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"
import { defaultFile, missingPublicUrl } from "./ServeCommand.ts"

const lines = ({ check, state, seen, remedy }: Finding): ReadonlyArray<string> => [
  `${state.padEnd(4)}  ${check.padEnd(10)}  ${seen}`,
  ...(remedy === undefined ? [] : [`${" ".repeat(18)}${remedy}`])
]

const checkDatabaseOf = (settings: Settings, isDeep: boolean): Effect.Effect<ReadonlyArray<Finding>> => {
  const { backups, database: target, webhooks } = settings
  const keyIds = webhooks.secretsKeys.map(({ id }) => id)
  if (target._tag === "Postgres") {
    return checkPostgres(target.url, { connections: connectionsOfNode(settings), keyIds }).pipe(orFinding("database"))
  }
  const { file } = target
  const readingAll = isDeep ? tell(`partner-api: reading all of ${file}`) : undefined
  return Effect.map(
    Effect.all([
      checkFiles(file).pipe(orFinding("files")),
      checkDatabase(file, { schedule: backups, keyIds }, readingAll).pipe(orFinding("database"))
    ]),
    (found) => found.flat()
  )
}

export const doctor = Command.make(
  "doctor",
  {
    deep: Flag.Boolean("deep").pipe(
      Flag.withDescription("Read every page of the embedded database: about a second for each 150 MB"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const read = yield* Effect.result(readSettings(defaultFile))
    const settings = Result.match(read, {
      onFailure: (error) => [toFinding("settings", error)],
      onSuccess: (found) => settingsFindingsOf(found, toFinding("public url", missingPublicUrl))
    })
    const database = Result.isSuccess(read) ? yield* checkDatabaseOf(read.success, input.deep) : []
    const findings = [...settings, ...database]
    const bad = findings.filter(({ state }) => state === "bad").length
    yield* print(input.json, { healthy: bad === 0, findings }, findings.flatMap(lines))
    if (bad > 0) {
      return yield* new OperatorError({
        message: `${bad} of ${findings.length} checks are bad.`,
        remedy: "Each says what to do."
      })
    }
  })
).pipe(Command.withDescription("Check settings, files, database, backups, clock and migrations; changes nothing"))
