#!/usr/bin/env node
/**
 * The program `partner-api`. Wiring only: each command is a file of its own under `cli/`.
 */
// First of all: schemas that are used before this line would stay uncompiled.
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as EffectOutput from "@partner-api/cli-kit/EffectOutput"
import { exitCodes, makeTeardown } from "@partner-api/cli-kit/ExitCode"
import { tell } from "@partner-api/cli-kit/Output"
import * as UsageErrors from "@partner-api/cli-kit/UsageErrors"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { partnerApi } from "./cli/PartnerApiCommand.ts"
import { version } from "./platform/Version.ts"

const program = partnerApi.pipe(
  Command.run({ version }),
  Effect.tapErrorTag(["OperatorError", "OutputFailed"], (error) =>
    tell(`partner-api: ${error.message} ${error.remedy}`)
  ),
  Effect.tapErrorTag(["NotFound", "Conflict", "InternalError", "Unavailable"], (error) =>
    tell(`partner-api: ${error.message}`)
  ),
  Effect.provide([
    NodeServices.layer,
    EffectOutput.layer,
    EffectOutput.logLayer,
    UsageErrors.layer({ program: "partner-api", repeatsValues: true })
  ])
)

// Every expected failure has been told in one line by now.
NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: makeTeardown({ onTerminate: exitCodes.done })
})
