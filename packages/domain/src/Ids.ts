/**
 * Identifiers: opaque, prefixed, sortable by the time they were made (decisions, Resources).
 *
 * Any `[A-Za-z0-9_-]{1,64}` is a valid identifier, because partners may bring their own; the prefix is a help for people,
 * not a rule. Time and randomness come in as arguments.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Problem.ts"
import { lineText } from "./Text.ts"

/** The longest identifier, in characters. */
export const idLengthMax = 64

const identifier = (what: string, example: string) =>
  Schema.String.check(
    // Patterns carry the flag u, because only such ones mean in JSON Schema what they mean here.
    Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u, problem("format", "must have 1 to 64 of the characters A-Z a-z 0-9 _ -"))
  ).annotate({ description: `Identifies ${what}`, examples: [example], maxLength: idLengthMax })

/** Identifies an organization: `org_…`. */
export const OrganizationId = identifier("an organization", "org_01KGAS0F00X7C2V9M4N8T6R3QZ").pipe(
  Schema.brand("OrganizationId")
)
export type OrganizationId = typeof OrganizationId.Type

/** Identifies a job within its organization: `job_…`. */
export const JobId = identifier("a job within its organization", "job_01KGAS0F00B5Y1D8K3W7H2J4PA").pipe(
  Schema.brand("JobId")
)
export type JobId = typeof JobId.Type

/** Identifies a user within its organization: `usr_…`. */
export const UserId = identifier("a user within its organization", "usr_01KGAS0F00F6G9S1Q4Z8E2V7MB").pipe(
  Schema.brand("UserId")
)
export type UserId = typeof UserId.Type

/** Identifies an agency within its organization: `agy_…`. */
export const AgencyId = identifier("an agency within its organization", "agy_01KGAS0F00M3T7R5X1C9N6K8YD").pipe(
  Schema.brand("AgencyId")
)
export type AgencyId = typeof AgencyId.Type

/** Identifies a partner's credential (RFC 6749 §2.2). */
export const ClientId = identifier("a client", "cli_01KGAS0F00W2P4J8H6V3B9D5QE").pipe(Schema.brand("ClientId"))
export type ClientId = typeof ClientId.Type

/** The longest name that another system may have for a record, in characters. */
export const externalIdMax = 128

/** What another system calls a record: unique within the organization, kept as it is. */
export const ExternalId = lineText(1, externalIdMax)

/** The prefixes of identifiers that the service makes. */
export type IdPrefix = "org_" | "job_" | "usr_" | "agy_" | "app_" | "cli_" | "aud_"

/** Crockford's base 32: sorts like the number it writes, and has no letters that are mistaken for digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeCharacters = 10
const randomCharacters = 16

/** The random bytes of an identifier: 80 bits beside the millisecond. */
export const idRandomBytes = 10

/**
 * Makes the text of a new identifier: prefix, ten characters of time, sixteen of randomness. Identifiers made later sort later.
 *
 * `timeMs` is milliseconds since 1970; `random` must hold {@link idRandomBytes} random bytes.
 */
export const makeIdText = (prefix: IdPrefix, timeMs: number, random: Uint8Array): string => {
  const time = Array.from({ length: timeCharacters }, (_, index) =>
    alphabet.charAt(Math.floor(timeMs / 32 ** (timeCharacters - 1 - index)) % 32)
  )
  const bits = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const tail = Array.from({ length: randomCharacters }, (_, index) =>
    alphabet.charAt(Number((bits >> BigInt(5 * (randomCharacters - 1 - index))) & 31n))
  )
  return prefix + time.join("") + tail.join("")
}
