/**
 * What `partner-api doctor` says, run as a process of its own.
 */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { runProgram } from "../Program.ts"

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      healthy: Schema.Boolean,
      findings: Schema.Array(
        Schema.Struct({
          check: Schema.String,
          state: Schema.Literals(["good", "look", "bad"]),
          seen: Schema.String,
          remedy: Schema.optionalKey(Schema.String)
        })
      )
    })
  ),
  { onExcessProperty: "error" }
)

/** What doctor says under some settings; its exit code says the same. */
export const examineDatabase = async (
  settings: Readonly<Record<string, string>>,
  look: "--deep" | "--digests" = "--deep"
) => {
  const { code, stdout, stderr } = await runProgram(["doctor", look, "--json"], settings)
  const { healthy, findings } = decode(stdout)
  assert.strictEqual(code, healthy ? 0 : 1)
  return {
    healthy,
    /** Whatever is not good, by its name. */
    notGood: Object.fromEntries(
      findings
        .filter(({ state }) => state !== "good")
        .map(({ check, state, seen, remedy }) => [check, { state, seen, remedy }])
    ),
    names: findings.map(({ check }) => check),
    /** All that was printed. */
    printed: stdout + stderr
  }
}
