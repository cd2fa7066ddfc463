/**
 * The last line of the program and its exit code, one of cli-kit. A wrong setting counts as a wrong command line.
 */
import { makeTeardown, exitCodes } from "@partner-api/cli-kit/ExitCode"
import { printNoticeNow, whenPrinted } from "@partner-api/cli-kit/Output"
import * as CliError from "effect/cli/CliError"
import * as Effect from "effect/Effect"
import type * as Runtime from "effect/Runtime"
import { HttpSettingsError } from "../protocol/http/HttpTransport.ts"
import { SettingsError } from "./SettingsError.ts"

/** Writes a line about the program itself. */
export const printProgramNotice = (line: string): Effect.Effect<void> => printNoticeNow(`partner-mcp: ${line}`)

/** Prints why the program does not start. */
export const printFailure = (error: unknown): Effect.Effect<void> => {
  if (error instanceof SettingsError) return printProgramNotice(error.message)
  if (error instanceof HttpSettingsError) return printProgramNotice(`${error.message} ${error.remedy}`)
  // cli-kit has reported what is wrong with a command line.
  return CliError.isCliError(error) ? Effect.void : printProgramNotice("The program failed.")
}

/** Makes the teardown: it ends the process as soon as its output is written, because an open socket would keep it alive. */
export const makeExit = (): Runtime.Teardown => {
  const teardown = makeTeardown({
    onTerminate: exitCodes.done,
    usageTags: ["SettingsError", "HttpSettingsError"]
  })
  return (exit) => teardown(exit, (code) => whenPrinted(() => process.exit(code)))
}

const secretFlag = /^--?(client[-_]?secret|secret|password|token|mcp[-_]?token|access[-_]?token)(=|$)/iu

/** Refuses secrets among the arguments before anything reads them. The value is not repeated. */
export const refuseSecrets = (args: ReadonlyArray<string>): Effect.Effect<void, SettingsError> =>
  args.some((arg) => secretFlag.test(arg))
    ? Effect.fail(
        new SettingsError({
          message:
            "A secret is not an argument: all users of this machine can read it. Set PARTNER_CLIENT_SECRET or MCP_TOKEN."
        })
      )
    : Effect.void
