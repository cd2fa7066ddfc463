/**
 * Text that is stored and must be read again, such as the secrets that sign webhooks: sealed with AES-256-GCM. A text belongs to one place; in
 * another one it does not open.
 */
import * as Crypto from "node:crypto"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** A key that seals: 256 bits, and its name beside what it has sealed. */
export interface SealingKey {
  readonly id: string
  readonly key: Redacted.Redacted<Uint8Array>
}

/** A sealed text, and the key that opens it. */
export interface SealedText {
  readonly keyId: string
  readonly sealed: string
}

/** The bytes of a key. */
export const sealingKeyBytes = 32

/** The nonce that GCM takes; a random one is safe for four billion texts of a key. */
const nonceBytes = 12
const tagBytes = 16
const idLength = 8

const cipher = "aes-256-gcm"

/** The key with these bytes; its name reveals nothing of them. */
export const sealingKeyOf = (bytes: Uint8Array): SealingKey => ({
  id: Crypto.hash("sha256", Buffer.concat([Buffer.from("sealing key "), bytes]), "hex").slice(0, idLength),
  key: Redacted.make(bytes)
})

/** Makes the bytes of a new key. */
export const makeSealingKeyBytes = (): Uint8Array => new Uint8Array(Crypto.randomBytes(sealingKeyBytes))

/** Seals a text for a place. */
export const seal = ({ id, key }: SealingKey, text: Redacted.Redacted, place: string): SealedText => {
  const nonce = Crypto.randomBytes(nonceBytes)
  const sealing = Crypto.createCipheriv(cipher, Redacted.value(key), nonce).setAAD(Buffer.from(place))
  const sealed = [nonce, sealing.update(Redacted.value(text), "utf8"), sealing.final(), sealing.getAuthTag()]
  return { keyId: id, sealed: Buffer.concat(sealed).toString("base64url") }
}

/** Opens a text that was sealed for a place; none without its key, or where it was sealed for another place. */
export const open = (
  keys: ReadonlyArray<SealingKey>,
  { keyId, sealed }: SealedText,
  place: string
): Option.Option<Redacted.Redacted> => {
  const bytes = Buffer.from(sealed, "base64url")
  return Option.flatMap(
    Option.fromUndefinedOr(keys.find(({ id }) => id === keyId)),
    Option.liftThrowable(({ key }: SealingKey) => {
      // Without a length, shorter tags would be accepted too.
      const opening = Crypto.createDecipheriv(cipher, Redacted.value(key), bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes
      })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-tagBytes))
      const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()])
      return Redacted.make(text.toString("utf8"))
    })
  )
}
