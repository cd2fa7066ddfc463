/**
 * Digests by which a person is known again without being kept: of an email, under a key. Without the key nobody finds the person by trying addresses.
 */
import * as Crypto from "node:crypto"
import { normalizeEmail } from "@partner-api/domain/Email"
import * as Redacted from "effect/Redacted"
import type { SealingKey } from "./SealedText.ts"

/** The digest of an email for a purpose; another purpose has another one. */
export const emailDigestOf = ({ key }: SealingKey, purpose: string, email: string): string => {
  const ofPurpose = Crypto.createHmac("sha256", Redacted.value(key)).update(`email digests of ${purpose}`).digest()
  return Crypto.createHmac("sha256", ofPurpose).update(normalizeEmail(email)).digest("base64url")
}
