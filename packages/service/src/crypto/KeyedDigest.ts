/**
 * Digests by which a person is known again without being kept: of an email, under a key. Without the key nobody finds the person by trying addresses.
 */
import * as Crypto from "node:crypto"
import { normalizeEmail } from "@partner-api/domain/Email"
import * as Redacted from "effect/Redacted"
import type { SealingKey } from "./SealedText.ts"

/** Returns the digest of an email. */
export type EmailDigest = (email: string) => string

/** The digests of a purpose under a key; another purpose has others. Node makes the key of the purpose once: that takes longer than a digest. */
export const emailDigestFor = ({ key }: SealingKey, purpose: string): EmailDigest => {
  const ofPurpose = Crypto.createSecretKey(
    Crypto.createHmac("sha256", Redacted.value(key)).update(`email digests of ${purpose}`).digest()
  )
  return (email) => Crypto.createHmac("sha256", ofPurpose).update(normalizeEmail(email)).digest("base64url")
}
