/**
 * Reads the file that holds a secret, named by a setting. A pipe, a folder or a device is refused without waiting for it, and so is a
 * file that is far too large. No message holds anything of what is in it.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Fs from "node:fs"
import { type SettingsError, wrongSetting } from "./SettingsError.ts"

/** A secret fits many times; a longer file is another one. */
const bytesMax = 65_536

const unreadable = (setting: string) => () => wrongSetting(`${setting} cannot be read.`)

/** Reads as far as one byte beyond what a secret may have. */
const readBytes = (descriptor: number): Buffer => {
  const buffer = Buffer.alloc(bytesMax + 1)
  let length = 0
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    read = Fs.readSync(descriptor, buffer, length, buffer.length - length, null)
  }
  return buffer.subarray(0, length)
}

/** The secret in the file that `setting` names. */
export const readSecretFile = (setting: string, path: string): Effect.Effect<Redacted.Redacted, SettingsError> =>
  Effect.acquireUseRelease(
    // Opening a pipe for reading would wait for a writer; for a regular file this changes nothing.
    Effect.try({
      try: () => Fs.openSync(path, Fs.constants.O_RDONLY | Fs.constants.O_NONBLOCK),
      catch: unreadable(setting)
    }),
    Effect.fnUntraced(function* (descriptor) {
      const info = yield* Effect.try({ try: () => Fs.fstatSync(descriptor), catch: unreadable(setting) })
      if (!info.isFile()) return yield* wrongSetting(`${setting} names no regular file.`)
      const bytes = yield* Effect.try({ try: () => readBytes(descriptor), catch: unreadable(setting) })
      if (bytes.length > bytesMax) {
        return yield* wrongSetting(`${setting} names a file of more than ${bytesMax} bytes, which holds no secret.`)
      }
      const text = bytes.toString("utf8").trim()
      return text === "" ? yield* wrongSetting(`${setting} names an empty file.`) : Redacted.make(text)
    }),
    (descriptor) => Effect.sync(() => Fs.closeSync(descriptor))
  )
