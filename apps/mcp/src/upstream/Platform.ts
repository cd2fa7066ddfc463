/**
 * The platform as the tools use it: the client, its organizations and grants, and the extensions that the platform announces.
 */
import { type OrganizationShape, Partner, type PartnerShape } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import { CurrentPrincipal } from "../protocol/Principal.ts"
import { cutText } from "../protocol/answer/PlatformText.ts"
import { type ToolFailure, notSent } from "../protocol/tool/ToolFailure.ts"
import { type AccessibleOrganizations, makeAccessibleOrganizations } from "./AccessibleOrganizations.ts"
import { type Features, makeFeatures } from "./Features.ts"
import { type Grants, makeGrants } from "./Grants.ts"
import type { KnownSecrets } from "./KnownSecrets.ts"
import { explain } from "./UpstreamFailure.ts"

/** The platform that this server works for, and the organization of it. */
export interface PlatformSettings {
  /** Host and path of the platform: a wrong path is a mistake that is found by its sight. */
  readonly address: string
  readonly flow: "oauth" | "partner"
  /** The only organization that this server works for, when it is bound to one. */
  readonly pinned: string | undefined
}

export interface Platform extends PlatformSettings {
  readonly partner: PartnerShape
  readonly organizations: AccessibleOrganizations
  readonly features: Features
  readonly grants: Grants
  readonly secrets: KnownSecrets
}

/** The number of organizations that a refusal names. */
const namedMax = 10

/** Makes the platform of the client. Sends no request yet. */
export const makePlatform = Effect.fnUntraced(function* (settings: PlatformSettings, secrets: KnownSecrets) {
  const partner = yield* Partner
  const grants = makeGrants(partner, settings.pinned)
  return {
    ...settings,
    partner,
    organizations: yield* makeAccessibleOrganizations(partner),
    features: yield* makeFeatures(partner, grants),
    grants,
    secrets
  } satisfies Platform
})

const missing = notSent(
  "invalid_arguments",
  "organization_id is missing. Call list_organizations for the ids there are.",
  {
    fields: [{ path: "/organization_id", problem: "is required" }],
    next: ["list_organizations"]
  }
)

type Organizations = ReadonlyArray<{ readonly id: string; readonly name: string }>

/** The sentence that an organization is not accessible, with those that are. */
const noneOf = (subject: string, all: Organizations): string => {
  if (all.length === 0) {
    return "The credentials of this server may work for no organization. Tell the user to ask the platform for a grant."
  }
  const named = all.slice(0, namedMax).map(({ id, name }) => ({ id, name: cutText(name, nameLengthMax) }))
  const more = all.length > named.length ? ` and ${all.length - named.length} more` : ""
  return `${subject} is none of those that this server may work for. Valid are: ${JSON.stringify(named)}${more}.`
}

/** The problem of the organization that the server is bound to; undefined where it is accessible, or where it is bound to none. */
export const pinnedProblem = ({ pinned }: PlatformSettings, all: Organizations): ToolFailure | undefined =>
  pinned === undefined || all.some(({ id }) => id === pinned)
    ? undefined
    : notSent(
        "unknown_organization",
        `${noneOf(`The organization ${pinned} of --organization or PARTNER_ORGANIZATION`, all)} Tell the user; do not retry.`
      )

const unknown = (all: Organizations): ToolFailure => {
  const [first] = all
  return notSent("unknown_organization", noneOf("organization_id", all), {
    fields: [
      {
        path: "/organization_id",
        problem: "is not accessible; take an id of list_organizations",
        ...(first && { example: first.id })
      }
    ],
    next: ["list_organizations"]
  })
}

/** The shown length of the name of an organization. */
const nameLengthMax = 200

/** The id of the organization that a call is for. An id that is not accessible is refused before any token is requested. */
const organizationIdOf = (platform: Platform, given: string | undefined): Effect.Effect<string, ToolFailure> => {
  if (platform.pinned !== undefined) return Effect.succeed(platform.pinned)
  if (given === undefined) return Effect.fail(missing)
  return Effect.gen(function* () {
    const found = yield* explain(platform.organizations.find(given), { tool: "list_organizations" })
    if (found !== undefined) return found.id
    return yield* unknown(yield* explain(platform.organizations.list, { tool: "list_organizations" }))
  })
}

/** The client, whose writes name the person of the call where the token of the call has one. */
const partnerOf = ({ partner }: Platform): Effect.Effect<PartnerShape> =>
  Effect.map(CurrentPrincipal, ({ personId }) =>
    personId === undefined ? partner : partner.withOptions({ onBehalfOf: personId })
  )

/** The methods of the organization that a call is for. */
export const organizationOf = (
  platform: Platform,
  given: string | undefined
): Effect.Effect<OrganizationShape & { readonly id: string }, ToolFailure> =>
  Effect.gen(function* () {
    const id = yield* organizationIdOf(platform, given)
    return { ...(yield* partnerOf(platform)).organization(id), id }
  })
