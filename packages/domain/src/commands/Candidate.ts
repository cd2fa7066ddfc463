/**
 * Commands that change candidates: their erasure. Who may ask for it, `ApplicationAccess.ts` decides.
 */
import * as Struct from "effect/Struct"

import { type Application, personalMembers, type StoredApplication } from "../Application.ts"
import { isEndedWithoutHire } from "../ApplicationState.ts"
import { Conflict } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { timeOfChange } from "../RecordTimes.ts"
import type { SystemReason } from "../SystemReason.ts"

/** A reference that can name nobody: the agency needs that of a hire for its invoice (recruiting 9). */
const opaqueReference = /^[\w-]+$/

/** The personal members that an erasure removes. */
const erasedMembers = ({ external_id, state }: Application): ReadonlyArray<(typeof personalMembers)[number]> =>
  state === "HIRED" && external_id !== undefined && opaqueReference.test(external_id)
    ? personalMembers.filter((name) => name !== "external_id")
    : personalMembers

/** The refusal of an erasure by the agency: before the end of an application, and after a hire, it is the employer's (recruiting 9). */
export const refusedErasure = ({ state }: Application): Conflict | undefined =>
  isEndedWithoutHire(state)
    ? undefined
    : new Conflict({
        message: `The application is ${state}: the agency erases the person in DECLINED and WITHDRAWN. Withdraw the application first, or ask the employer for the erasure.`
      })

/** Erases the person of an application; `reason` is that of the service, where nobody asked for it. What stays is what was decided: job, agency, state, hire and fee, and of a hire the reference of the agency. */
export const eraseCandidate = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  { nowMs, reason }: { readonly nowMs: number; readonly reason?: SystemReason | undefined }
): Decision<StoredApplication> => {
  const { application } = stored
  const now = timeOfChange(application.updated_at, nowMs)
  const members = erasedMembers(application)
  const next = {
    ...Struct.omit(application, members),
    version: application.version + 1,
    updated_at: now,
    erased_at: now
  }
  const entry = {
    organizationId,
    action: "application.erased",
    resource_id: application.id,
    agency_id: application.agency_id,
    changed: members.filter((name) => application[name] !== undefined),
    ...(reason === undefined ? {} : { reason })
  } as const
  const erased = { ...stored, application: next, rejectedFrom: undefined }
  return { next: erased, entries: [ofApplication(entry, erased)] }
}
