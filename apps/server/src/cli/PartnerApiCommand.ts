/**
 * `partner-api`: every command of the program. Wiring only.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { GivenSettings, givenSettings } from "../platform/SettingsFile.ts"
import { audit } from "./AuditCommand.ts"
import { backup } from "./BackupCommand.ts"
import { config } from "./ConfigCommand.ts"
import { candidates } from "./candidates/CandidatesCommand.ts"
import { clients } from "./clients/ClientsCommand.ts"
import { consoleCommand } from "./console/ConsoleCommand.ts"
import { copy } from "./CopyCommand.ts"
import { doctor } from "./DoctorCommand.ts"
import { importCommand } from "./import/ImportCommand.ts"
import { jobs } from "./jobs/JobsCommand.ts"
import { logs } from "./logs/LogsCommand.ts"
import { migrate } from "./MigrateCommand.ts"
import { organizations } from "./organizations/OrganizationsCommand.ts"
import { restore } from "./RestoreCommand.ts"
import { sandbox } from "./SandboxCommand.ts"
import { secrets } from "./secrets/SecretsCommand.ts"
import { seed } from "./SeedCommand.ts"
import { serve } from "./ServeCommand.ts"
import { users } from "./users/UsersCommand.ts"
import { webhooks } from "./webhooks/WebhooksCommand.ts"

const settingsFile = GlobalFlag.Setting("config")({
  flag: Flag.String("config").pipe(
    Flag.withDescription("A file of settings: .env, .json or .toml; the environment goes before it"),
    Flag.withMetavar("FILE"),
    Flag.optional
  )
})

/** The settings of this run, for every command. */
const settings = Effect.flatMap(settingsFile, givenSettings)

export const partnerApi = Command.make("partner-api").pipe(
  Command.withDescription("The Recruiting Partner API"),
  Command.withSubcommands([
    serve,
    sandbox,
    organizations,
    clients,
    jobs,
    users,
    candidates,
    webhooks,
    secrets,
    consoleCommand,
    audit,
    logs,
    importCommand,
    seed,
    migrate,
    doctor,
    config,
    backup,
    restore,
    copy
  ]),
  Command.provideEffect(
    ConfigProvider.ConfigProvider,
    Effect.map(GivenSettings, ({ values }) => ConfigProvider.fromEnvRecord(values))
  ),
  Command.provideEffect(GivenSettings, settings),
  Command.withGlobalFlags([settingsFile])
)
