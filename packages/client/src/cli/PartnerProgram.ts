/**
 * The program `partner` as an effect of the services of its platform: each command is a file of its own. Starts no process and ends none.
 */
import * as EffectOutput from "@partner-api/cli-kit/EffectOutput"
import { type ExitCodeOptions, exitCodes } from "@partner-api/cli-kit/ExitCode"
import * as UsageErrors from "@partner-api/cli-kit/UsageErrors"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import { agencies } from "./agencies/AgenciesCommand.ts"
import { printFailure, printOwnFailure, printUsage } from "./Failures.ts"
import { api } from "./api/ApiCommand.ts"
import { applications } from "./applications/ApplicationsCommand.ts"
import { audit } from "./AuditCommand.ts"
import { parsedArguments } from "./CommandLine.ts"
import { client } from "./client/ClientCommand.ts"
import { events } from "./events/EventsCommand.ts"
import { fees } from "./fees/FeesCommand.ts"
import { jobs } from "./jobs/JobsCommand.ts"
import { globalFlags } from "./GlobalFlags.ts"
import { invitations } from "./invitations/InvitationsCommand.ts"
import { listen } from "./listen/ListenCommand.ts"
import { login } from "./LoginCommand.ts"
import { logout } from "./LogoutCommand.ts"
import { selectsJson, JsonOutput } from "./OutputForm.ts"
import { organization } from "./organization/OrganizationCommand.ts"
import { organizations } from "./OrganizationsCommand.ts"
import { placements } from "./placements/PlacementsCommand.ts"
import { privacy } from "./privacy/PrivacyCommand.ts"
import { profiles } from "./profiles/ProfilesCommand.ts"
import { reasons } from "./reasons/ReasonsCommand.ts"
import { secretRefusal } from "./credentials/SecretInArguments.ts"
import { users } from "./users/UsersCommand.ts"
import { version } from "../core/Version.ts"
import { webhooks } from "./webhooks/WebhooksCommand.ts"
import { whoami } from "./WhoamiCommand.ts"

export const partner = Command.make("partner").pipe(
  Command.withDescription(
    "The Recruiting Partner API: organizations, jobs, applications, placements, users, agencies, fees, events and webhooks"
  ),
  Command.withSubcommands([
    organizations,
    organization,
    jobs,
    applications,
    reasons,
    placements,
    users,
    agencies,
    invitations,
    fees,
    events,
    listen,
    webhooks,
    privacy,
    audit,
    client,
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

/** Runs the command line. Prints every failure before it ends with it. */
const runReported = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const refusal = secretRefusal(args)
    if (refusal === undefined) return yield* run(parsedArguments(partner, args))
    yield* printOwnFailure("usage", refusal.message, refusal.remedy)
    return yield* new CliError.ValidationError({ message: "A secret is no argument." })
  }).pipe(
    Effect.tapError(printFailure),
    Effect.tapDefect((defect) =>
      // Its message is not printed: it may hold a secret.
      printOwnFailure(
        "program_error",
        `a mistake of this program (${defect instanceof Error ? defect.name : typeof defect}).`,
        "Please report it."
      )
    )
  )

/** The codes that it ends with. */
export const partnerEnds: ExitCodeOptions = { onTerminate: exitCodes.terminated }

/** The commands that list what an argument names. */
const listedBy = {
  agency: "partner agencies",
  application: "partner applications",
  endpoint: "partner webhooks",
  event: "partner events",
  invitation: "partner invitations",
  job: "partner jobs",
  reason: "partner reasons",
  placement: "partner placements",
  request: "partner privacy requests",
  secret: "partner client secrets",
  user: "partner users"
}

/** Runs the program with the arguments that `Stdio` has. */
export const partnerProgram = Effect.gen(function* () {
  const args = yield* (yield* Stdio.Stdio).args
  const isJson = selectsJson(args)
  const usageErrors = UsageErrors.layer({
    program: "partner",
    repeatsValues: true,
    listedBy,
    ...(isJson ? { report: printUsage } : {})
  })
  return yield* runReported(args).pipe(Effect.provide(usageErrors), Effect.provideService(JsonOutput, isJson))
}).pipe(
  Effect.provide([
    EffectOutput.layer,
    EffectOutput.logLayer,
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
  ])
)
