/**
 * The program `partner-api` as an effect of the services of its platform, with every expected failure reported in one line. Starts no process and
 * ends none.
 */
import * as EffectOutput from "@partner-api/cli-kit/EffectOutput"
import { type ExitCodeOptions, exitCodes } from "@partner-api/cli-kit/ExitCode"
import { printNotice } from "@partner-api/cli-kit/Output"
import * as UsageErrors from "@partner-api/cli-kit/UsageErrors"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { build } from "../platform/Version.ts"
import { partnerApi } from "./PartnerApiCommand.ts"

/** The codes that it ends with. */
export const partnerApiEnds: ExitCodeOptions = { onTerminate: exitCodes.done }

/** Runs the program with the arguments that `Stdio` has. */
export const partnerApiProgram = partnerApi.pipe(
  Command.run({ version: build }),
  Effect.tapErrorTag(["OperatorError", "OutputFailed"], (error) =>
    printNotice(`partner-api: ${error.message} ${error.remedy}`)
  ),
  Effect.tapErrorTag(["NotFound", "Conflict", "InternalError", "Unavailable"], (error) =>
    printNotice(`partner-api: ${error.message}`)
  ),
  Effect.provide([
    EffectOutput.layer,
    EffectOutput.logLayer,
    UsageErrors.layer({ program: "partner-api", repeatsValues: true })
  ])
)
