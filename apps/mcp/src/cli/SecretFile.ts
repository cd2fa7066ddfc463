/**
 * Reads the secret from the file that a setting names, and warns of a file that others can read. No message holds anything of what is in
 * the file.
 */
import { type FileRefusal, readRegularFile } from "@partner-api/cli-kit/RegularFile"
import { asUtf8 } from "@partner-api/cli-kit/TextBytes"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { printProgramNotice } from "./Exit.ts"
import { type SettingsError, wrongSetting } from "./SettingsError.ts"

/** A secret is much shorter; a longer file is another one. */
const bytesMax = 65_536

/** The bits by which a group and others may read. Other programs of the machine could take the secret; the file is used all the same. */
const othersRead = 0o044

/** Windows stores in access lists who may read a file, so its files have no mode to check. */
const hasModes = process.platform !== "win32"

const refusals: Readonly<Record<FileRefusal["reason"], string>> = {
  irregular: "names no regular file.",
  large: `names a file of more than ${bytesMax} bytes, which holds no secret.`,
  system: "cannot be read."
}

/** The secret in the file that `setting` names. */
export const readSecretFile = (setting: string, path: string): Effect.Effect<Redacted.Redacted, SettingsError> =>
  readRegularFile(path, bytesMax).pipe(
    Effect.mapError(({ reason }) => wrongSetting(`${setting} ${refusals[reason]}`)),
    Effect.flatMap(({ bytes, mode }) => {
      const text = Buffer.from(asUtf8(bytes)).toString("utf8").trim()
      if (text === "") return Effect.fail(wrongSetting(`${setting} names an empty file.`))
      const warning =
        hasModes && (mode & othersRead) !== 0
          ? printProgramNotice(`Warning: ${setting} names a file that others can read. Run chmod 600 on it.`)
          : Effect.void
      return Effect.as(warning, Redacted.make(text))
    })
  )
