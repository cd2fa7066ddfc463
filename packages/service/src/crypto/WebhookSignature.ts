/**
 * Signs webhooks (Standard Webhooks 1.0, `v1`: HMAC-SHA256).
 */
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

const prefix = "whsec_"
const secretBytes = 32

/** Makes a secret that signs webhooks: its bytes in the standard alphabet of base64, with padding, as receivers read it. */
export const makeWebhookSecret: Effect.Effect<Redacted.Redacted> = Effect.sync(() =>
  Redacted.make(prefix + Crypto.randomBytes(secretBytes).toString("base64"))
)

/** The content that is signed: the bytes of a request, its id, and the second of the attempt. */
export interface SignedContent {
  readonly id: string
  readonly timestampSeconds: number
  readonly body: string
}

/** The keys of secrets that are in use. Node takes longer to make a key than to sign a request with it. */
const keys = new WeakMap<Redacted.Redacted, Crypto.KeyObject>()

const keyOf = (secret: Redacted.Redacted): Crypto.KeyObject => {
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = Crypto.createSecretKey(Redacted.value(secret).slice(prefix.length), "base64")
  keys.set(secret, key)
  return key
}

/** The signature of a request with one secret. */
const signatureOf = (secret: Redacted.Redacted, { body, id, timestampSeconds }: SignedContent): string => {
  const key = keyOf(secret)
  return `v1,${Crypto.createHmac("sha256", key).update(`${id}.${timestampSeconds}.${body}`).digest("base64")}`
}

/** The headers of a signed request, with a signature for each secret: while one replaces another, receivers know either. */
export const signedHeaders = (
  secrets: ReadonlyArray<Redacted.Redacted>,
  content: SignedContent
): Readonly<Record<string, string>> => ({
  "webhook-id": content.id,
  "webhook-timestamp": String(content.timestampSeconds),
  "webhook-signature": secrets.map((secret) => signatureOf(secret, content)).join(" ")
})
