/**
 * `partner profiles use NAME`: commands without `--profile` use this profile from now on.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { environmentOutranks, missingProfile, readEnvironment } from "../credentials/Credentials.ts"
import { readFile } from "../credentials/CredentialsFile.ts"
import { defaultProfile } from "../credentials/ProfileName.ts"
import { pathOf, pathOfProfile, writeActive } from "../credentials/Profiles.ts"
import { profileName, shared } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"

export const use = Command.make(
  "use",
  { name: profileName, ...shared },
  Effect.fnUntraced(function* ({ config, json, name }) {
    const environment = yield* readEnvironment
    const defaultPath = pathOf(config, environment)
    const profile = { name, path: pathOfProfile(defaultPath, name), chosenBy: "file" } as const
    const stored = yield* readFile(profile.path)
    // The default profile may be used before it has credentials: that is how a machine begins.
    if (stored === undefined && name !== defaultProfile) {
      return yield* missingProfile({ ...profile, chosenBy: "profile flag" })
    }
    yield* writeActive(defaultPath, name)
    const about = stored === undefined ? "it has no credentials yet" : `${stored.clientId} at ${stored.baseUrl}`
    yield* json
      ? Output.printJson([
          { name, path: profile.path, baseUrl: stored?.baseUrl ?? null, clientId: stored?.clientId ?? null }
        ])
      : Output.printNotice(`Commands use the profile ${name}: ${about}.`)
    if (environment.profile !== undefined) yield* notice("PARTNER_PROFILE still names another one for this shell.")
    yield* environmentOutranks(environment, profile)
  })
).pipe(
  Command.withDescription("Choose the profile that commands use when they name none"),
  Command.withShortDescription("Choose the profile that commands use"),
  Command.withExamples([
    { command: "partner profiles use staging" },
    { command: "partner profiles use default", description: "The credentials that have no name" }
  ])
)
