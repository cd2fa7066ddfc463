/**
 * Commands that change the reasons for rejections and withdrawals of an organization, and the check of a reason that an action names.
 *
 * All pure: the reasons that are there, and whether an application names one, come in as arguments.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { Conflict, UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, type JournalEntry, ofRejectionReason } from "../Journal.ts"
import {
  type NewRejectionReason,
  RejectionReason,
  type RejectionReasonId,
  reasonsMax,
  sameReason
} from "../RejectionReason.ts"

const members = Struct.keys(RejectionReason.fields)

const tooMany = new Conflict({
  message: `The organization has ${reasonsMax} reasons, and at most ${reasonsMax}. Change one of them, or delete one that no application names.`
})

/** The stored state on which a write of a reason is decided. */
export interface ReasonFacts {
  readonly organizationId: OrganizationId
  readonly id: RejectionReasonId
  /** Every reason of the organization. */
  readonly reasons: ReadonlyArray<RejectionReason>
}

/** The reason with an id among those of an organization. */
export const reasonOf = ({ id, reasons }: Omit<ReasonFacts, "organizationId">): RejectionReason | undefined =>
  reasons.find((one) => one.id === id)

/** Sets a reason: a new one, or in the place of the one that is there. The same values change nothing. */
export const putReason = (
  { active = true, category, text }: NewRejectionReason,
  facts: ReasonFacts
): Result.Result<Decision<RejectionReason>, Conflict> => {
  const { id, organizationId, reasons } = facts
  const stored = reasonOf(facts)
  const next = { id, text, category, active }
  if (stored !== undefined && sameReason(stored, next)) return Result.succeed({ next: stored, entries: [] })
  if (stored === undefined && reasons.length >= reasonsMax) return Result.fail(tooMany)
  const entry = {
    organizationId,
    action: stored === undefined ? "rejection_reason.created" : "rejection_reason.updated",
    resource_id: id,
    changed: members.filter((name) => name !== "id" && stored?.[name] !== next[name])
  } as const
  return Result.succeed({ next, entries: [ofRejectionReason(entry, next)] })
}

/** Deletes a reason. Fails where an application names it, whose report would lose its text. */
export const deleteReason = (
  organizationId: OrganizationId,
  stored: RejectionReason,
  isUsed: boolean
): Result.Result<ReadonlyArray<JournalEntry>, Conflict> =>
  isUsed
    ? Result.fail(
        new Conflict({
          message: `Applications name the reason ${stored.id}, so it stays. Set active to false instead: no further one can name it then.`
        })
      )
    : Result.succeed([
        ofRejectionReason(
          { organizationId, action: "rejection_reason.deleted", resource_id: stored.id, changed: [] },
          stored
        )
      ])

const unknownReason = new UnprocessableEntity({
  message: "The action names a reason that the organization does not have, or does not use any more.",
  details: [
    {
      in: "body",
      path: "/reason_id",
      code: "unknown",
      message: "must be the id of a reason that is active; list the reasons of the organization for their ids"
    }
  ]
})

/** The refusal of an action that names a reason which is not there, or not active. */
export const refusedReason = (
  named: RejectionReasonId | undefined,
  stored: RejectionReason | undefined
): UnprocessableEntity | undefined => (named === undefined || stored?.active === true ? undefined : unknownReason)
