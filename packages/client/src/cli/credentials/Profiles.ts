/**
 * Profiles: named sets of address, client and organization, one file each, in the folder `profiles` beside the file of the default
 * profile. The file `active-profile` there names the one that commands use.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "node:path"
import { CommandFailure } from "../CommandFailure.ts"
import { profileFlag } from "../GlobalFlags.ts"
import { type NamedFolders, usualPath } from "./CredentialsFile.ts"
import { type PrivateFile, readPrivateFile, removePrivateFile, unusable, writePrivateFile } from "./PrivateFile.ts"
import { defaultProfile, isProfileName } from "./ProfileName.ts"

/** The path of the default profile: the one that was requested, or the usual one. */
export const pathOf = (requestedPath: Option.Option<string>, folders: NamedFolders): string =>
  Option.getOrElse(requestedPath, () => usualPath(folders))

const folderOf = (path: string): string => Path.join(Path.dirname(path), "profiles")

/** The path of a profile, beside that of the default profile. */
export const pathOfProfile = (path: string, name: string): string =>
  name === defaultProfile ? path : Path.join(folderOf(path), `${name}.json`)

const activeFile = (path: string): PrivateFile => ({
  path: Path.join(Path.dirname(path), "active-profile"),
  noun: "The file with the name of the profile in use",
  remedy: "Write it again with partner profiles use NAME."
})

/** The profile that `partner profiles use` has set; the default one without it. */
export const readActive = Effect.fnUntraced(function* (path: string) {
  const file = activeFile(path)
  const name = (yield* readPrivateFile(file))?.trim() ?? defaultProfile
  return isProfileName(name) ? name : yield* unusable(file, "holds no name of a profile.")
})

/** Sets the profile that commands use. */
export const writeActive = (path: string, name: string) =>
  name === defaultProfile
    ? Effect.asVoid(removePrivateFile(activeFile(path)))
    : writePrivateFile(activeFile(path), `${name}\n`)

/** The names of the stored profiles, the default one first. */
export const storedProfiles = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  // A folder that cannot be read has no profile that could be used.
  const entries = yield* Effect.orElseSucceed(files.readDirectory(folderOf(path)), () => [])
  const names = entries.flatMap((entry) => {
    const name = entry.endsWith(".json") ? entry.slice(0, -".json".length) : ""
    return isProfileName(name) && name !== defaultProfile ? [name] : []
  })
  const hasDefault = yield* Effect.orElseSucceed(files.exists(path), () => false)
  return [...(hasDefault ? [defaultProfile] : []), ...names.toSorted()]
})

/** A profile, its file, and who chose it. */
export interface ChosenProfile {
  readonly name: string
  readonly path: string
  /** `file`: the one that `partner profiles use` has set, or the default one. */
  readonly chosenBy: "profile flag" | "config flag" | "environment" | "file"
}

/** The profile that commands use: that of `--profile`, of `PARTNER_PROFILE`, of `partner profiles use`, or the default one. */
export const chooseProfile = Effect.fnUntraced(function* (
  requestedPath: Option.Option<string>,
  environment: NamedFolders & { readonly profile: string | undefined }
) {
  const defaultPath = pathOf(requestedPath, environment)
  const chosen = (name: string, chosenBy: ChosenProfile["chosenBy"]): ChosenProfile => ({
    name,
    path: pathOfProfile(defaultPath, name),
    chosenBy
  })
  const flag = yield* profileFlag
  if (Option.isSome(flag)) return chosen(flag.value, "profile flag")
  // The file that is named is meant, not the one of a profile beside it.
  if (Option.isSome(requestedPath)) return chosen(defaultProfile, "config flag")
  const { profile } = environment
  if (profile === undefined) return chosen(yield* readActive(defaultPath), "file")
  if (isProfileName(profile)) return chosen(profile, "environment")
  return yield* new CommandFailure({
    message: "PARTNER_PROFILE is no name of a profile.",
    remedy: "See: partner profiles list"
  })
})
