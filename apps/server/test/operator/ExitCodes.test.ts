/** The exit code of an import with bad lines, by a process (README). verify/operator/ExitCodes.test.ts has the other codes, `Start.test.ts` a signal. */
import { assert, it } from "@effect/vitest"
import { commandsRunTwice } from "./ExitCodes.ts"

const runTwice = await commandsRunTwice()

it.for([[3, ["import", "users", "users.ndjson", "--organization", "org_acme", "--on-error", "skip"]]] as const)(
  "a process of partner-api ends with %i and writes what the run in this process writes: %j (README)",
  async ([code, words]) => {
    const { asProcess, here } = await runTwice(words)
    assert.strictEqual(asProcess.code, code)
    assert.deepStrictEqual(asProcess, here)
    assert.notStrictEqual(asProcess.text.join(""), "")
  }
)
