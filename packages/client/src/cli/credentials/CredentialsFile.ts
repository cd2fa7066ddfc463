/**
 * The file that keeps credentials: `$XDG_CONFIG_HOME/partner-api/credentials.json`, else under `~/.config`, and one for each profile
 * beside it (`Profiles.ts`). `PrivateFile.ts` keeps it its owner's alone.
 *
 * No message about it holds anything of what is in it.
 */
import { problemsOf } from "@partner-api/domain/Problems"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Os from "node:os"
import * as Path from "node:path"
import type { CommandFailure } from "../CommandFailure.ts"
import {
  type PrivateFile,
  readForRemoval,
  readPrivateFile,
  removePrivateFile,
  unusable,
  writePrivateFile
} from "./PrivateFile.ts"

/** The content of the file. */
export const StoredCredentials = Schema.Struct({
  baseUrl: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
  organization: Schema.optionalKey(Schema.String),
  flow: Schema.optionalKey(Schema.Literals(["oauth", "partner"])),
  allowHttp: Schema.optionalKey(Schema.Boolean)
})
export type StoredCredentials = typeof StoredCredentials.Type

/** The folders that the environment names: of settings, and its user's home. */
export interface NamedFolders {
  readonly configHome: string | undefined
  readonly home: string | undefined
}

/** The usual path of the file. A relative folder counts as none (XDG Base Directory Specification). */
export const usualPath = ({ configHome, home }: NamedFolders): string =>
  Path.join(
    configHome !== undefined && Path.isAbsolute(configHome) ? configHome : Path.join(home ?? Os.homedir(), ".config"),
    "partner-api",
    "credentials.json"
  )

const credentialsFile = (path: string): PrivateFile => ({
  path,
  noun: "The file with the credentials",
  remedy: "Write it again with partner login, or set PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET."
})

const decode = Schema.decodeUnknownResult(StoredCredentials, { errors: "all" })

const readStored = (file: PrivateFile, text: string): Result.Result<StoredCredentials, CommandFailure> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: () => unusable(file, "is not JSON.") }).pipe(
    Result.flatMap((json) =>
      Result.mapError(decode(json), ({ issue }) =>
        unusable(
          file,
          `is not complete: ${problemsOf(issue, "body")
            .map((one) => `${one.path} ${one.message}`)
            .join("; ")}.`
        )
      )
    )
  )

/** Reads the file; nothing when there is none. */
export const readFile = Effect.fnUntraced(function* (path: string) {
  const file = credentialsFile(path)
  const text = yield* readPrivateFile(file)
  return text === undefined ? undefined : yield* Effect.fromResult(readStored(file, text))
})

/** Writes the file. */
export const writeFile = (
  path: string,
  { clientSecret, ...shown }: Omit<StoredCredentials, "clientSecret"> & { readonly clientSecret: Redacted.Redacted }
) => {
  const text = JSON.stringify({ ...shown, clientSecret: Redacted.value(clientSecret) }, undefined, 2)
  return writePrivateFile(credentialsFile(path), `${text}\n`)
}

/**
 * Removes the file; false when there is none. `isOurs`: it lies where this program keeps credentials. A file anywhere else is removed
 * only when it holds credentials.
 */
export const removeFile = Effect.fnUntraced(function* (path: string, isOurs: boolean) {
  const file = credentialsFile(path)
  if (!isOurs) {
    const text = yield* readForRemoval(file)
    if (text !== undefined) yield* Effect.fromResult(readStored(file, text))
  }
  return yield* removePrivateFile(file)
})
