/**
 * Reads standard input to its end, up to a bound.
 */
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/** The bytes of standard input; fails with one of the failures where it cannot be read, or where it is larger. */
export const readStandardInput = <E>(
  bytesMax: number,
  failures: { readonly unreadable: E; readonly tooLarge: E }
): Effect.Effect<Buffer, E, Stdio.Stdio> =>
  Effect.gen(function* () {
    const { stdin } = yield* Stdio.Stdio
    const parts = yield* stdin.pipe(
      Stream.mapError(() => failures.unreadable),
      Stream.runFoldEffect(
        () => ({ chunks: new Array<Uint8Array>(), size: 0 }),
        ({ chunks, size }, chunk) =>
          size + chunk.length > bytesMax
            ? Effect.fail(failures.tooLarge)
            : Effect.succeed({ chunks: [...chunks, chunk], size: size + chunk.length })
      )
    )
    return Buffer.concat(parts.chunks)
  })
