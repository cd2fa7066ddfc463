/**
 * Reads a small file that somebody names, if it is a regular one. It is opened without waiting: opening a pipe for reading waits for a
 * writer, perhaps for ever. The open file is asked what it is, so what is read is what was looked at. A link is followed.
 *
 * Does not judge the content, nor who else may read it: the mode comes along.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Fs from "node:fs"

/** Why a file was not read. `code` is the name that the operating system has for it. */
export class FileRefusal extends Schema.TaggedError<FileRefusal>()("FileRefusal", {
  reason: Schema.Literals(["irregular", "large", "system"]),
  code: Schema.optionalKey(Schema.String)
}) {}

const bySystem = (cause: unknown): FileRefusal =>
  new FileRefusal({
    reason: "system",
    code: Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? cause.code : "unknown"
  })

/** Everything that an open file holds, or nothing when that is more than `bytesMax`. */
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

/** Reads the file at `path`, which may have `bytesMax` bytes. */
export const readRegularFile = (
  path: string,
  bytesMax: number
): Effect.Effect<{ readonly bytes: Uint8Array; readonly mode: number }, FileRefusal> =>
  Effect.acquireUseRelease(
    // Without waiting; for a regular file this changes nothing.
    Effect.try({ try: () => Fs.openSync(path, Fs.constants.O_RDONLY | Fs.constants.O_NONBLOCK), catch: bySystem }),
    Effect.fnUntraced(function* (descriptor) {
      const info = yield* Effect.try({ try: () => Fs.fstatSync(descriptor), catch: bySystem })
      if (!info.isFile()) return yield* new FileRefusal({ reason: "irregular" })
      const bytes = yield* Effect.try({ try: () => readAll(descriptor, bytesMax), catch: bySystem })
      return bytes === undefined ? yield* new FileRefusal({ reason: "large" }) : { bytes, mode: info.mode }
    }),
    (descriptor) => Effect.sync(() => Fs.closeSync(descriptor))
  )
