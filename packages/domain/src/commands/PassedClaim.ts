/**
 * The command that takes a claim off the application that showed it, because a later application of its agency goes on with it (recruiting 7). Which claim goes on,
 * `Claim.ts` decides.
 */
import * as Struct from "effect/Struct"

import type { StoredApplication } from "../Application.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"

/** Takes the claim off an application; one that shows none stays as it is. */
export const passClaim = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  nowMs: number
): Decision<StoredApplication> => {
  const { application } = stored
  if (application.ownership === undefined) return { next: stored, entries: [] }
  const next: StoredApplication = {
    ...stored,
    application: {
      ...Struct.omit(application, ["ownership"]),
      version: application.version + 1,
      updated_at: timeOfChange(application.updated_at, nowMs)
    }
  }
  const entry = {
    organizationId,
    action: "application.updated",
    resource_id: application.id,
    agency_id: application.agency_id,
    changed: ["ownership"]
  } as const
  return { next, entries: [ofApplication(entry, next)] }
}
