/**
 * `partner profiles use NAME`: commands without `--profile` use this profile from now on.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { environmentOutranks, readEnvironment, readProfile } from "../credentials/Credentials.ts"
import { pathOf, pathOfProfile, writeActive } from "../credentials/Profiles.ts"
import { profileName, shared } from "../Inputs.ts"

export const use = Command.make(
  "use",
  { name: profileName, config: shared.config },
  Effect.fnUntraced(function* ({ config, name }) {
    const environment = yield* readEnvironment
    const defaultPath = pathOf(config, environment.configHome)
    const profile = { name, path: pathOfProfile(defaultPath, name), chosenBy: "file" } as const
    const { baseUrl, clientId } = yield* readProfile(profile, environment)
    yield* writeActive(defaultPath, name)
    yield* Output.tell(`Commands use the profile ${name}: ${clientId} at ${baseUrl}.`)
    if (environment.profile !== undefined) yield* Output.tell("PARTNER_PROFILE still names another one for this shell.")
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
