/** The exit codes of `partner`, by a process (docs/cli.md, Exit codes). test/cli/ExitCodes.test.ts has that of an import with bad lines. */
import { assert, it } from "@effect/vitest"
import { runTwice } from "../../test/cli/ExitCodes.ts"

it.for([
  [0, ["jobs", "--limit", "1"]],
  [0, ["--help"]],
  [1, ["jobs", "get", "job_none", "--json"]],
  [2, ["jobs", "--limti", "5"]]
] as const)(
  "a process of partner ends with %i and writes what the run in this process writes: %j (docs/cli.md)",
  async ([code, words]) => {
    const { asProcess, here } = await runTwice(words)
    assert.strictEqual(asProcess.code, code)
    assert.deepStrictEqual(asProcess, here)
    assert.notStrictEqual(asProcess.text.join(""), "")
  }
)
