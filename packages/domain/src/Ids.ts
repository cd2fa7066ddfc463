/**
 * Identifiers: opaque, prefixed, sortable by the time they were made (decisions, Resources).
 *
 * Any `[A-Za-z0-9_-]{1,64}` is a valid identifier, because partners may bring their own; the prefix is a help for people,
 * not a rule. How they are made needs a clock and randomness, and is not here. The examples are records of the sandbox, where the samples of
 * the documentation run.
 */
import * as Schema from "effect/Schema"

import { impersonal } from "./Personal.ts"
import { problem } from "./Problem.ts"
import { lineText } from "./Text.ts"

/** The longest identifier, in characters. */
export const idLengthMax = 64

/** The schema of an identifier, to be branded: that of a new noun stands in the file of the noun. */
export const identifier = (what: string, example: string) =>
  Schema.String.check(
    // Patterns carry the flag u, because only such ones mean in JSON Schema what they mean here.
    Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u, problem("format", "must have 1 to 64 of the characters A-Z a-z 0-9 _ -"))
  ).annotate({ description: `Identifies ${what}`, examples: [example], maxLength: idLengthMax, ...impersonal })

/** Identifies an organization: `org_…`. */
export const OrganizationId = identifier("an organization", "org_acme").pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

/** Identifies a job within its organization: `job_…`. */
export const JobId = identifier("a job within its organization", "job_00000001").pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

/** Identifies a user within its organization: `usr_…`. */
export const UserId = identifier("a user within its organization", "usr_00000001").pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** Identifies an agency within its organization: `agy_…`. */
export const AgencyId = identifier("an agency within its organization", "agy_hirewell").pipe(Schema.brand("AgencyId"))
export type AgencyId = typeof AgencyId.Type

/** Identifies an application within its organization: `app_…`. */
export const ApplicationId = identifier("an application within its organization", "app_00000001_1").pipe(
  Schema.brand("ApplicationId")
)
export type ApplicationId = typeof ApplicationId.Type

/** Identifies a partner's credential (RFC 6749 §2.2). */
export const ClientId = identifier("a client", "cli_01KGAS0F00W2P4J8H6V3B9D5QE").pipe(Schema.brand("ClientId"))
export type ClientId = typeof ClientId.Type

/** The client that examples of the documentation show. */
export const exampleClientId = ClientId.make("cli_01KGAS0F00W2P4J8H6V3B9D5QE")

/** The longest name that another system may have for a record, in characters. */
export const externalIdMax = 128

/** The id of a record in another system: unique within the organization, kept as it is. */
export const ExternalId = lineText(1, externalIdMax).annotate({ examples: ["REQ-1"] })

/** The prefix of an identifier that the service makes, such as `job_`. */
export type IdPrefix = `${Lowercase<string>}_`
