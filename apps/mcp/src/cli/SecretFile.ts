/**
 * Reads the secret from the file that a setting names. No message holds anything of what is in the file.
 */
import { type FileRefusal, readRegularFile } from "@partner-api/cli-kit/RegularFile"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type SettingsError, wrongSetting } from "./SettingsError.ts"

/** A secret is much shorter; a longer file is another one. */
const bytesMax = 65_536

const refusals: Readonly<Record<FileRefusal["reason"], string>> = {
  irregular: "names no regular file.",
  large: `names a file of more than ${bytesMax} bytes, which holds no secret.`,
  system: "cannot be read."
}

/** The secret in the file that `setting` names. */
export const readSecretFile = (setting: string, path: string): Effect.Effect<Redacted.Redacted, SettingsError> =>
  readRegularFile(path, bytesMax).pipe(
    Effect.mapError(({ reason }) => wrongSetting(`${setting} ${refusals[reason]}`)),
    Effect.flatMap(({ bytes }) => {
      const text = Buffer.from(bytes).toString("utf8").trim()
      return text === ""
        ? Effect.fail(wrongSetting(`${setting} names an empty file.`))
        : Effect.succeed(Redacted.make(text))
    })
  )
