/**
 * `partner logout`: removes stored credentials. Tokens are stored nowhere, so nothing else is left of them.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { hasCredentials, readEnvironment } from "./credentials/Credentials.ts"
import { removeFile } from "./credentials/CredentialsFile.ts"
import { defaultProfile } from "./credentials/ProfileName.ts"
import { chooseProfile, pathOf, pathOfProfile, storedProfiles, writeActive } from "./credentials/Profiles.ts"
import { shared } from "./Inputs.ts"
import { notice } from "./OutputForm.ts"

/** Prints a line for each removed file. */
const printRemoved = (removed: ReadonlyArray<string>, expectedPath: string) =>
  removed.length === 0
    ? Output.printNotice(`Nobody is logged in: there is no file ${expectedPath}.`)
    : Effect.forEach(removed, (path) => Output.printNotice(`Logged out: ${path} is removed.`), { discard: true })

export const logout = Command.make(
  "logout",
  {
    ...shared,
    all: Flag.Boolean("all").pipe(
      Flag.withDescription("Remove the credentials of every profile"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (input) {
    const environment = yield* readEnvironment
    const defaultPath = pathOf(input.config, environment)
    const paths = input.all
      ? (yield* storedProfiles(defaultPath)).map((name) => pathOfProfile(defaultPath, name))
      : [(yield* chooseProfile(input.config, environment)).path]
    const removed = yield* Effect.filter(paths, (path) =>
      removeFile(path, Option.isNone(input.config) || path !== defaultPath)
    )
    if (input.all) yield* writeActive(defaultPath, defaultProfile)
    if (input.json) yield* Output.printJson([{ removed }])
    else yield* printRemoved(removed, paths[0] ?? defaultPath)
    if (hasCredentials(environment)) {
      yield* notice("The environment still has credentials, which commands use: unset the PARTNER_ variables.")
    }
  })
).pipe(
  Command.withDescription("Remove stored credentials: those of the profile in use, or of every profile"),
  Command.withShortDescription("Remove stored credentials"),
  Command.withExamples([
    { command: "partner logout", description: "Removes the credentials that commands use" },
    { command: "partner logout --profile staging" },
    { command: "partner logout --all", description: "Removes those of every profile" }
  ])
)
