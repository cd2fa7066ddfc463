/**
 * Identifiers: opaque, prefixed, sortable by the time they were made (decisions, Resources).
 *
 * Any `[A-Za-z0-9_-]{1,64}` is a valid identifier, because partners may bring their own; the prefix is a help for people,
 * not a rule. Time and randomness come in as arguments.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Text.ts"

const identifier = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/, problem("format", "must have 1 to 64 of the characters A-Z a-z 0-9 _ -"))
)

/** Identifies an organization: `org_…`. */
export const OrganizationId = identifier.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

/** Identifies a job within its organization: `job_…`. */
export const JobId = identifier.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/** Identifies a user within its organization: `usr_…`. */
export const UserId = identifier.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** Identifies an agency within its organization: `agy_…`. */
export const AgencyId = identifier.pipe(Schema.brand("AgencyId"))
export type AgencyId = typeof AgencyId.Type

/** Identifies a partner's credential (RFC 6749 §2.2). */
export const ClientId = identifier.pipe(Schema.brand("ClientId"))
export type ClientId = typeof ClientId.Type

/** The prefixes of identifiers that the service makes. */
export type IdPrefix = "org_" | "job_" | "usr_" | "agy_" | "app_" | "cli_"

/** Crockford's base 32: sorts like the number it writes, and has no letters that are mistaken for digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeCharacters = 10
const randomCharacters = 16

/** So many random bytes make an identifier: 80 bits beside the millisecond. */
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
