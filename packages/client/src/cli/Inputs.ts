/**
 * Flags and arguments that several commands share. They are checked by the schemas of the domain, so a wrong one is named with its
 * remedy before anything is sent.
 */
import { momentForms } from "@partner-api/cli-kit/Moments"
import { EventId } from "@partner-api/domain/EventId"
import { readIdempotencyKey } from "@partner-api/domain/IdempotencyKey"
import { AgencyId, ApplicationId, JobId, OrganizationId, UserId } from "@partner-api/domain/Ids"
import { PlacementId } from "@partner-api/domain/Placement"
import { Limit } from "@partner-api/domain/Pagination"
import { SearchQuery } from "@partner-api/domain/Search"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Moment } from "./Moments.ts"
import { ProfileName } from "./credentials/ProfileName.ts"

/** `--config PATH`: another file with credentials. */
const config = Flag.String("config").pipe(
  Flag.withDescription("The file with the credentials; default ~/.config/partner-api/credentials.json"),
  Flag.withMetavar("PATH"),
  Flag.optional
)

/** `--json`: for programs. */
const json = Flag.Boolean("json").pipe(Flag.withDescription("Print the result as JSON"), Flag.withDefault(false))

const organization = Flag.String("organization").pipe(
  Flag.withDescription("The organization; default the configured one, else the only one"),
  Flag.withMetavar("ID"),
  Flag.withSchema(OrganizationId),
  Flag.optional
)

/** A flag that takes text. */
export const textFlag = (name: string, metavar: string, what: string) =>
  Flag.String(name).pipe(Flag.withDescription(what), Flag.withMetavar(metavar))

/** A flag with text that may be left out. A schema judges and decodes the text. */
export const optionalFlag = <A>(name: string, metavar: string, what: string, schema: Schema.Codec<A, string>) =>
  textFlag(name, metavar, what).pipe(Flag.withSchema(schema), Flag.optional)

/** `--csv` of a list. */
const csv = Flag.Boolean("csv").pipe(
  Flag.withDescription("Print the list as CSV, all members of each item"),
  Flag.withDefault(false)
)

/** Refuses a list in two forms at once. */
export const oneForm = (input: { readonly csv: boolean; readonly json: boolean }) =>
  input.csv && input.json
    ? Effect.fail(new CliError.ValidationError({ message: "--csv and --json are two forms of one list; give one." }))
    : Effect.void

/** Flags of every command that calls the service. */
export const shared = { config, json }

/** Flags of a list that is always whole. */
export const wholeList = { ...shared, csv }

/** Flags of every command within an organization. */
export const scoped = { ...shared, organization }

/** Flags of every list of the client itself. */
export const ownListed = {
  ...shared,
  csv,
  limit: Flag.Int("limit").pipe(
    Flag.withDescription("The most items of a page, 1 to 100"),
    Flag.withMetavar("N"),
    Flag.withSchema(Limit),
    Flag.optional
  ),
  all: Flag.Boolean("all").pipe(Flag.withDescription("Everything, not just the first page"), Flag.withDefault(false))
}

/** Flags of every list of an organization. */
export const listed = { ...ownListed, organization }

/** `--idempotency-key K`: for a command that may be run again after nobody knows what became of it. */
export const idempotencyKey = Flag.String("idempotency-key").pipe(
  Flag.withDescription("The service does this once under this key, however often the command is run"),
  Flag.withMetavar("KEY"),
  Flag.withSchema(
    Schema.String.check(
      Schema.makeFilter((key: string) => readIdempotencyKey(key) !== undefined, {
        message: "must be 1 to 255 printable ASCII characters"
      })
    )
  ),
  Flag.optional
)

/** `--dry-run` of a command that adds or moves something. */
export const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show what would be sent and what would change, and change nothing"),
  Flag.withDefault(false)
)

/** The application that is meant. */
export const applicationId = Argument.String("application").pipe(
  Argument.withDescription("The id of the application"),
  Argument.withSchema(ApplicationId)
)

/** The agency that is meant. */
export const agencyId = Argument.String("agency").pipe(
  Argument.withDescription("The id of the agency"),
  Argument.withSchema(AgencyId)
)

/** The job that is meant. */
export const jobId = Argument.String("job").pipe(
  Argument.withDescription("The id of the job"),
  Argument.withSchema(JobId)
)

/** The event that is meant. */
export const eventId = Argument.String("event").pipe(
  Argument.withDescription("The id of the event"),
  Argument.withSchema(EventId)
)

/** The placement that is meant. */
export const placementId = Argument.String("placement").pipe(
  Argument.withDescription("The id of the placement"),
  Argument.withSchema(PlacementId)
)

/** The profile that is meant. */
export const profileName = Argument.String("name").pipe(
  Argument.withDescription("The name of the profile"),
  Argument.withSchema(ProfileName)
)

/** The user who is meant. */
export const userId = Argument.String("user").pipe(
  Argument.withDescription("The id of the user"),
  Argument.withSchema(UserId)
)

/** `--search TEXT` of a list. */
export const search = Flag.String("search").pipe(
  Flag.withDescription("Only what has a word that begins with each word of this; case and accents do not count"),
  Flag.withMetavar("TEXT"),
  Flag.withSchema(SearchQuery),
  Flag.optional
)

/** `--updated-since T` of a list. */
export const updatedSince = Flag.String("updated-since").pipe(
  Flag.withDescription(`Only what was written since then, in the order of the last write, ${momentForms}`),
  Flag.withMetavar("TIME"),
  Flag.withSchema(Moment),
  Flag.optional
)
