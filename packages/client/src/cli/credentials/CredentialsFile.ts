/**
 * The file that keeps credentials: `$XDG_CONFIG_HOME/partner-api/credentials.json`, else under `~/.config`. It is its owner's alone:
 * one that others can read is not used, and one is written whole or not at all.
 *
 * No message about it holds anything of what is in it.
 */
import { readRegularFile } from "@partner-api/cli-kit/RegularFile"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Os from "node:os"
import * as Path from "node:path"
import { CommandFailure } from "../CommandFailure.ts"

/** What is kept. */
export const StoredCredentials = Schema.Struct({
  baseUrl: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
  organization: Schema.optionalKey(Schema.String),
  flow: Schema.optionalKey(Schema.Literals(["oauth", "partner"]))
})
export type StoredCredentials = typeof StoredCredentials.Type

/** The owner's alone, to read and to write. */
const fileMode = 0o600
const folderMode = 0o700

/** What must not be set of a file that is the owner's alone. */
const foreignBits = 0o077

/** Five short texts fit many times; whatever is longer is another file. */
const bytesMax = 65_536

/** Windows says who may read a file in another way, and says nothing here. */
const hasModes = process.platform !== "win32"

/** The default path of the file. A relative folder counts as none (XDG Base Directory Specification). */
export const defaultPath = (configHome: string | undefined): string =>
  Path.join(
    configHome !== undefined && Path.isAbsolute(configHome) ? configHome : Path.join(Os.homedir(), ".config"),
    "partner-api",
    "credentials.json"
  )

/** A path as an argument of a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

const unusable = (path: string, what: string) =>
  new CommandFailure({
    message: `The file with the credentials, ${path}, ${what}`,
    remedy: "Write it again with partner login, or set PARTNER_BASE_URL, PARTNER_CLIENT_ID and PARTNER_CLIENT_SECRET."
  })

const unwritable = (path: string) => (error: PlatformError.PlatformError) =>
  unusable(path, `cannot be written (${error.reason._tag}).`)

/** What a refusal says of the file. */
const refusals = {
  irregular: "is no regular file.",
  large: "is too large to be one."
} as const

/** Reads the file; nothing when there is none. */
export const readFile = Effect.fnUntraced(function* (path: string) {
  const read = yield* readRegularFile(path, bytesMax).pipe(
    Effect.catchTag("FileRefusal", ({ code, reason }) => {
      if (code === "ENOENT") return Effect.succeed(undefined)
      return Effect.fail(unusable(path, reason === "system" ? `cannot be read (${code}).` : refusals[reason]))
    })
  )
  if (read === undefined) return undefined
  const { bytes, mode } = read
  if (hasModes && (mode & foreignBits) !== 0) {
    return yield* new CommandFailure({
      message: `The file with the credentials, ${path}, can be read or changed by others, so it is not used.`,
      remedy: `Run: chmod 600 ${quoted(path)}`
    })
  }
  const json = Result.try({
    try: (): unknown => JSON.parse(new TextDecoder().decode(bytes)),
    catch: () => unusable(path, "is not JSON.")
  })
  const stored = Schema.decodeUnknownResult(StoredCredentials, { errors: "all" })(yield* Effect.fromResult(json))
  return yield* Effect.mapError(Effect.fromResult(stored), ({ issue }) =>
    unusable(
      path,
      `is not complete: ${problemsOf(issue, "body")
        .map((one) => `${one.path} ${one.message}`)
        .join("; ")}.`
    )
  )
})

/** Writes the file: beside its place first, then moved there, so that a crash leaves the old one or the new one. */
export const writeFile = Effect.fnUntraced(function* (
  path: string,
  { clientSecret, ...shown }: Omit<StoredCredentials, "clientSecret"> & { readonly clientSecret: Redacted.Redacted }
) {
  const files = yield* FileSystem.FileSystem
  const text = JSON.stringify({ ...shown, clientSecret: Redacted.value(clientSecret) }, undefined, 2)
  const beside = `${path}.${globalThis.crypto.randomUUID()}`
  yield* Effect.gen(function* () {
    yield* files.makeDirectory(Path.dirname(path), { recursive: true, mode: folderMode })
    yield* Effect.scoped(
      Effect.gen(function* () {
        // `wx`: never into something that somebody else has put there.
        const file = yield* files.open(beside, { flag: "wx", mode: fileMode })
        yield* file.writeAll(new TextEncoder().encode(`${text}\n`))
        yield* file.sync
      })
    )
    yield* files.rename(beside, path)
  }).pipe(
    Effect.onError(() => Effect.ignore(files.remove(beside, { force: true }))),
    Effect.mapError(unwritable(path))
  )
})
