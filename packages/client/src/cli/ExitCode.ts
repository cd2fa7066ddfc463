/**
 * What the program's end tells a script: 0 done, or nobody reads any more; 1 not done, and why stands on standard error; 2 the
 * command line is wrong; 130 and 143 stopped by Ctrl-C and by a request to end.
 */
import { OutputClosed } from "@partner-api/cli-kit/Output"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const failure = 1
const usage = 2
/** What shells say of a process that a signal ended: 128 and the number of the signal. */
const interrupted = 130
const terminated = 143

const isOutputClosed = Schema.is(OutputClosed)

/** Remembers a request to end, because an exit does not tell it from Ctrl-C. */
export const listenForEnd = () => {
  let isAsked = false
  process.once("SIGTERM", () => {
    isAsked = true
  })
  return () => isAsked
}

/** The exit code for an end of the program. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>, isTerminated: boolean): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return isTerminated ? terminated : interrupted
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (isOutputClosed(error)) return 0
  if (!CliError.isCliError(error)) return failure
  return error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : usage
}
