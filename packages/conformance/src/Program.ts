/**
 * The program `partner-api-conformance` as an effect of the services of its platform, and the code that each of its ends has. Starts no
 * process and ends none.
 */
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { conformance } from "./Conformance.ts"
import { plainText } from "./PlainText.ts"
import { NothingJudged } from "./Run.ts"
import * as UsageErrors from "./UsageErrors.ts"

/** Of the flags that Effect gives every program, the ones that mean something here. */
const flagsOfAll = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** Runs the program with the arguments that `Stdio` has. Prints every expected failure in one line. */
export const program: Effect.Effect<void, unknown, Command.Environment> = Command.run(conformance, {
  version: "0.1.0"
}).pipe(
  Effect.catchDefect((defect) =>
    Effect.fail(
      new NothingJudged({ message: `The check itself failed: ${String(defect)}.`, remedy: "Please report this." })
    )
  ),
  Effect.tapErrorTag(["UsageError", "NothingJudged"], ({ message, remedy }) =>
    Console.error(plainText(`partner-api-conformance: ${message} ${remedy}`))
  ),
  Effect.provide([UsageErrors.layer, flagsOfAll])
)

/** The code of shells for a program that Ctrl+C ended. */
const interrupted = 130

/** A wrong command line that Effect itself noticed is 2; the program's own errors bring their codes. */
export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return interrupted
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  const code = Runtime.getErrorExitCode(error)
  return CliError.isCliError(error) && code !== 0 ? 2 : code
}
