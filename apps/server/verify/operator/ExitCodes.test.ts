/** The exit codes of `partner-api`, by a process (README). test/operator/ExitCodes.test.ts has that of an import with bad lines. */
import { assert, it } from "@effect/vitest"
import { commandsRunTwice } from "../../test/operator/ExitCodes.ts"

const runTwice = await commandsRunTwice()

it.for([
  [0, ["organizations", "list"]],
  [0, ["--help"]],
  [1, ["organizations", "create", "--name", "Acme", "--id", "org_acme"]],
  [2, ["clients", "create", "--nam", "X"]]
] as const)(
  "a process of partner-api ends with %i and writes what the run in this process writes: %j (README)",
  async ([code, words]) => {
    const { asProcess, here } = await runTwice(words)
    assert.strictEqual(asProcess.code, code)
    assert.deepStrictEqual(asProcess, here)
    assert.notStrictEqual(asProcess.text.join(""), "")
  }
)
