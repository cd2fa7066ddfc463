/**
 * Opens and reads a file that a person named, if it is a regular one.
 *
 * The open does not wait: opening a pipe for reading would otherwise wait for a writer. The type is that of the open file, not of its
 * path, so the file that is read is the file that was checked. Links are followed. The content is not judged.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { Scope } from "effect/Scope"
import * as Fs from "node:fs"

/** Why a file was not read: it is not a regular file, it is larger than the limit, or the operating system refused. */
export class FileRefusal extends Data.TaggedError("FileRefusal")<{
  readonly reason: "irregular" | "large" | "system"
  /** The operating system's name for its refusal, such as `ENOENT`. */
  readonly code?: string
  readonly cause?: unknown
}> {}

/** A file that is open for reading. */
export interface OpenFile {
  readonly descriptor: number
  readonly size: number
  /** The type and the permission bits (`st_mode`). */
  readonly mode: number
}

const refusedBySystem = (cause: unknown): FileRefusal =>
  new FileRefusal({
    reason: "system",
    code: Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "unknown",
    cause
  })

const attempt = <A>(operation: () => A): Effect.Effect<A, FileRefusal> =>
  Effect.try({ try: operation, catch: refusedBySystem })

/** Opens the file at `path` until the scope closes. */
export const openRegularFile = (path: string): Effect.Effect<OpenFile, FileRefusal, Scope> =>
  Effect.gen(function* () {
    const descriptor = yield* Effect.acquireRelease(
      // For a regular file the flag changes nothing.
      attempt(() => Fs.openSync(path, Fs.constants.O_RDONLY | Fs.constants.O_NONBLOCK)),
      (open) => Effect.sync(() => Fs.closeSync(open))
    )
    const info = yield* attempt(() => Fs.fstatSync(descriptor))
    return info.isFile()
      ? { descriptor, size: info.size, mode: info.mode }
      : yield* new FileRefusal({ reason: "irregular" })
  })

/** Everything that an open file holds; undefined when that is more than `bytesMax`. The size is not trusted: a file can grow. */
const readAll = (descriptor: number, bytesMax: number): Uint8Array | undefined => {
  const buffer = new Uint8Array(bytesMax + 1)
  let length = 0
  for (;;) {
    const read = Fs.readSync(descriptor, buffer, length, buffer.length - length, null)
    length += read
    if (length > bytesMax) return undefined
    if (read === 0) return buffer.subarray(0, length)
  }
}

/** Reads the whole file at `path`, of at most `bytesMax` bytes. */
export const readRegularFile = (
  path: string,
  bytesMax: number
): Effect.Effect<{ readonly bytes: Uint8Array; readonly mode: number }, FileRefusal> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { descriptor, mode } = yield* openRegularFile(path)
      const bytes = yield* attempt(() => readAll(descriptor, bytesMax))
      return bytes === undefined ? yield* new FileRefusal({ reason: "large" }) : { bytes, mode }
    })
  )
