/**
 * `--input FILE|-`: a body of JSON from a file or from standard input.
 */
import { readRegularFile } from "@partner-api/cli-kit/RegularFile"
import { asUtf8 } from "@partner-api/cli-kit/TextBytes"
import { readJson } from "@partner-api/contract/StrictJson"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { CommandFailure } from "../CommandFailure.ts"

/** No body of the API is as large, 1 MiB; the service refuses a smaller one. */
const bytesMax = 1_048_576

const remedy = "Give a file of JSON, or - and the JSON on standard input."

const unreadable = (message: string) => new CommandFailure({ message, remedy })

const tooLarge = unreadable(`The input is larger than ${bytesMax} bytes, and no body of the API is.`)

const fromFile = (path: string) =>
  readRegularFile(path, bytesMax).pipe(
    Effect.map(({ bytes }) => bytes),
    Effect.mapError(({ code, reason }) =>
      reason === "large"
        ? tooLarge
        : unreadable(`The input ${path} ${reason === "irregular" ? "is no regular file" : `cannot be read (${code})`}.`)
    )
  )

const fromStandardInput = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const parts = yield* stdin.pipe(
    Stream.mapError(() => unreadable("Standard input cannot be read.")),
    Stream.runFoldEffect(
      () => ({ chunks: new Array<Uint8Array>(), size: 0 }),
      ({ chunks, size }, chunk) =>
        size + chunk.length > bytesMax
          ? Effect.fail(tooLarge)
          : Effect.succeed({ chunks: [...chunks, chunk], size: size + chunk.length })
    )
  )
  return Buffer.concat(parts.chunks)
})

/** Reads a body. */
export const readInput = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* path === "-" ? fromStandardInput : fromFile(path)
  return yield* Effect.mapError(Effect.fromResult(readJson(asUtf8(bytes))), ({ message }) =>
    unreadable(message.replace(/^The body/u, "The input"))
  )
})
