/**
 * `partner profiles remove NAME`: removes a profile and its credentials.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { missingProfile, readEnvironment } from "../credentials/Credentials.ts"
import { removeFile } from "../credentials/CredentialsFile.ts"
import { defaultProfile } from "../credentials/ProfileName.ts"
import { pathOf, pathOfProfile, readActive, writeActive } from "../credentials/Profiles.ts"
import { profileName, shared } from "../Inputs.ts"

export const remove = Command.make(
  "remove",
  { name: profileName, ...shared },
  Effect.fnUntraced(function* ({ config, json, name }) {
    const defaultPath = pathOf(config, yield* readEnvironment)
    const path = pathOfProfile(defaultPath, name)
    const active = yield* readActive(defaultPath)
    // A path that was named may be any file.
    const isOurs = Option.isNone(config) || name !== defaultProfile
    const isActive = active === name && name !== defaultProfile
    const isRemoved = yield* removeFile(path, isOurs)
    // One that is active and was logged out is left by this.
    if (!isRemoved && !isActive) return yield* missingProfile({ name, path, chosenBy: "profile flag" })
    if (isActive) yield* writeActive(defaultPath, defaultProfile)
    if (json) return yield* Output.printJson([{ name, path, active: isActive ? defaultProfile : active }])
    if (isRemoved) yield* Output.printNotice(`The profile ${name} is removed, with ${path}.`)
    if (isActive) yield* Output.printNotice(`Commands used it; they use the profile ${defaultProfile} now.`)
  })
).pipe(
  Command.withDescription("Remove a profile and its credentials"),
  Command.withExamples([{ command: "partner profiles remove staging" }])
)
