#!/usr/bin/env node
/**
 * The program `partner`: the partner's side of the API at a command line. Wiring only: each command is a file of its own under `cli/`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as EffectOutput from "@partner-api/cli-kit/EffectOutput"
import { exitCodes, makeTeardown } from "@partner-api/cli-kit/ExitCode"
import * as UsageErrors from "@partner-api/cli-kit/UsageErrors"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { agencies } from "./cli/agencies/AgenciesCommand.ts"
import { tellFailure, tellOwnFailure, tellUsage } from "./cli/Failures.ts"
import { api } from "./cli/api/ApiCommand.ts"
import { applications } from "./cli/applications/ApplicationsCommand.ts"
import { audit } from "./cli/AuditCommand.ts"
import { events } from "./cli/events/EventsCommand.ts"
import { fees } from "./cli/fees/FeesCommand.ts"
import { jobs } from "./cli/jobs/JobsCommand.ts"
import { globalFlags } from "./cli/GlobalFlags.ts"
import { listen } from "./cli/listen/ListenCommand.ts"
import { login } from "./cli/LoginCommand.ts"
import { logout } from "./cli/LogoutCommand.ts"
import { asksForJson, JsonOutput } from "./cli/OutputForm.ts"
import { organizations } from "./cli/OrganizationsCommand.ts"
import { profiles } from "./cli/profiles/ProfilesCommand.ts"
import { secretRefusal } from "./cli/credentials/SecretInArguments.ts"
import { users } from "./cli/users/UsersCommand.ts"
import { version } from "./core/Version.ts"
import { webhooks } from "./cli/webhooks/WebhooksCommand.ts"
import { whoami } from "./cli/WhoamiCommand.ts"

const partner = Command.make("partner").pipe(
  Command.withDescription(
    "The Recruiting Partner API: organizations, jobs, applications, users, agencies, fees, events and webhooks"
  ),
  Command.withSubcommands([
    organizations,
    jobs,
    applications,
    users,
    agencies,
    fees,
    events,
    listen,
    webhooks,
    audit,
    api,
    login,
    logout,
    profiles,
    whoami
  ]),
  Command.withGlobalFlags(globalFlags),
  Command.withExamples([
    { command: "partner login", description: "Keep your credentials" },
    { command: "partner jobs --all --json", description: "All jobs, one JSON object a line" },
    { command: "partner fees set agy_7 --percent 20% --dry-run", description: "What a fee would change" }
  ])
)

const run = Command.runWith(partner, { version })

/** Runs the command line. Every failure is told before this ends with it. */
const runTold = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const refusal = secretRefusal(args)
    if (refusal === undefined) return yield* run(args)
    yield* tellOwnFailure("usage", refusal.message, refusal.remedy)
    return yield* new CliError.ValidationError({ message: "A secret is no argument." })
  }).pipe(
    Effect.tapError(tellFailure),
    Effect.tapDefect((defect) =>
      // Its message is not printed: it may hold a secret.
      tellOwnFailure(
        "program_error",
        `a mistake of this program (${defect instanceof Error ? defect.name : typeof defect}).`,
        "Please report it."
      )
    )
  )

const program = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  const isJson = asksForJson(args)
  const usageErrors = UsageErrors.layer({
    program: "partner",
    repeatsValues: true,
    ...(isJson ? { report: tellUsage } : {})
  })
  return yield* runTold(args).pipe(Effect.provide(usageErrors), Effect.provideService(JsonOutput, isJson))
}).pipe(
  Effect.provide([
    NodeServices.layer,
    EffectOutput.layer,
    EffectOutput.logLayer,
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
  ])
)

// Every expected failure has been printed by now.
NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: makeTeardown({ onTerminate: exitCodes.terminated })
})
