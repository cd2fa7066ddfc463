/**
 * Each exit code of `partner`, by a process (docs/cli.md, Exit codes). The other tests run the program in their own process: here both runs
 * end and write alike. Signals end the processes of `Events.test.ts`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeHome, runPartner, startPartner } from "./Program.ts"
import { startService } from "./Service.ts"

const users = ["email,first_name,last_name", "ada@example.com,Ada,Lovelace", "nobody,Bad,Line"].join("\n")

/** What differs from run to run. */
const withoutTimes = (text: string) => text.replaceAll(/\b\d+\.\d s\b|req_\w+/g, "…")

describe("a process of partner", () => {
  it.for([
    [0, ["jobs", "--limit", "1"]],
    [0, ["--help"]],
    [1, ["jobs", "get", "job_none", "--json"]],
    [2, ["jobs", "--limti", "5"]],
    [3, ["users", "import", "users.csv"]]
  ] as const)(
    "ends with %i and writes what the run in this process writes: %j (docs/cli.md)",
    async ([code, words]) => {
      await using service = await startService()
      using home = makeHome()
      const file = Path.join(home.path, "users.csv")
      Fs.writeFileSync(file, users)
      const args = words.map((word) => (word === "users.csv" ? file : word))
      const settings = { HOME: home.path, PARTNER_ORGANIZATION: "org_1" }
      const started = await startPartner(service, args, settings).end()
      const run = await runPartner(service, args, settings)
      assert.strictEqual(started.code, code, started.stderr)
      assert.strictEqual(run.code, code)
      assert.strictEqual(withoutTimes(run.stdout), withoutTimes(started.stdout))
      assert.strictEqual(withoutTimes(run.stderr), withoutTimes(started.stderr))
      assert.notStrictEqual(started.stdout + started.stderr, "")
    }
  )
})
