/**
 * How the program ends: 0 done, or stopped as asked; 1 not done; 2 the command line or a setting is wrong. Why stands on standard
 * error, in one line.
 */
import { tellNow, whenPrinted } from "@partner-api/cli-kit/Output"
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Runtime from "effect/Runtime"
import { HttpSettingsError } from "../protocol/http/HttpTransport.ts"
import { SettingsError } from "./SettingsError.ts"

const failure = 1
const usage = 2

/** Writes a line about the program itself. */
export const tellLine = (line: string): Effect.Effect<void> => Effect.sync(() => tellNow(`partner-mcp: ${line}`))

/** Tells why the program does not start. */
export const tellFailure = (error: unknown): Effect.Effect<void> => {
  if (error instanceof SettingsError) return tellLine(error.message)
  if (error instanceof HttpSettingsError) return tellLine(`${error.message} ${error.remedy}`)
  // Wrong command lines were told by then.
  return CliError.isCliError(error) ? Effect.void : tellLine("The program failed.")
}

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (error instanceof SettingsError || error instanceof HttpSettingsError) return usage
  if (!CliError.isCliError(error)) return failure
  return error._tag === "ShowHelp" && error.errors.length === 0 ? 0 : usage
}

/** Ends the process at once, when what was written has gone out: an open socket must not keep it alive. */
export const exitProcess: Runtime.Teardown = (exit) => {
  const code = codeOf(exit)
  whenPrinted(() => process.exit(code))
}

const secretFlag = /^--?(client[-_]?secret|secret|password|token|mcp[-_]?token|access[-_]?token)(=|$)/iu

/** Refuses secrets among the arguments before anything reads them; what was given is not repeated. */
export const refuseSecrets = (args: ReadonlyArray<string>): Effect.Effect<void, SettingsError> =>
  args.some((arg) => secretFlag.test(arg))
    ? Effect.fail(
        new SettingsError({
          message:
            "A secret is no argument: everybody on this machine can read it. Set PARTNER_CLIENT_SECRET or MCP_TOKEN."
        })
      )
    : Effect.void
