/**
 * Invitations of agencies: the employer makes links, and the person of a link reads and accepts its invitation (extension; recruiting 2,
 * Invitations). The page of a link is in the server.
 */
import {
  AcceptedInvitation,
  AgencyInvitation,
  AgencyInvitationFilter,
  AgencyInvitationId,
  InvitationToken,
  invitationLinksPerDayMax,
  NewAgencyInvitation,
  pendingInvitationsMax,
  ShownInvitation
} from "@partner-api/domain/AgencyInvitation"
import { linkDays } from "@partner-api/domain/Link"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { employers, metadataOf } from "./declare/Declaration.ts"
import { filteredList } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { commandWithoutBody, create, createdAt } from "./declare/Write.ts"
import { IdempotentWrite, JsonBody, OptionalAccess, ScopedAccess } from "./Middleware.ts"
import { writeHeaders } from "./RequestHeaders.ts"
import { Conflict, NotFound, RateLimited } from "./WireErrors.ts"

/** The path of a link's page; the token of the link stands behind `#`. */
export const invitationsPagePath = "/invitations"

const params = { agencyInvitationId: AgencyInvitationId }
const access = employers("agencies:write")
const extension = "agencies.invite"

const show = HttpApiEndpoint.post("show", "/v1/agency_invitations/show", {
  disableCodecs: true,
  payload: InvitationToken,
  success: ShownInvitation,
  error: [NotFound, RateLimited]
})
  .middleware(JsonBody)
  .annotateMerge(
    metadataOf(
      {
        title: "Show the invitation of a link",
        description:
          "The inviter, the invited company and the ways to accept. Changes nothing. A wrong, used or ended token is 404; it counts as a failed login of the address.",
        access: { level: "public" },
        extension
      },
      { paginated: false, retry: "safe" }
    )
  )

const accept = HttpApiEndpoint.post("accept", "/v1/agency_invitations/accept", {
  disableCodecs: true,
  headers: writeHeaders,
  payload: InvitationToken,
  success: AcceptedInvitation,
  error: [NotFound, Conflict]
})
  .middleware(IdempotentWrite)
  .middleware(JsonBody)
  .middleware(OptionalAccess)
  .annotateMerge(
    metadataOf(
      {
        title: "Accept an invitation",
        description:
          "Accepts the invitation of a link. The client of the token gets a grant that is bound to the agency. Without a token, where the operator allows that, a client is made and its credentials are answered, once; until it has logged in, the same token can be accepted again and gives another secret.",
        access: { level: "primary", isOptional: true },
        extension,
        shownOnce: "client_secret"
      },
      { paginated: false, retry: "never" }
    )
  )

export class AgencyInvitations extends HttpApiGroup.make("agencyInvitations")
  .add(
    filteredList("list", "/v1/agency_invitations", {
      title: "List invitations of agencies",
      description: "The invitations of the organization, ordered by id, page by page.",
      access: employers("agencies:read"),
      extension,
      command: "partner invitations list",
      items: AgencyInvitation,
      filter: AgencyInvitationFilter.fields
    }),
    create("create", "/v1/agency_invitations", {
      title: "Invite an agency",
      description: `Makes an invitation and its link, which works for ${linkDays} days. The answer shows the link, once: the answer that is replayed under an \`Idempotency-Key\` lacks it. Send it to the person. At most ${pendingInvitationsMax} invitations of an organization are pending, and ${invitationLinksPerDayMax} links are made a day.`,
      access,
      extension,
      command:
        'partner agencies invite --company "Talent North" --first-name Kim --last-name Berg --email kim@talentnorth.example',
      shownOnce: "url",
      payload: NewAgencyInvitation,
      success: createdAt(AgencyInvitation, "The address of the new invitation")
    }),
    read("get", "/v1/agency_invitations/:agencyInvitationId", {
      title: "Get an invitation of an agency",
      description: "One invitation of the organization.",
      access: employers("agencies:read"),
      extension,
      params,
      success: AgencyInvitation
    }),
    commandWithoutBody("resend", "/v1/agency_invitations/:agencyInvitationId/resend", {
      title: "Resend an invitation",
      description: `Makes another link of a pending or expired invitation, which works for ${linkDays} days, and shows it, once. The link before ends.`,
      access,
      extension,
      command: "partner invitations resend {agencyInvitationId}",
      shownOnce: "url",
      mayConflict: true,
      params,
      success: AgencyInvitation
    }),
    commandWithoutBody("revoke", "/v1/agency_invitations/:agencyInvitationId/revoke", {
      title: "Revoke an invitation",
      description: "Ends the link of a pending invitation. A revoked one stays as it is.",
      access,
      extension,
      command: "partner invitations revoke {agencyInvitationId}",
      mayConflict: true,
      setsState: true,
      params,
      success: AgencyInvitation
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({
      title: "Invitations of agencies",
      description: "Links that bring an agency into the organization"
    })
  ) {}

/** Endpoints for the person of a link, outside of any organization. */
export class Invitations extends HttpApiGroup.make("invitations")
  .add(show, accept)
  .annotateMerge(
    OpenApi.annotations({ title: "Invitations", description: "The reads and decisions of the person of a link" })
  ) {}
