/**
 * Commands that change candidates: their erasure.
 */
import * as Struct from "effect/Struct"

import { personalMembers, type StoredApplication } from "../Application.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"

/** Erases the person of an application. What stays is what was decided: job, agency, state, hire and fee. */
export const eraseCandidate = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  nowMs: number
): Decision<StoredApplication> => {
  const { application } = stored
  const now = timeOfChange(application.updated_at, nowMs)
  const next = {
    ...Struct.omit(application, personalMembers),
    version: application.version + 1,
    updated_at: now,
    erased_at: now
  }
  const entry = {
    organizationId,
    action: "application.erased",
    resource_id: application.id,
    agency_id: application.agency_id,
    changed: personalMembers.filter((name) => application[name] !== undefined)
  } as const
  const erased = { ...stored, application: next, rejectedFrom: undefined }
  return { next: erased, entries: [ofApplication(entry, erased)] }
}
