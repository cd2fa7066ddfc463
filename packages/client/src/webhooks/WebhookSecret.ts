/**
 * The secrets of an endpoint: `whsec_` and the bytes of the key in base64 (Standard Webhooks 1.0), in its standard alphabet and with padding.
 */
import { WebhookFailure } from "./WebhookError.ts"

/** The secret of an endpoint, or several while one replaces another. */
export type WebhookSecrets = string | ReadonlyArray<string>

const prefix = "whsec_"

/** The length of a key, in bytes (Standard Webhooks 1.0). */
const keyBytesMin = 24
const keyBytesMax = 64

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The mistake in a secret, or its key. The mistake has none of its characters. */
const keyOf = (secret: unknown): Uint8Array<ArrayBuffer> | string => {
  if (typeof secret !== "string" || secret === "") return "is missing: is the variable of the environment set?"
  if (!secret.startsWith(prefix)) return `does not begin with ${prefix}.`
  const encoded = secret.slice(prefix.length)
  if (/\s/.test(encoded)) return "contains white space."
  if (/[-_]/.test(encoded)) return "is in the alphabet of base64url; the one with + and / is needed."
  if (!base64.test(encoded)) return "is not base64 with its padding."
  const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  return key.length < keyBytesMin || key.length > keyBytesMax
    ? `has ${key.length} bytes, and must have ${keyBytesMin} to ${keyBytesMax}.`
    : key
}

/** The keys of the secrets, or why one of them is none. */
export const keysOf = (
  secrets: WebhookSecrets
): ReadonlyArray<Uint8Array<ArrayBuffer>> | WebhookFailure<"InvalidSecret"> => {
  const given: ReadonlyArray<unknown> = Array.isArray(secrets) ? secrets : [secrets]
  if (given.length === 0) return new WebhookFailure("InvalidSecret", "The list of secrets is empty.")
  const keys: Array<Uint8Array<ArrayBuffer>> = []
  for (const [index, secret] of given.entries()) {
    const key = keyOf(secret)
    const name = given.length === 1 ? "The secret" : `Secret ${index + 1} of ${given.length}`
    if (typeof key === "string") return new WebhookFailure("InvalidSecret", `${name} ${key}`)
    keys.push(key)
  }
  return keys
}
