/**
 * What the program's end tells a script: 0 done, or stopped as asked; 1 not done, and why stands on standard error; 2 the command
 * line is wrong. A command with more to tell marks its error with `Runtime.errorExitCode`.
 */
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"

/** The command line is wrong. */
const usage = 2

/** The exit code for an end of the program. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  const code = Runtime.getErrorExitCode(error)
  return CliError.isCliError(error) && code !== 0 ? usage : code
}
