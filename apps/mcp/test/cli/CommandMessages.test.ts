/**
 * Every message of a wrong command line of `partner-mcp` and of a wrong setting: each flag, and each variable that the help names, with each wrong
 * text (decisions, Errors). No text is repeated: it may be a secret.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { exitCodes } from "@partner-api/cli-kit/ExitCode"
import { runCollected } from "@partner-api/cli-kit/testing/CollectedRun"
import { faultsAbout, wrongCommandLines } from "@partner-api/cli-kit/testing/CommandLines"
import * as UsageErrors from "@partner-api/cli-kit/UsageErrors"
import { messageFaults, sentenceFaults, textFaults } from "@partner-api/domain/testing/MessageRules"
import { wrongValues } from "@partner-api/domain/testing/WrongInputs"
import { assert, describe, it } from "@effect/vitest"
import * as Command from "effect/cli/Command"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { partnerMcp } from "../../src/cli/Commands.ts"
import { printFailure } from "../../src/cli/Exit.ts"
import { readAuthorization, readPartnerSettings } from "../../src/cli/Settings.ts"
import { ConfirmationLedger } from "../../src/protocol/confirmation/ConfirmationLedger.ts"
import { Signer } from "../../src/protocol/Signer.ts"

const wrong = ["", " ", "a b", "x", "-1", "1.5", "99999", "open", "jobs;users", "find_pets", "https://example.com"]

const run = Command.runWith(partnerMcp, { version: "0" })
const services = Layer.mergeAll(NodeServices.layer, FetchHttpClient.layer, Signer.layer, ConfirmationLedger.layer)
const lines = await Effect.runPromise(wrongCommandLines(run, { right: {}, wrong }).pipe(Effect.provide(services)))

describe("a wrong command line", () => {
  it.for([...new Set(lines.map(({ name }) => name))])(
    "%s: says of no text what it is already, and what to do (decisions, Errors)",
    async (parameter) => {
      const faults = await faultsAbout(parameter, lines, async ({ args, name, value }) => {
        const { stderr } = await runCollected(
          { args, environment: {}, ends: { onTerminate: exitCodes.done } },
          (stdio) =>
            run(args).pipe(
              Effect.tapError(printFailure),
              Effect.provide([services, stdio, UsageErrors.layer({ program: "partner-mcp", repeatsValues: false })])
            )
        )
        const [line = ""] = stderr.split("\n")
        return [...(line.includes(name) ? textFaults(line, value) : []), ...sentenceFaults(line)].map(
          (fault) => `${args.join(" ")}: ${line} (${fault})`
        )
      })
      assert.deepStrictEqual(faults, [])
    }
  )
})

describe("a flag without its value", () => {
  it.for([
    ["--enable-writes", "jobs,users,fees,applications,agencies"],
    ["--toolsets", "organizations,jobs,applications,users,agencies,events"],
    ["--organization", "ID"]
  ] as const)("%s: is refused with what to write", async ([flag, value]) => {
    const { stderr } = await runCollected(
      { args: [flag], environment: {}, ends: { onTerminate: exitCodes.done } },
      (stdio) =>
        run([flag]).pipe(
          Effect.tapError(printFailure),
          Effect.provide([services, stdio, UsageErrors.layer({ program: "partner-mcp", repeatsValues: false })])
        )
    )
    assert.strictEqual(stderr.split("\n")[0], `partner-mcp: ${flag} must have a value: ${value}.`)
  })
})

/** Settings that are right, by the way in which callers are let in. */
const partner = { PARTNER_BASE_URL: "https://api.example.com", PARTNER_CLIENT_ID: "a", PARTNER_CLIENT_SECRET: "b" }
const ways = [
  { ...partner, MCP_TOKEN: "a-token-of-this-test-alone" },
  { ...partner, MCP_ISSUER: "https://login.example.com", MCP_AUDIENCE: "https://mcp.example.com" }
]

const helped = [partnerMcp, ...partnerMcp.subcommands.flatMap(({ commands }) => commands)]
const variables = new Set(
  helped.flatMap(({ description = "" }) => description.match(/\b(?:PARTNER|MCP)_[A-Z_]+/g) ?? [])
)

describe("a wrong setting", () => {
  it.for([...variables])("%s: says of no text what it is already, and what to do (decisions, Errors)", async (name) => {
    const faults: Array<string> = []
    for (const way of ways) {
      for (const text of [...wrong, ...wrongValues.filter(Predicate.isString)]) {
        const read = await Effect.all([readPartnerSettings, readAuthorization([])]).pipe(
          Effect.provideService(
            ConfigProvider.ConfigProvider,
            ConfigProvider.fromEnv({ env: { ...way, [name]: text } })
          ),
          Effect.result,
          Effect.runPromise
        )
        if (Result.isSuccess(read)) continue
        const { message } = read.failure
        const about = message.startsWith(`${name} `) ? textFaults(message, text) : messageFaults(message, undefined)
        faults.push(
          ...[...about, ...sentenceFaults(message)].map(
            (fault) => `${JSON.stringify(text).slice(0, 40)}: ${message} (${fault})`
          )
        )
      }
    }
    assert.deepStrictEqual([...new Set(faults)], [])
  })
})
