#!/usr/bin/env node
/**
 * The program `partner-api`. Wiring only: `cli/PartnerApiProgram.ts` is what it does.
 */
// First of all: schemas that are used before this line would stay uncompiled.
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { makeTeardown } from "@partner-api/cli-kit/ExitCode"
import * as Effect from "effect/Effect"
import { partnerApiEnds, partnerApiProgram } from "./cli/PartnerApiProgram.ts"

// Every expected failure has been reported in one line by now.
NodeRuntime.runMain(Effect.provide(partnerApiProgram, NodeServices.layer), {
  disableErrorReporting: true,
  teardown: makeTeardown(partnerApiEnds)
})
