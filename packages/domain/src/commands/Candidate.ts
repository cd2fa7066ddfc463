/**
 * Commands that change candidates: their erasure. `ApplicationAccess.ts` decides who may request it.
 */
import * as Equal from "effect/Equal"

import { type Application, personalMembers, type StoredApplication, withoutPerson } from "../Application.ts"
import { isEndedWithoutHire } from "../ApplicationState.ts"
import { Conflict } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"
import type { SystemReason } from "../SystemReason.ts"

/** A reference that can name nobody: the agency needs that of a hire for its invoice (recruiting 9). */
const opaqueReference = /^[\w-]+$/

/** The members that an erasure leaves although they may be personal. */
const keptMembers = ({ external_id, state }: Application) =>
  state === "HIRED" && external_id !== undefined && opaqueReference.test(external_id) ? (["external_id"] as const) : []

/** The refusal of an erasure by the agency: before the end of an application, and after a hire, it is the employer's (recruiting 9). */
export const refusedErasure = ({ state }: Application): Conflict | undefined =>
  isEndedWithoutHire(state)
    ? undefined
    : new Conflict({
        message: `The application is ${state}: the agency erases the person in DECLINED and WITHDRAWN. ${state === "HIRED" ? "Ask" : "Withdraw the application first, or ask"} the employer for the erasure.`
      })

/** Erases the person of an application; `reason` is that of the service, where nobody requested it. What was decided stays: job, agency, state, reason, hire and fee, and of a hire the reference of the agency. */
export const eraseCandidate = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  { nowMs, reason }: { readonly nowMs: number; readonly reason?: SystemReason | undefined }
): Decision<StoredApplication> => {
  const { application } = stored
  const now = timeOfChange(application.updated_at, nowMs)
  const next = {
    ...withoutPerson(application, keptMembers(application)),
    version: application.version + 1,
    updated_at: now,
    erased_at: now
  }
  const entry = {
    organizationId,
    action: "application.erased",
    resource_id: application.id,
    agency_id: application.agency_id,
    changed: personalMembers.filter((name) => !Equal.equals(next[name], application[name])),
    ...(reason === undefined ? {} : { reason })
  } as const
  const erased = { ...stored, application: next, rejectedFrom: undefined }
  return { next: erased, entries: [ofApplication(entry, erased)] }
}
