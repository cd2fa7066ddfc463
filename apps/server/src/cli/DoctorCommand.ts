/**
 * `partner-api doctor`: settings, files, database, backups, clock and pending migrations, each with what was seen and what to do. Changes nothing.
 * The exit code is 1 when something is bad.
 */
import { printNotice } from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { OperatorError } from "../platform/OperatorError.ts"
import { findingsOf } from "../operations/doctor/Findings.ts"
import { type Finding, toFinding } from "../operations/doctor/Finding.ts"
import { readSettings } from "../platform/Settings.ts"
import { GivenSettings, type NearName } from "../platform/SettingsFile.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"
import { defaultFile, missingPublicUrl } from "./ServeCommand.ts"

const lines = ({ check, state, seen, remedy }: Finding): ReadonlyArray<string> => [
  `${state.padEnd(4)}  ${check.padEnd(10)}  ${seen}`,
  ...(remedy === undefined ? [] : [`${" ".repeat(18)}${remedy}`])
]

/** Names of other programs may stay, so that none is bad. */
const nearNameFinding = ({ meant, name }: NearName): Finding => ({
  check: "settings",
  state: "look",
  seen: `the environment has ${name}, which is no setting and has no effect`,
  remedy: `Write ${meant} if that is meant. A name of another program may stay.`
})

export const doctor = Command.make(
  "doctor",
  {
    deep: Flag.Boolean("deep").pipe(
      Flag.withDescription(
        "Read which jobs each agency sees, and every page of the embedded database: about a second for each 150 MB"
      ),
      Flag.withDefault(false)
    ),
    digests: Flag.Boolean("digests").pipe(
      Flag.withDescription("Look as --deep does, and read every file of an application to compare its SHA-256"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const read = yield* Effect.result(readSettings(defaultFile))
    const { nearNames } = yield* GivenSettings
    const found = Result.isFailure(read)
      ? [toFinding("settings", read.failure)]
      : yield* findingsOf(
          read.success,
          toFinding("public url", missingPublicUrl),
          input.deep || input.digests
            ? {
                readingAll: (name) => printNotice(`partner-api: reading all of ${name}`),
                comparesDigests: input.digests
              }
            : undefined
        )
    const findings = [...nearNames.map(nearNameFinding), ...found]
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
