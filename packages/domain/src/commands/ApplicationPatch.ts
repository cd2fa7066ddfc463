/**
 * The command that patches an application: its candidate, its note, its external id, until the employer has sorted it.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Application, type ApplicationPatch, type StoredApplication } from "../Application.ts"
import { isEditable, type Party } from "../ApplicationState.ts"
import { withStoredPhone } from "../CandidatePhone.ts"
import { normalizeEmail } from "../Email.ts"
import { Conflict, UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import { patching } from "../MergePatch.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { unreadPhone } from "./Application.ts"

const patched = patching(Application)
const sameApplication = /* @__PURE__ */ Schema.toEquivalence(Application)

/** The members that a patch can name. */
const members = ["candidate", "note", "external_id"] as const

const emailOf = ({ candidate }: Application): string => normalizeEmail(candidate?.email ?? "")

/** Whether a patch makes an application another person's. */
export const isOfAnother = (stored: Application, next: Application): boolean => emailOf(stored) !== emailOf(next)

const sorted = new Conflict({ message: "The application can be changed in UNCONFIRMED and AWAITING_SORT only." })
const proven = new Conflict({
  message: "The person has confirmed by a link to this email address: only the employer changes it."
})

/** The refusal of another email where the person has confirmed by a link that this service sent to the one before (recruiting 6). */
export const refusedEmail = ({ consent }: Application, party: Party): Conflict | undefined =>
  party === "agency" && consent?.method === "LINK" && consent.delivered_by === "SERVICE" ? proven : undefined

/** A patch with the telephone number as it is stored. */
const withNumber = (patch: ApplicationPatch): Result.Result<object, UnprocessableEntity> =>
  patch.candidate === undefined
    ? Result.succeed(patch)
    : withStoredPhone(patch.candidate, "/candidate").pipe(
        Result.mapError(unreadPhone),
        Result.map((candidate) => ({ ...patch, candidate }))
      )

/** Changes an application. A patch that changes nothing has no entry. */
export const patchApplication = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  patch: ApplicationPatch,
  nowMs: number
): Result.Result<Decision<StoredApplication>, Conflict | UnprocessableEntity> =>
  Result.gen(function* () {
    const { application } = stored
    if (application.erased_at !== undefined || !isEditable(application.state)) return yield* Result.fail(sorted)
    const merged = yield* Result.mapError(
      patched(application, yield* withNumber(patch)),
      (details) => new UnprocessableEntity({ message: "The application contradicts itself.", details })
    )
    if (sameApplication(merged, application)) {
      return { next: stored, entries: [] }
    }
    const next = {
      ...merged,
      version: application.version + 1,
      updated_at: timeOfChange(application.updated_at, nowMs)
    }
    const entry = {
      organizationId,
      action: "application.updated",
      resource_id: application.id,
      agency_id: application.agency_id,
      changed: members.filter((name) => JSON.stringify(merged[name]) !== JSON.stringify(application[name]))
    } as const
    const changed = { ...stored, application: next }
    return { next: changed, entries: [ofApplication(entry, changed)] }
  })
