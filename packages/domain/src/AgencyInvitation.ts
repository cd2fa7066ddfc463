/**
 * An invitation of an agency to an organization (recruiting 2, Invitations): its shapes, its bounds, and how it stands at a moment. What a write
 * decides is in `commands/AgencyInvitation.ts`. Knows no token: the service compares digests.
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { agencyNameMax } from "./Agency.ts"
import { Email } from "./Email.ts"
import { AgencyId, ClientId, identifier, OrganizationId } from "./Ids.ts"
import { linkToken } from "./Link.ts"
import { impersonal, personal } from "./Personal.ts"
import { dayMs } from "./StorageQuota.ts"
import { trimmedText } from "./Text.ts"
import { exampleMoment, Timestamp, timestampFromMillis } from "./Timestamp.ts"
import { exampleLinkToken } from "./Token.ts"
import { userNameMax } from "./User.ts"

/** Identifies an invitation: `inv_…`. */
export const AgencyInvitationId = identifier("an invitation", "inv_01KGAS0F00A2C4E6G8J0K2M4N6").pipe(
  Schema.brand("AgencyInvitationId")
)
export type AgencyInvitationId = typeof AgencyInvitationId.Type

/** The most pending invitations of an organization: nobody looks after more open ways in. */
export const pendingInvitationsMax = 100

/** The most links of invitations that an organization makes in one day (UTC): a stolen token sends no mail to thousands. */
export const invitationLinksPerDayMax = 100

/** The days that the invited person is kept after the end of an invitation: who asks why a link has ended still finds it. */
export const invitedPersonDays = 30

/** The status of an invitation. `EXPIRED` is computed from its end, and stored nowhere. */
export const AgencyInvitationStatus = Schema.Literals(["PENDING", "ACCEPTED", "EXPIRED", "REVOKED"])
export type AgencyInvitationStatus = typeof AgencyInvitationStatus.Type

const optimizedFee = Schema.Boolean.annotate({
  description: "Whether the agency begins with the platform's optimized fee; `false` needs `fees:write`",
  examples: [true]
})

/** An invitation as the API shows it. */
export const AgencyInvitation = Schema.Struct({
  id: AgencyInvitationId,
  company_name: Schema.String.annotate({
    description: "The agency that is invited",
    examples: ["Talent North"],
    ...impersonal
  }),
  first_name: Schema.optionalKey(Schema.String.annotate({ examples: ["Kim"], ...personal })),
  last_name: Schema.optionalKey(Schema.String.annotate({ examples: ["Berg"], ...personal })),
  email: Schema.optionalKey(Schema.String.annotate({ examples: ["kim@talentnorth.example"], ...personal })).annotateKey(
    {
      description: `With both names: the person who is invited; erased ${invitedPersonDays} days after the end of the invitation`
    }
  ),
  optimizedFee: Schema.optionalKey(optimizedFee),
  agency_id: Schema.optionalKey(
    AgencyId.annotate({ description: "The agency that the invitation is for, or that it has made" })
  ),
  status: AgencyInvitationStatus.annotate({ examples: ["PENDING"] }),
  url: Schema.optionalKey(Schema.String.annotate(impersonal)).annotateKey({
    description: "The link for the person: shown when it is made, and never again"
  }),
  created_at: Timestamp,
  expires_at: Timestamp
}).annotate({
  identifier: "AgencyInvitation",
  description: "An invitation of an agency to the organization",
  examples: [
    {
      id: AgencyInvitationId.make("inv_01KGAS0F00A2C4E6G8J0K2M4N6"),
      company_name: "Talent North",
      first_name: "Kim",
      last_name: "Berg",
      email: "kim@talentnorth.example",
      optimizedFee: true,
      status: "PENDING",
      created_at: exampleMoment,
      expires_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type AgencyInvitation = typeof AgencyInvitation.Type

/** The request that invites an agency. */
export const NewAgencyInvitation = Schema.Struct({
  company_name: trimmedText(1, agencyNameMax),
  first_name: trimmedText(1, userNameMax),
  last_name: trimmedText(1, userNameMax),
  email: Email,
  optimizedFee: Schema.optionalKey(optimizedFee),
  agency_id: Schema.optionalKey(
    AgencyId.annotate({
      description: "An agency of the organization that gets another client; without it, a new agency"
    })
  )
}).annotate({
  identifier: "NewAgencyInvitation",
  description: "Invites an agency: its company, and the person who gets the link",
  examples: [{ company_name: "Talent North", first_name: "Kim", last_name: "Berg", email: "kim@talentnorth.example" }],
  "x-extension": true
})
export type NewAgencyInvitation = typeof NewAgencyInvitation.Type

/** The filters of the list of invitations. */
export const AgencyInvitationFilter = Schema.Struct({
  status: Schema.optionalKey(
    AgencyInvitationStatus.annotate({ description: "Invitations that stand so now", examples: ["PENDING"] })
  )
})
export type AgencyInvitationFilter = typeof AgencyInvitationFilter.Type

/** The token of a link, in a request about its invitation. */
export const InvitationToken = Schema.Struct({
  token: linkToken
}).annotate({
  identifier: "InvitationToken",
  description: "The token of a link, which is the part of the link behind `#`",
  examples: [{ token: Redacted.make(exampleLinkToken) }],
  "x-extension": true
})

/** The ways in which the person of a link can accept. */
export const InvitationWay = Schema.Literals(["CLIENT", "NEW_CLIENT"])

/** The invitation as the holder of its link reads it. */
export const ShownInvitation = Schema.Struct({
  organization_name: Schema.String.annotate({ description: "The organization that invites", examples: ["Acme"] }),
  company_name: Schema.String.annotate({ description: "The agency that is invited", examples: ["Talent North"] }),
  first_name: Schema.String.annotate({ examples: ["Kim"] }),
  last_name: Schema.String.annotate({ examples: ["Berg"] }),
  expires_at: Timestamp,
  ways: Schema.Array(InvitationWay).annotate({
    description:
      "The ways to accept it: `CLIENT` with the primary token of a client, `NEW_CLIENT` without a token, which makes a client",
    examples: [["CLIENT", "NEW_CLIENT"]]
  })
}).annotate({
  identifier: "ShownInvitation",
  description: "The invitation as the holder of its link reads it",
  "x-extension": true
})
export type ShownInvitation = typeof ShownInvitation.Type

/** The records that the acceptance of an invitation has made. */
export const AcceptedInvitation = Schema.Struct({
  organization_id: OrganizationId,
  agency_id: AgencyId,
  client_id: Schema.optionalKey(
    ClientId.annotate({ description: "The client that was made; absent where an existing client has accepted" })
  ),
  client_secret: Schema.optionalKey(Schema.String).annotateKey({
    description: "The secret of the client that was made: shown once"
  })
}).annotate({
  identifier: "AcceptedInvitation",
  description: "The organization that the client may use now, and the agency whose view it has there",
  examples: [{ organization_id: OrganizationId.make("org_acme"), agency_id: AgencyId.make("agy_hirewell") }],
  "x-extension": true
})
export type AcceptedInvitation = typeof AcceptedInvitation.Type

/** The status of an invitation. It names nobody: others of the organization read the event too. */
export const AgencyInvitationSnapshot = Schema.Struct({
  id: AgencyInvitationId,
  status: AgencyInvitationStatus,
  agency_id: Schema.optionalKey(AgencyId)
}).annotate({
  identifier: "AgencyInvitationSnapshot",
  description: "The status of an invitation after the change; get the invitation for the rest",
  "x-extension": true
})
export type AgencyInvitationSnapshot = typeof AgencyInvitationSnapshot.Type

/** The person whom an invitation names. */
export interface InvitedPerson {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** An invitation as it is stored. */
export interface StoredAgencyInvitation {
  readonly id: AgencyInvitationId
  readonly organizationId: OrganizationId
  readonly companyName: string
  /** Absent once the person is erased. */
  readonly person: InvitedPerson | undefined
  /** Absent where the invitation is for an agency that was there before. */
  readonly optimizedFee: boolean | undefined
  readonly agencyId: AgencyId | undefined
  readonly state: Exclude<AgencyInvitationStatus, "EXPIRED">
  /** The digest of the token of its link; absent where no link works. */
  readonly digest: string | undefined
  readonly createdAtMs: number
  /** When its link ends. */
  readonly expiresAtMs: number
  /** When the invitation ends, or has ended: by acceptance, revocation or time. */
  readonly endsAtMs: number
  /** The digest of the secret that an acceptance without a token has given. */
  readonly secretDigest: string | undefined
  /** The begin of the day (UTC) of the last link, and how many links of the invitation were made on it. */
  readonly linkDayMs: number
  readonly linksOfDay: number
}

/** The end of invitations whose person is erased now, at the latest. */
export const personEndMs = (nowMs: number): number => nowMs - invitedPersonDays * dayMs

/** The status of an invitation at a moment. */
export const statusOf = ({ expiresAtMs, state }: StoredAgencyInvitation, nowMs: number): AgencyInvitationStatus =>
  state === "PENDING" && nowMs >= expiresAtMs ? "EXPIRED" : state

/** An invitation as it is shown at a moment. */
export const renderInvitation = (stored: StoredAgencyInvitation, nowMs: number): AgencyInvitation => ({
  id: stored.id,
  company_name: stored.companyName,
  ...stored.person,
  ...(stored.optimizedFee === undefined ? {} : { optimizedFee: stored.optimizedFee }),
  ...(stored.agencyId === undefined ? {} : { agency_id: stored.agencyId }),
  status: statusOf(stored, nowMs),
  created_at: timestampFromMillis(stored.createdAtMs),
  expires_at: timestampFromMillis(stored.expiresAtMs)
})

/**
 * The client that an acceptance without a token makes: its id follows from that of the invitation, so that the same link names the same client
 * in every request.
 */
export const invitedClientId = ({ id }: Pick<StoredAgencyInvitation, "id">): ClientId =>
  ClientId.make(`cli_${id.slice(id.indexOf("_") + 1)}`)
