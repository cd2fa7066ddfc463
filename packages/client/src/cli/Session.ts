/**
 * The steps of every command around its work: it finds credentials, makes the client, and finds the organization that is meant.
 */
import { readUrl } from "@partner-api/domain/WebhookAddressRules"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Partner } from "../effect/Partner.ts"
import type { OrganizationShape, PartnerShape } from "../effect/PartnerShape.ts"
import { isUnencrypted } from "../core/Address.ts"
import { isPartnerError } from "../core/ClientError.ts"
import { CommandFailure } from "./CommandFailure.ts"
import { toCommandLine } from "./CallFailure.ts"
import { clientOptionsOf, type Credentials, readCredentials } from "./credentials/Credentials.ts"
import { onBehalfOfFlag } from "./GlobalFlags.ts"
import { notice } from "./OutputForm.ts"
import { httpClientLayer } from "./RequestLog.ts"

/** The largest number of organizations to choose from that are named. */
const namedMax = 10

/** Does the work with a client that has these credentials. Failures of its calls are in the words of the command line. */
export const withCredentials = Effect.fnUntraced(function* <A, E, R>(
  credentials: Credentials,
  work: (partner: PartnerShape) => Effect.Effect<A, E, R>
) {
  const options = yield* clientOptionsOf(credentials)
  const address = readUrl(credentials.baseUrl)
  if (address !== undefined && credentials.allowHttp && isUnencrypted(address)) {
    yield* notice(`Credentials travel unencrypted to ${address.origin}.`)
  }
  const onBehalfOf = Option.getOrUndefined(yield* onBehalfOfFlag)
  return yield* Effect.flatMap(Partner, (partner) =>
    work(onBehalfOf === undefined ? partner : partner.withOptions({ onBehalfOf }))
  ).pipe(
    Effect.provide(Layer.provide(Partner.layer(options), httpClientLayer)),
    Effect.mapError((error) => (isPartnerError(error) ? toCommandLine(error, credentials) : error))
  )
})

const named = ({ id, name }: { readonly id: string; readonly name: string }): string => `${id}  ${name}`

/** The organization that is meant: the one requested, the configured one, or the only one there is. */
export const chooseOrganization = Effect.fnUntraced(function* (
  partner: PartnerShape,
  credentials: Credentials,
  requested: Option.Option<string>
) {
  const chosen = Option.getOrElse(requested, () => credentials.organization)
  if (chosen !== undefined) return chosen
  const all = yield* partner.organizations.list()
  const [only, ...others] = all
  if (only === undefined) {
    return yield* new CommandFailure({
      code: "organization_required",
      message: "These credentials are granted no organization.",
      remedy: "Ask the operator of the service for a grant."
    })
  }
  if (others.length === 0) {
    yield* notice(`Organization: ${named(only)}`)
    return only.id
  }
  const rest = all.length - namedMax
  const choices = [
    ...all.slice(0, namedMax).map(named),
    ...(rest > 0 ? [`and ${rest} more: partner organizations`] : [])
  ]
  return yield* new CommandFailure({
    code: "organization_required",
    message: "There are several organizations; say which one is meant:",
    choices: choices.map((choice) => `  ${choice}`),
    remedy: "Add --organization ID, or set PARTNER_ORGANIZATION."
  })
})

/** The context of a command's work, beside the methods of its organization. */
interface Around {
  readonly credentials: Credentials
  readonly partner: PartnerShape
  readonly organizationId: string
}

/** Does the work of a command with the client of the credentials. */
export const inClient = <A, E, R>(
  input: { readonly config: Option.Option<string> },
  work: (partner: PartnerShape) => Effect.Effect<A, E, R>
) => Effect.flatMap(readCredentials(input.config), (credentials) => withCredentials(credentials, work))

/** Does the work of a command within one organization. */
export const inOrganization = <A, E, R>(
  input: { readonly config: Option.Option<string>; readonly organization: Option.Option<string> },
  work: (organization: OrganizationShape, around: Around) => Effect.Effect<A, E, R>
) =>
  Effect.flatMap(readCredentials(input.config), (credentials) =>
    withCredentials(credentials, (partner) =>
      Effect.flatMap(chooseOrganization(partner, credentials, input.organization), (id) =>
        work(partner.organization(id), { credentials, partner, organizationId: id })
      )
    )
  )
