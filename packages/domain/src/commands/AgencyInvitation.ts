/**
 * Commands that change invitations of agencies (recruiting 2, Invitations). Entries and events name no person and no company.
 */
import * as Result from "effect/Result"

import {
  type AgencyInvitationId,
  invitationLinksPerDayMax,
  type NewAgencyInvitation,
  pendingInvitationsMax,
  type StoredAgencyInvitation,
  statusOf
} from "../AgencyInvitation.ts"
import { Conflict, Forbidden, NotFound, RateLimited, retryAfterSecondsOf, UnprocessableEntity } from "../Errors.ts"
import type { AgencyId, OrganizationId } from "../Ids.ts"
import { type Decision, type JournalEntry, ofAgencyInvitation } from "../Journal.ts"
import { linkEndMs, type MadeLink } from "../Link.ts"
import type { Permission } from "../Permission.ts"
import type { Problem } from "../Problem.ts"
import { dayMs, dayStartMs } from "../StorageQuota.ts"

/** The number of pending invitations of an organization, and the number of links that it has made today. */
export interface InvitationUse {
  readonly pending: number
  /** When the first of the pending ones ends; absent where there is none. */
  readonly nextEndMs: number | undefined
  readonly linksOfDay: number
}

type Action = "agency_invitation.created" | "agency_invitation.accepted" | "agency_invitation.revoked"

const entryOf = (
  next: StoredAgencyInvitation,
  action: Action,
  changed: ReadonlyArray<string>,
  before?: StoredAgencyInvitation["state"]
): JournalEntry =>
  ofAgencyInvitation(
    {
      organizationId: next.organizationId,
      action,
      resource_id: next.id,
      changed,
      ...(next.agencyId === undefined ? {} : { agency_id: next.agencyId }),
      ...(before === undefined ? {} : { before: { status: before }, after: { status: next.state } })
    },
    {
      id: next.id,
      status: next.state,
      ...(next.agencyId === undefined ? {} : { agency_id: next.agencyId })
    }
  )

/** Refuses one pending invitation more than an organization may have, and one link more than it may make in a day. */
const checkUse = (
  { linksOfDay, nextEndMs, pending }: InvitationUse,
  nowMs: number
): Result.Result<void, RateLimited> => {
  if (linksOfDay >= invitationLinksPerDayMax) {
    const retryAfterSeconds = retryAfterSecondsOf(dayStartMs(nowMs) + dayMs - nowMs)
    return Result.fail(
      new RateLimited({
        message: `The organization has made the ${invitationLinksPerDayMax} links of invitations that it may make in one day. Invite again when the day ends (UTC), in ${retryAfterSeconds} s.`,
        retryAfterSeconds
      })
    )
  }
  if (pending >= pendingInvitationsMax) {
    return Result.fail(
      new RateLimited({
        message: `The organization has ${pendingInvitationsMax} pending invitations, as many as it may have. Revoke one that is not needed any more, or wait until one ends.`,
        retryAfterSeconds: retryAfterSecondsOf((nextEndMs ?? nowMs) - nowMs)
      })
    )
  }
  return Result.void
}

const withLink = (stored: StoredAgencyInvitation, { digest, nowMs }: MadeLink): StoredAgencyInvitation => {
  const endMs = linkEndMs(nowMs)
  const linkDayMs = dayStartMs(nowMs)
  return {
    ...stored,
    digest,
    expiresAtMs: endMs,
    endsAtMs: endMs,
    linkDayMs,
    linksOfDay: stored.linkDayMs === linkDayMs ? stored.linksOfDay + 1 : 1
  }
}

/** The contradictions in an invitation. */
export const invitationProblems = ({
  agency_id,
  optimizedFee
}: {
  readonly agency_id?: string
  readonly optimizedFee?: boolean
}): ReadonlyArray<Problem> =>
  agency_id === undefined || optimizedFee === undefined
    ? []
    : [
        {
          in: "body",
          path: "/optimizedFee",
          code: "not_allowed",
          message: "must be left out beside agency_id, whose agency has its fees already"
        }
      ]

const noFees = new Forbidden({
  message: "The token lacks the permission fees:write, which optimizedFee: false needs."
})

/** Invites an agency, by the holder of these permissions. The store checks whether the organization has the agency of `agency_id`. */
export const inviteAgency = (
  organizationId: OrganizationId,
  input: NewAgencyInvitation,
  by: { readonly permissions: ReadonlyArray<Permission>; readonly use: InvitationUse },
  made: MadeLink & { readonly id: AgencyInvitationId }
): Result.Result<Decision<StoredAgencyInvitation>, UnprocessableEntity | Forbidden | RateLimited> => {
  const { agency_id, company_name, optimizedFee, ...person } = input
  const details = invitationProblems(input)
  if (details.length > 0) {
    return Result.fail(new UnprocessableEntity({ message: "The invitation contradicts itself.", details }))
  }
  if (optimizedFee === false && !by.permissions.includes("fees:write")) return Result.fail(noFees)
  return Result.map(checkUse(by.use, made.nowMs), () => {
    const next = withLink(
      {
        id: made.id,
        organizationId,
        companyName: company_name,
        person,
        optimizedFee: agency_id === undefined ? (optimizedFee ?? true) : undefined,
        agencyId: agency_id,
        state: "PENDING",
        digest: undefined,
        createdAtMs: made.nowMs,
        expiresAtMs: made.nowMs,
        endsAtMs: made.nowMs,
        secretDigest: undefined,
        linkDayMs: 0,
        linksOfDay: 0
      },
      made
    )
    return { next, entries: [entryOf(next, "agency_invitation.created", Object.keys(input))] }
  })
}

const ended = (stored: StoredAgencyInvitation, nowMs: number): Conflict =>
  new Conflict({
    message: `The invitation is ${statusOf(stored, nowMs)}. Invite the agency again with a new invitation.`
  })

/** Makes another link of an invitation that is pending or expired; the one before ends. One whose person is erased has no more links. */
export const resendInvitation = (
  stored: StoredAgencyInvitation,
  use: InvitationUse,
  made: MadeLink
): Result.Result<Decision<StoredAgencyInvitation>, Conflict | RateLimited> => {
  if (stored.state !== "PENDING" || stored.person === undefined) return Result.fail(ended(stored, made.nowMs))
  // A pending one takes no place that it does not have already.
  const others = made.nowMs < stored.expiresAtMs ? { ...use, pending: use.pending - 1 } : use
  return Result.map(checkUse(others, made.nowMs), () => ({
    next: withLink(stored, made),
    entries: [
      {
        organizationId: stored.organizationId,
        action: "agency_invitation.resent" as const,
        resource_id: stored.id,
        changed: ["url", "expires_at"]
      }
    ]
  }))
}

/** Revokes a pending invitation: its link ends. A revoked one stays so. */
export const revokeInvitation = (
  stored: StoredAgencyInvitation,
  nowMs: number
): Result.Result<Decision<StoredAgencyInvitation>, Conflict> => {
  const status = statusOf(stored, nowMs)
  if (status === "REVOKED") return Result.succeed({ next: stored, entries: [] })
  if (status !== "PENDING") {
    return Result.fail(new Conflict({ message: `The invitation is ${status}: only a PENDING one can be revoked.` }))
  }
  const next: StoredAgencyInvitation = { ...stored, state: "REVOKED", digest: undefined, endsAtMs: nowMs }
  return Result.succeed({ next, entries: [entryOf(next, "agency_invitation.revoked", ["status"], stored.state)] })
}

/** The refusal of a token that is no link's: wrong, used, ended. Which of them it is helps only those who guess. */
export const noInvitation = new NotFound({
  message: "This link is not valid, has been used or has ended. Ask the person who invited you for a new one."
})

/** Whether a link works at a moment: nobody has accepted, and it has not ended. */
export const isOpen = (stored: StoredAgencyInvitation, nowMs: number): boolean => statusOf(stored, nowMs) === "PENDING"

/** A live secret of the client that an invitation has made. */
interface MadeSecret {
  readonly digest: string
  readonly lastUsedAt: string | undefined
}

/**
 * Whether a link that has made a client gives it another secret: until it ends, while the secret that it gave is the only one of the client, and
 * was never used.
 */
export const isRepeatable = (
  { expiresAtMs, secretDigest, state }: StoredAgencyInvitation,
  secrets: ReadonlyArray<MadeSecret>,
  nowMs: number
): boolean => {
  const [secret, ...others] = secrets
  return (
    state === "ACCEPTED" &&
    nowMs < expiresAtMs &&
    secret !== undefined &&
    others.length === 0 &&
    secret.digest === secretDigest &&
    secret.lastUsedAt === undefined
  )
}

/** Accepts an open invitation for an agency. With a secret for a client that it makes, its link goes on to work ({@link isRepeatable}). */
export const acceptInvitation = (
  stored: StoredAgencyInvitation,
  accepted: { readonly agencyId: AgencyId; readonly secretDigest: string | undefined; readonly nowMs: number }
): Decision<StoredAgencyInvitation> => {
  const { agencyId, nowMs, secretDigest } = accepted
  const next: StoredAgencyInvitation = {
    ...stored,
    state: "ACCEPTED",
    agencyId,
    digest: secretDigest === undefined ? undefined : stored.digest,
    secretDigest,
    endsAtMs: nowMs
  }
  const changed = ["status", ...(stored.agencyId === agencyId ? [] : ["agency_id"])]
  return { next, entries: [entryOf(next, "agency_invitation.accepted", changed, stored.state)] }
}

/** The refusal of a client that has a grant for the organization already: a grant has one view. */
export const grantedAlready = (organizationId: OrganizationId): Conflict =>
  new Conflict({
    message: `This client has a grant for the organization ${organizationId} already. Accept with another client, or without one.`
  })
