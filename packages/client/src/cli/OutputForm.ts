/**
 * Reads whether a command line selects JSON output. Then failures are reported as JSON too, and nothing else is reported before them, so that a program
 * can read standard error.
 *
 * Read from the arguments themselves, because a wrong command line is reported in the same form.
 */
import { printNotice } from "@partner-api/cli-kit/Output"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Whether failures are reported as JSON. */
export const JsonOutput = Context.Reference<boolean>("@partner-api/client/cli/JsonOutput", {
  defaultValue: () => false
})

const flag = /^--(no-)?json(?:=(.*))?$/u

/** The values that a boolean flag takes for no. */
const isFalse = Schema.is(Schema.Literals(["false", "no", "n", "off", "0"]))

/** Whether these arguments select JSON output. A flag is never the value of another one. */
export const selectsJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  const flags = (end < 0 ? args : args.slice(0, end)).flatMap((arg, index, all) => {
    const match = flag.exec(arg)
    return match === null ? [] : [{ isNegated: match[1] !== undefined, value: match[2] ?? all[index + 1] ?? "" }]
  })
  const last = flags.at(-1)
  return last !== undefined && !last.isNegated && !isFalse(last.value)
}

/** Prints a notice on standard error, except where the output is JSON. */
export const notice = (line: string): Effect.Effect<void> =>
  Effect.flatMap(JsonOutput, (isJson) => (isJson ? Effect.void : printNotice(line)))
