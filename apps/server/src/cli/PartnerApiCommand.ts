/**
 * `partner-api`: every command of the program. Wiring only.
 */
import * as Command from "effect/cli/Command"
import { audit } from "./AuditCommand.ts"
import { backup } from "./BackupCommand.ts"
import { candidates } from "./candidates/CandidatesCommand.ts"
import { clients } from "./clients/ClientsCommand.ts"
import { copy } from "./CopyCommand.ts"
import { doctor } from "./DoctorCommand.ts"
import { importCommand } from "./import/ImportCommand.ts"
import { migrate } from "./MigrateCommand.ts"
import { organizations } from "./organizations/OrganizationsCommand.ts"
import { restore } from "./RestoreCommand.ts"
import { sandbox } from "./SandboxCommand.ts"
import { seed } from "./SeedCommand.ts"
import { serve } from "./ServeCommand.ts"
import { users } from "./users/UsersCommand.ts"

export const partnerApi = Command.make("partner-api").pipe(
  Command.withDescription("The Recruiting Partner API"),
  Command.withSubcommands([
    serve,
    sandbox,
    organizations,
    clients,
    users,
    candidates,
    audit,
    importCommand,
    seed,
    migrate,
    doctor,
    backup,
    restore,
    copy
  ])
)
