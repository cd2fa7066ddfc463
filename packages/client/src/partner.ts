#!/usr/bin/env node
/**
 * The program `partner`: the partner's side of the API at a command line. Wiring only: `cli/PartnerProgram.ts` is what it does.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { makeTeardown } from "@partner-api/cli-kit/ExitCode"
import * as Effect from "effect/Effect"
import { partnerEnds, partnerProgram } from "./cli/PartnerProgram.ts"

// Every expected failure has been printed by now.
NodeRuntime.runMain(Effect.provide(partnerProgram, NodeServices.layer), {
  disableErrorReporting: true,
  teardown: makeTeardown(partnerEnds)
})
