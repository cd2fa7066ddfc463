/**
 * Every message of a wrong command line of `partner-api` and of a wrong setting: each flag, argument and setting with each wrong text (decisions,
 * Errors). The database has an address that is none, so a command line that is right ends there.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { faultsAbout, wrongCommandLines } from "@partner-api/cli-kit/testing/CommandLines"
import { messageFaults, remedyFaults, sentenceFaults, textFaults } from "@partner-api/domain/testing/MessageRules"
import { wrongValues } from "@partner-api/domain/testing/WrongInputs"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { partnerApi } from "../../src/cli/PartnerApiCommand.ts"
import { declaredSettings, readSettings } from "../../src/platform/Settings.ts"
import { GivenEnvironment } from "../../src/platform/SettingsFile.ts"
import { runProgram } from "../Program.ts"

const environment = { DATABASE_URL: "mysql://localhost/db" }

const right = { string: "x_1", FILE: "/nowhere/file", "--email": "ada@example.com" }

const wrong = [
  "",
  " ",
  "a b",
  "x",
  "-1",
  "1.5",
  "20",
  "2026-02-30",
  "2026-02-30T09:30:00Z",
  "ada@b\u00fccher.example",
  "open",
  "/nowhere/file",
  "a\nb"
]

const lines = await Effect.runPromise(
  wrongCommandLines(Command.runWith(partnerApi, { version: "0" }), { right, wrong }).pipe(
    Effect.provideService(GivenEnvironment, environment),
    Effect.provide(NodeServices.layer)
  )
)

describe("a wrong command line", () => {
  it.for([...new Set(lines.map(({ name }) => name))])(
    "%s: says of no text what it is already, and what to do (decisions, Errors)",
    async (parameter) => {
      const faults = await faultsAbout(parameter, lines, async ({ args, name, value }) => {
        const { code, stderr } = await runProgram(args, environment)
        if (code === 0) return []
        const [line = ""] = stderr.split("\n")
        return [...(line.includes(name) ? textFaults(line, value) : []), ...sentenceFaults(line)].map(
          (fault) => `${args.join(" ")}: ${line} (${fault})`
        )
      })
      assert.deepStrictEqual(faults, [])
    }
  )
})

describe("a wrong setting", () => {
  it.for(declaredSettings.map(({ name }) => name))(
    "%s: says of no text what it is already, and has a remedy (decisions, Errors)",
    async (name) => {
      const faults: Array<string> = []
      for (const text of [...wrong, ...wrongValues.filter(Predicate.isString)]) {
        const read = await readSettings("data/default.db").pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { [name]: text } })),
          Effect.result,
          Effect.runPromise
        )
        if (Result.isSuccess(read)) continue
        const { message, remedy } = read.failure
        faults.push(
          // A setting may ask for another one, which is not set.
          ...[
            ...(message.startsWith(`The setting ${name} `)
              ? textFaults(message, text)
              : messageFaults(message, undefined)),
            ...remedyFaults(remedy)
          ].map((fault) => `${message} ${remedy} (${fault})`)
        )
      }
      assert.deepStrictEqual([...new Set(faults)], [])
    }
  )
})
