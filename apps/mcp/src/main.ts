#!/usr/bin/env node
/**
 * The program `partner-mcp`: the Recruiting Partner API as tools for agents. Wiring only.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as EffectOutput from "@partner-api/cli-kit/EffectOutput"
import * as UsageErrors from "@partner-api/cli-kit/UsageErrors"
import * as CliConfig from "effect/cli/CliConfig"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import { partnerMcp } from "./cli/Commands.ts"
import { makeExit, refuseSecrets, printFailure, printProgramNotice } from "./cli/Exit.ts"
import { ConfirmationLedger } from "./protocol/confirmation/ConfirmationLedger.ts"
import * as Log from "./protocol/Log.ts"
import { Signer } from "./protocol/Signer.ts"
import { version } from "./Version.ts"

const run = Command.runWith(partnerMcp, { version })

const program = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  yield* refuseSecrets(args)
  return yield* run(args)
}).pipe(
  Effect.tapError(printFailure),
  // A defect's message is not repeated: it may hold a secret.
  Effect.tapDefect(() => printProgramNotice("A mistake of this program. Please report it.")),
  Effect.provide(
    Layer.mergeAll(
      NodeServices.layer,
      FetchHttpClient.layer,
      Signer.layer,
      ConfirmationLedger.layer,
      EffectOutput.layer,
      UsageErrors.layer({ program: "partner-mcp", repeatsValues: false }),
      CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version] })
    ).pipe(Layer.provideMerge(Log.layer))
  )
)

// Expected failures are reported above.
NodeRuntime.runMain(program, { disableErrorReporting: true, teardown: makeExit() })
