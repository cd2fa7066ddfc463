#!/usr/bin/env node
/**
 * The program `partner-api`. Wiring only: each command is a file of its own under `cli/`.
 */
// First of all: schemas that are used before this line would stay uncompiled.
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { exitCodeOf } from "./cli/ExitCode.ts"
import { partnerApi } from "./cli/PartnerApiCommand.ts"
import * as UsageErrors from "./cli/UsageErrors.ts"

const program = partnerApi.pipe(
  Command.run({ version: "0.1.0" }),
  Effect.tapErrorTag("StartError", (error) => Console.error(`partner-api: ${error.message} ${error.remedy}`)),
  Effect.tapErrorTag(["NotFound", "Conflict", "InternalError", "Unavailable"], (error) =>
    Console.error(`partner-api: ${error.message}`)
  ),
  // Standard output is for results; whatever goes wrong is told on standard error.
  Effect.provideService(Logger.LogToStderr, true),
  Effect.provide([NodeServices.layer, UsageErrors.layer])
)

// Every expected failure has been told in one line by now.
NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(exitCodeOf(exit))
})
