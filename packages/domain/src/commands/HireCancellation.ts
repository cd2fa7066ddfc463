/**
 * The command that undoes a hire (recruiting 8): the application returns to the state before it. `commands/Placement.ts` changes the placement.
 */
import * as Struct from "effect/Struct"

import type { StoredApplication } from "../Application.ts"
import type { ActiveState } from "../ApplicationState.ts"
import { Conflict } from "../Errors.ts"
import type { Claim } from "../Claim.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, type JournalEntry, ofApplication } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { nextSettlements, type SettlementStatus } from "../Settlement.ts"
import { timestampFromMillis } from "../Timestamp.ts"

/** The state to which an application returns whose state before the hire is not known: it was imported as hired. */
const usualBefore: ActiveState = "OFFER"

/** The facts that keep an application from returning: the claim of another one, and the settlement of the hire. */
interface Taken {
  readonly claim: Pick<Claim, "applicationId" | "expiresAtMs" | "isHeld"> | undefined
  readonly settlement: SettlementStatus | undefined
}

/** When the way is free: the claim of an application that is worked on ends with it, or lasts. */
const untilFree = ({ claim }: Taken): string => {
  if (claim === undefined) return "Get the applications of the person, and reject the one that is confirmed."
  const lasting = `its agency releases the claim, or it lasts until ${timestampFromMillis(claim.expiresAtMs)}.`
  if (!claim.isHeld) return `That application has ended: ${lasting}`
  return claim.expiresAtMs > 0
    ? `Reject that application first; after that ${lasting}`
    : "Reject that application first."
}

/**
 * The refusal of a cancellation whose application cannot return: its claim was over, and another application has the claim on the person. That one is confirmed, so
 * the employer sees it; it is not known where the claim was made at this moment.
 */
export const takenMeanwhile = (taken: Taken): Conflict => {
  const { claim, settlement } = taken
  const instead =
    settlement !== undefined && nextSettlements(settlement).includes("VOID")
      ? " If nothing is owed for this hire, settle the placement to VOID."
      : ""
  return new Conflict({
    message: `Another application has the claim on this person for this job. ${untilFree(taken)}${instead}`,
    ...(claim === undefined
      ? {}
      : {
          details: [
            {
              in: "body",
              path: "/action",
              code: "conflict",
              message: `must wait: the claim belongs to the application ${claim.applicationId}`
            } as const
          ]
        })
  })
}

/**
 * Returns a hired application to the state before the hire; any other stays as it is. Nobody can work on one whose person was erased, so that one is withdrawn.
 */
export const undoHire = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  { hiredFrom = usualBefore, nowMs }: { readonly hiredFrom: ActiveState | undefined; readonly nowMs: number }
): Decision<StoredApplication> => {
  const { application } = stored
  if (application.state !== "HIRED") return { next: stored, entries: [] }
  const now = timeOfChange(application.updated_at, nowMs)
  const isErased = application.erased_at !== undefined
  const state = isErased ? "WITHDRAWN" : hiredFrom
  const next: StoredApplication = {
    ...stored,
    application: {
      ...Struct.omit(application, ["hire"]),
      ...(isErased ? { withdrawal: { by: "SYSTEM" as const } } : {}),
      state,
      state_entered_at: now,
      version: application.version + 1,
      updated_at: now
    }
  }
  const entry = {
    organizationId,
    action: "application.hire_cancelled",
    resource_id: application.id,
    agency_id: application.agency_id,
    changed: ["state", "hire", ...(isErased ? ["withdrawal"] : [])],
    before: { state: application.state },
    after: { state }
  } satisfies JournalEntry
  return { next, entries: [ofApplication(entry, next)] }
}
