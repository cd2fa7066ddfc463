/**
 * The command that undoes a hire (recruiting 8): the application returns to the state before it. What becomes of the placement, `commands/Placement.ts` decides.
 */
import * as Struct from "effect/Struct"

import type { StoredApplication } from "../Application.ts"
import type { ActiveState } from "../ApplicationState.ts"
import { Conflict } from "../Errors.ts"
import type { ApplicationId, OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"

/** Where an application returns to whose state before the hire is not known: it was imported as hired. */
const usualBefore: ActiveState = "OFFER"

/**
 * The refusal of a cancellation whose application cannot return: its claim was over, and another application has the claim on the person. That one is confirmed, so
 * the employer sees it; it is not known where the claim was made at this moment.
 */
export const takenMeanwhile = (owner: ApplicationId | undefined): Conflict =>
  new Conflict({
    message:
      "Another application has the claim on this person for this job. Reject that application first, or settle this placement to VOID.",
    ...(owner === undefined
      ? {}
      : {
          details: [
            {
              in: "body",
              path: "/action",
              code: "conflict",
              message: `must wait: the claim belongs to the application ${owner}`
            } as const
          ]
        })
  })

/** Returns a hired application to the state before the hire; any other stays as it is. */
export const undoHire = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  { hiredFrom = usualBefore, nowMs }: { readonly hiredFrom: ActiveState | undefined; readonly nowMs: number }
): Decision<StoredApplication> => {
  const { application } = stored
  if (application.state !== "HIRED") return { next: stored, entries: [] }
  const now = timeOfChange(application.updated_at, nowMs)
  const next: StoredApplication = {
    ...stored,
    application: {
      ...Struct.omit(application, ["hire"]),
      state: hiredFrom,
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
    changed: ["state", "hire"],
    before: { state: application.state },
    after: { state: hiredFrom }
  } as const
  return { next, entries: [ofApplication(entry, next)] }
}
