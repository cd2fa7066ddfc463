/**
 * The entry of the journal about an operation on the secrets of all webhook endpoints.
 */
import type { JournalEntry } from "../Journal.ts"

/** The entry of secrets that were sealed with another key, by the name of the key: they are the same secrets as before. */
export const secretsRewrapped = (keyId: string): JournalEntry => ({
  organizationId: undefined,
  action: "webhook_secrets.rewrapped",
  resource_id: keyId,
  changed: ["key"]
})
