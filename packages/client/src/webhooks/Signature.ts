/**
 * Signatures of Standard Webhooks 1.0, version `v1`: HMAC-SHA256 of id, time and body, by WebCrypto.
 *
 * Signs bytes, and verifies signatures with a key. Version `v1a` is not known.
 */
import { isWebhookError } from "./WebhookError.ts"
import { keysOf, type WebhookSecrets } from "./WebhookSecret.ts"

/** The content that is signed. */
export interface SignedContent {
  readonly id: string
  /** In whole seconds since 1970; text as it came in a header. */
  readonly timestampSeconds: number | string
  /** The bytes of the body; text is that of its UTF-8. */
  readonly body: string | Uint8Array
}

/** The headers that carry a signature. */
export type SignatureHeaders = {
  readonly "webhook-id": string
  readonly "webhook-timestamp": string
  readonly "webhook-signature": string
}

const algorithm = { name: "HMAC", hash: "SHA-256" }

const signedBytes = ({ body, id, timestampSeconds }: SignedContent): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder()
  const head = encoder.encode(`${id}.${timestampSeconds}.`)
  const rest = typeof body === "string" ? encoder.encode(body) : body
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(head)
  bytes.set(rest, head.length)
  return bytes
}

/** The signatures of a content: one for each key, as the header has them. */
const signaturesOf = (
  keys: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  content: SignedContent
): Promise<ReadonlyArray<string>> => {
  const bytes = signedBytes(content)
  return Promise.all(
    keys.map(async (key) => {
      const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"])
      const code = new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes))
      return `v1,${btoa(String.fromCharCode(...code))}`
    })
  )
}

/** Compares in a time that does not depend on where two texts differ. Their length is no secret. */
const isEqual = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

/**
 * Whether one of `signatures` is that of the content with one of `keys`. The texts are compared, not what they decode to: base64 has
 * several texts for the same bytes.
 */
export const isSigned = async (
  keys: ReadonlyArray<Uint8Array<ArrayBuffer>>,
  content: SignedContent,
  signatures: ReadonlyArray<string>
): Promise<boolean> => {
  const expected = await signaturesOf(keys, content)
  return signatures.some((signature) => expected.some((one) => isEqual(one, signature)))
}

/**
 * The headers of a signed request: with a signature for each secret, as the service sends them while one secret replaces another.
 *
 * Rejects with `InvalidSecret`.
 */
export const sign = async (secrets: WebhookSecrets, content: SignedContent): Promise<SignatureHeaders> => {
  const keys = keysOf(secrets)
  if (isWebhookError(keys)) throw keys
  const signatures = await signaturesOf(keys, content)
  return {
    "webhook-id": content.id,
    "webhook-timestamp": String(content.timestampSeconds),
    "webhook-signature": signatures.join(" ")
  }
}
