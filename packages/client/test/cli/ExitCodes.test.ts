/** The exit code of an import with bad lines, by a process (docs/cli.md, Exit codes). verify/cli/ExitCodes.test.ts has the other codes. */
import { assert, it } from "@effect/vitest"
import { runTwice } from "./ExitCodes.ts"

it.for([[3, ["users", "import", "users.csv"]]] as const)(
  "a process of partner ends with %i and writes what the run in this process writes: %j (docs/cli.md)",
  async ([code, words]) => {
    const { asProcess, here } = await runTwice(words)
    assert.strictEqual(asProcess.code, code)
    assert.deepStrictEqual(asProcess, here)
    assert.notStrictEqual(asProcess.text.join(""), "")
  }
)
