/**
 * Writes what people have sent to a new file, readable by its owner alone. A file that is there stays as it is, and of a file that does not come whole nothing stays.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"

/** Others may not read what a person has sent. */
const ownerOnly = 0o600

/** Writes the bytes to a new file, then runs the check. Fails with `unwritten` where there is a file already, or where it cannot be written. */
export const writeNewFile = Effect.fnUntraced(function* <E, E2, E3, R>(
  path: string,
  bytes: Stream.Stream<Uint8Array, E>,
  unwritten: (cause: unknown) => E2,
  check: Effect.Effect<void, E3, R>
) {
  const fs = yield* FileSystem.FileSystem
  // A file that is there is not ours to remove.
  yield* Effect.mapError(fs.writeFile(path, new Uint8Array(), { flag: "wx", mode: ownerOnly }), unwritten)
  const sink = Stream.run(bytes, fs.sink(path, { flag: "a" }))
  yield* Effect.mapError(sink, unwritten).pipe(
    Effect.andThen(check),
    Effect.onError(() => Effect.ignore(fs.remove(path)))
  )
})
