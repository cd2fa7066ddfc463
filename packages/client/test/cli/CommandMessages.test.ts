/**
 * Every message of a wrong command line of `partner`: each flag and each argument with each wrong text (decisions, Errors). A line is refused before
 * anything is requested of the service, or for want of credentials.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { faultsAbout, wrongCommandLines } from "@partner-api/cli-kit/testing/CommandLines"
import { remedyFaults, sentenceFaults, textFaults } from "@partner-api/domain/testing/MessageRules"
import { assert, describe, it } from "@effect/vitest"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { partner } from "../../src/cli/PartnerProgram.ts"
import { runPartner } from "./Program.ts"

const right = {
  "--email": "ada@example.com",
  "--config": "/nowhere/credentials.json",
  ID: "x_1",
  string: "x_1",
  EMAIL: "ada@example.com",
  NAME: "Ada",
  TEXT: "Not enough compilers.",
  URL: "https://example.com/cv",
  TIME: "2026-01-31T09:30:00Z",
  "AMOUNT:CURRENCY": "1:EUR",
  "YYYY-MM-DD": "2026-03-01",
  "<method>": "GET",
  "<path>": "/v1/jobs"
}

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
  "HTTPS://example.com/cv",
  "ada@b\u00fccher.example",
  "+49 151 12345678",
  "open",
  "1:eur",
  "a\nb"
]

const lines = await Effect.runPromise(
  wrongCommandLines(Command.runWith(partner, { version: "0" }), { right, wrong }).pipe(
    Effect.provide(NodeServices.layer)
  )
)

describe("a wrong command line", () => {
  it.for([...new Set(lines.map(({ name }) => name))])(
    "%s: says of no text what it is already, and what to do (decisions, Errors)",
    async (parameter) => {
      const faults = await faultsAbout(parameter, lines, async ({ args, name, value }) => {
        const { code, stderr } = await runPartner(undefined, args)
        if (code === 0) return []
        const printed = stderr.trimEnd().split("\n")
        const about = printed.filter((line) => line.startsWith(`partner: ${name} `))
        const last = (printed.at(-1) ?? "").replace(/^partner: /, "")
        // A usage error ends with the way to the help: what to do stands in its line.
        const isUsage = last.startsWith("See: ")
        return [
          ...about.flatMap((line) =>
            [...textFaults(line, value), ...(isUsage ? sentenceFaults(line) : [])].map((fault) => `${line} (${fault})`)
          ),
          ...remedyFaults(last).map((fault) => `${args.join(" ")}: ${stderr} (${fault})`)
        ]
      })
      assert.deepStrictEqual(faults, [])
    }
  )
})
