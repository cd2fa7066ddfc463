/**
 * What the program's end tells a script: 0 done, stopped as asked, or nobody reads any more; 1 not done, and why stands on standard error; 2 the command
 * line is wrong. A command with more to tell marks its error with `Runtime.errorExitCode`.
 */
import { OutputClosed } from "@partner-api/cli-kit/Output"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

/** The command line is wrong. */
const usage = 2

const isOutputClosed = Schema.is(OutputClosed)

/** The exit code for an end of the program. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (isOutputClosed(error)) return 0
  const code = Runtime.getErrorExitCode(error)
  return CliError.isCliError(error) && code !== 0 ? usage : code
}
