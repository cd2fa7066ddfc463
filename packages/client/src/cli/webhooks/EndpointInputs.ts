/**
 * The arguments and flags that commands about webhook endpoints share, and their values in the form of the API.
 */
import { eventSelectors } from "@partner-api/domain/EventQuery"
import { NewWebhookEndpoint as NewEndpoint, WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { addressMistakes, readUrl } from "@partner-api/domain/WebhookAddressRules"
import * as Argument from "effect/cli/Argument"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { NewWebhookEndpoint } from "../../core/Model.ts"
import { typesFlag } from "../events/EventFlags.ts"
import { optionalFlag, textFlag } from "../Inputs.ts"

const { fields } = NewEndpoint

/** The webhook endpoint that is meant. */
export const endpointId = Argument.String("endpoint").pipe(
  Argument.withDescription("The id of the webhook endpoint"),
  Argument.withSchema(WebhookEndpointId)
)

/** An address. The service reports all mistakes of a parsable address at once. */
const ReadableUrl = fields.url.check(
  Schema.makeFilter((text: string) =>
    readUrl(text) === undefined ? addressMistakes(text, true).join(", ") : undefined
  )
)

/** The address that events are sent to. */
export const url = textFlag("url", "URL", "Where events are sent: an https address").pipe(Flag.withSchema(ReadableUrl))

/** The members that a new endpoint need not have. */
export const optionalMembers = {
  types: typesFlag("Only events of these types, such as application.*,job.closed; * for all"),
  description: optionalFlag("description", "TEXT", "What the endpoint is for", fields.description.schema),
  concurrency: Flag.Int("concurrency").pipe(
    Flag.withDescription("The most requests under way at once; with more than 1, events come in no order"),
    Flag.withMetavar("N"),
    Flag.withSchema(fields.concurrency.schema),
    Flag.optional
  )
}

/** The values of the flags of the optional members. */
interface OptionalMembers {
  readonly types: Option.Option<ReadonlyArray<string>>
  readonly description: Option.Option<string>
  readonly concurrency: Option.Option<number>
}

type Selector = NonNullable<NewWebhookEndpoint["types"]>[number]

const isSelector = (name: string): name is Selector => eventSelectors.includes(name)

/** The optional members that are given. */
export const membersOf = ({ concurrency, description, types }: OptionalMembers) => ({
  ...Record.getSomes({ types: Option.map(types, (names) => names.filter(isSelector)) }),
  ...Record.getSomes({ description }),
  ...Record.getSomes({ concurrency })
})

/**
 * Refuses a dry run for an address that no service takes. A service for tests takes `http:` on its machine. Only the service resolves the
 * name of a host.
 */
export const checkedDryRun = (dryRun: boolean, address: string | undefined): Effect.Effect<void, CliError.CliError> => {
  const mistakes = !dryRun || address === undefined ? [] : addressMistakes(address, true)
  return mistakes.length === 0
    ? Effect.void
    : Effect.fail(new CliError.ValidationError({ message: `--url ${mistakes.join(", and ")}.` }))
}
