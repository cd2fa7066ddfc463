/**
 * The key that seals the secrets of webhooks in the sandbox, where nobody has set one: kept in a file, so that endpoints work after a restart. The
 * file is for its owner's eyes, as the database is. The operator's commands read it too.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { makeSealingKeyBytes, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import * as Effect from "effect/Effect"
import { OperatorError } from "../platform/OperatorError.ts"
import type { Settings } from "../platform/Settings.ts"
import { ensureFile, makeFolder, overwriteFile } from "../store/sqlite/PrivateFile.ts"

/** The file of the key for a database that has no file, seen from the folder that the sandbox is started in. */
const keyFile = "data/sandbox.key"

const keyFileOf = ({ database }: Settings): string => (database._tag === "Sqlite" ? `${database.file}.key` : keyFile)

/** The key in a file that is there; none where it holds no key. */
const readKey = (file: string): Uint8Array | undefined => {
  const kept = Buffer.from(Fs.readFileSync(file, "utf8"), "base64")
  return kept.length === sealingKeyBytes ? new Uint8Array(kept) : undefined
}

/** The key in a file, which is made where there is none. */
const readOrMake = (file: string): Uint8Array => {
  makeFolder(Path.dirname(file))
  ensureFile(file)
  const kept = readKey(file)
  if (kept !== undefined) return kept
  const made = makeSealingKeyBytes()
  overwriteFile(file, `${Buffer.from(made).toString("base64")}\n`)
  return made
}

const unusable = (file: string) =>
  new OperatorError({
    message: `The file ${file}, which holds the key to the secrets of webhooks, cannot be read or written.`,
    remedy: "Make its folder writable, or set SECRETS_KEY."
  })

/** The settings of a sandbox with a key: the one that is set, else the one in the file. */
export const withSandboxKey = (settings: Settings): Effect.Effect<Settings, OperatorError> => {
  const { webhooks } = settings
  if (webhooks.secretsKeys.length > 0) return Effect.succeed(settings)
  const file = keyFileOf(settings)
  return Effect.map(Effect.try({ try: () => readOrMake(file), catch: () => unusable(file) }), (bytes) => ({
    ...settings,
    webhooks: { ...webhooks, secretsKeys: [sealingKeyOf(bytes)] }
  }))
}

/** The keys in the file of a sandbox: one, or none where there is no such file. Makes no file. */
export const sandboxKeys = (settings: Settings): Effect.Effect<Settings["webhooks"]["secretsKeys"], OperatorError> => {
  const file = keyFileOf(settings)
  if (!Fs.existsSync(file)) return Effect.succeed([])
  return Effect.map(Effect.try({ try: () => readKey(file), catch: () => unusable(file) }), (kept) =>
    kept === undefined ? [] : [sealingKeyOf(kept)]
  )
}

/** The keys that are set; where none is and the database is a sandbox's, the one in its file. Makes no file. */
export const operatorKeys = Effect.fnUntraced(function* (settings: Settings) {
  const { secretsKeys } = settings.webhooks
  if (secretsKeys.length > 0) return secretsKeys
  const kept = yield* sandboxKeys(settings)
  if (kept.length === 0) return secretsKeys
  const { sandboxClients } = yield* ClientStore
  return (yield* sandboxClients).length === 0 ? secretsKeys : kept
})
