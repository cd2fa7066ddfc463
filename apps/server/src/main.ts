#!/usr/bin/env node
/**
 * The program `partner-api`. Wiring only: each command is a file of its own under `cli/`.
 */
// First of all: schemas that are used before this line would stay uncompiled.
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import { sandbox } from "./cli/SandboxCommand.ts"
import { seed } from "./cli/SeedCommand.ts"
import { serve } from "./cli/ServeCommand.ts"

const program = Command.make("partner-api").pipe(
  Command.withDescription("The Recruiting Partner API"),
  Command.withSubcommands([serve, sandbox, seed]),
  Command.run({ version: "0.1.0" }),
  Effect.tapErrorTag("StartError", (error) => Console.error(`partner-api: ${error.message} ${error.remedy}`)),
  Effect.tapErrorTag(["Conflict", "InternalError", "Unavailable"], (error) =>
    Console.error(`partner-api: ${error.message}`)
  ),
  // Standard output is for results; whatever goes wrong is told on standard error.
  Effect.provideService(Logger.LogToStderr, true),
  Effect.provide(NodeServices.layer)
)

// Every expected failure has been told in one line by now. A stop that was asked for is no failure.
NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
})
