#!/usr/bin/env node
/**
 * The program `partner-api-conformance`: wiring only. `Program.ts` is what it does.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { exitCodeOf, program } from "./Program.ts"

// Every expected failure has been printed by now.
NodeRuntime.runMain(Effect.provide(program, NodeServices.layer), {
  disableErrorReporting: true,
  teardown: (exit, onExit) => onExit(exitCodeOf(exit))
})
