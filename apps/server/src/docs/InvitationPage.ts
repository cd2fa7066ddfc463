/**
 * The page of a link that invites an agency.
 */
import { Invitations, invitationsPagePath } from "@partner-api/contract/AgencyInvitations"
import { invitationScript } from "./InvitationScript.ts"
import { linkPages } from "./LinkPage.ts"

export const invitationPages = linkPages({
  path: invitationsPagePath,
  title: "Invitation",
  addresses: { show: Invitations.endpoints.show.path, accept: Invitations.endpoints.accept.path },
  script: invitationScript,
  withoutScript: "This page needs JavaScript. With a client of this API, accept with: partner invitations accept"
})
