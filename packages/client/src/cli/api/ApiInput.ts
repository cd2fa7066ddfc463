/**
 * `--input FILE|-`: a body of JSON from a file or from standard input.
 */
import { readRegularFile } from "@partner-api/cli-kit/RegularFile"
import { asUtf8 } from "@partner-api/cli-kit/TextBytes"
import { readJson } from "@partner-api/contract/StrictJson"
import * as Effect from "effect/Effect"
import { CommandFailure } from "../CommandFailure.ts"
import { readStandardInput } from "../StandardInput.ts"

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

const fromStandardInput = readStandardInput(bytesMax, {
  unreadable: unreadable("Standard input cannot be read."),
  tooLarge
})

/** Reads a body. */
export const readInput = Effect.fnUntraced(function* (path: string) {
  const bytes = yield* path === "-" ? fromStandardInput : fromFile(path)
  return yield* Effect.mapError(Effect.fromResult(readJson(asUtf8(bytes))), ({ message }) =>
    unreadable(message.replace(/^The body/u, "The input"))
  )
})
