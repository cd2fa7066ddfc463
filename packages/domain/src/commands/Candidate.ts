/**
 * Commands that change candidates: their erasure.
 */
import * as Struct from "effect/Struct"

import type { StoredApplication } from "../Application.ts"
import type { OrganizationId } from "../Ids.ts"
import type { Decision } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"

/** The members that may hold personal data. */
const personal = ["candidate", "note", "external_id", "rejection"] as const

/** Erases the person of an application. What stays is what was decided: job, agency, state, hire and fee. */
export const eraseCandidate = (
  organizationId: OrganizationId,
  { application }: StoredApplication,
  nowMs: number
): Decision<StoredApplication> => {
  const now = timeOfChange(application.updated_at, nowMs)
  return {
    next: {
      application: {
        ...Struct.omit(application, personal),
        version: application.version + 1,
        updated_at: now,
        erased_at: now
      },
      rejectedFrom: undefined
    },
    entries: [
      {
        organizationId,
        action: "application.erased",
        resource_id: application.id,
        agency_id: application.agency_id,
        changed: personal.filter((name) => application[name] !== undefined)
      }
    ]
  }
}
