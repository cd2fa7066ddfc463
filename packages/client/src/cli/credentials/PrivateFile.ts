/**
 * Files that are their owner's alone. One that others can read or change is not used, and one is written whole or not at all.
 *
 * Knows nothing of what is in them, and no message holds anything of it.
 */
import { readRegularFile } from "@partner-api/cli-kit/RegularFile"
import { asUtf8 } from "@partner-api/cli-kit/TextBytes"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Path from "node:path"
import { CommandFailure } from "../CommandFailure.ts"

/** A file, and how messages speak of it. */
export interface PrivateFile {
  readonly path: string
  /** The subject of a sentence: `The file with the credentials`. */
  readonly noun: string
  /** The step to take when it cannot be used. */
  readonly remedy: string
}

/** The owner's alone, to read and to write. */
const fileMode = 0o600
const folderMode = 0o700

/** The permission bits that a file of its owner alone must not have. */
const foreignBits = 0o077

/** A few short texts fit many times; whatever is longer is another file. */
const bytesMax = 65_536

/** Windows stores in access lists who may read a file, so its files have no mode to check. */
const hasModes = process.platform !== "win32"

/** A path as an argument of a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`

/** The failure of a file that cannot be used. */
export const unusable = ({ noun, path, remedy }: PrivateFile, what: string) =>
  new CommandFailure({ message: `${noun}, ${path}, ${what}`, remedy })

const unwritable = (file: PrivateFile) => (error: PlatformError.PlatformError) =>
  unusable(file, `cannot be written (${error.reason._tag}).`)

/** The reason why a file is refused, as the end of a sentence. */
const refusals = {
  irregular: "is no regular file.",
  large: "is too large to be one."
} as const

/** The text of a file, also of one that others can read; nothing when there is none. */
const readText = Effect.fnUntraced(function* (file: PrivateFile) {
  const read = yield* readRegularFile(file.path, bytesMax).pipe(
    Effect.catchTag("FileRefusal", ({ code, reason }) => {
      if (code === "ENOENT") return Effect.succeed(undefined)
      return Effect.fail(unusable(file, reason === "system" ? `cannot be read (${code}).` : refusals[reason]))
    })
  )
  return read === undefined ? undefined : { text: new TextDecoder().decode(asUtf8(read.bytes)), mode: read.mode }
})

/** The text of a file that is going to be removed: it need not be the owner's alone. */
export const readForRemoval = (file: PrivateFile): Effect.Effect<string | undefined, CommandFailure> =>
  Effect.map(readText(file), (read) => read?.text)

/** The text of a file; nothing when there is none. */
export const readPrivateFile = Effect.fnUntraced(function* (file: PrivateFile) {
  const read = yield* readText(file)
  if (read !== undefined && hasModes && (read.mode & foreignBits) !== 0) {
    return yield* new CommandFailure({
      message: `${file.noun}, ${file.path}, can be read or changed by others, so it is not used.`,
      remedy: `Run: chmod 600 ${quoted(file.path)}`
    })
  }
  return read?.text
})

/** Writes a file: beside its place first, then moved there, so that a crash leaves the old one or the new one. */
export const writePrivateFile = Effect.fnUntraced(function* (file: PrivateFile, text: string) {
  const files = yield* FileSystem.FileSystem
  const beside = `${file.path}.${globalThis.crypto.randomUUID()}`
  yield* Effect.gen(function* () {
    yield* files.makeDirectory(Path.dirname(file.path), { recursive: true, mode: folderMode })
    yield* Effect.scoped(
      Effect.gen(function* () {
        // `wx`: never into something that somebody else has put there.
        const open = yield* files.open(beside, { flag: "wx", mode: fileMode })
        yield* open.writeAll(new TextEncoder().encode(text))
        yield* open.sync
      })
    )
    yield* files.rename(beside, file.path)
  }).pipe(
    Effect.onError(() => Effect.ignore(files.remove(beside, { force: true }))),
    Effect.mapError(unwritable(file))
  )
})

/** Removes a file; false when there is none. */
export const removePrivateFile = Effect.fnUntraced(function* (file: PrivateFile) {
  const files = yield* FileSystem.FileSystem
  return yield* files.remove(file.path).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.succeed(false)
    ),
    Effect.mapError((error) => unusable(file, `cannot be removed (${error.reason._tag}).`))
  )
})
