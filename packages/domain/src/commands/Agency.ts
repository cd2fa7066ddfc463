/**
 * Commands that change agencies and their recruiters. Recruiters are people, so an event names them as changed and does not hold them.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { Agency, sameAgency } from "../Agency.ts"
import { initialFees } from "../AgencyFees.ts"
import type { AgencyPatch, NewAgency } from "../AgencyWrites.ts"
import { Conflict, UnprocessableEntity } from "../Errors.ts"
import type { AgencyId, OrganizationId } from "../Ids.ts"
import { type Decision, type JournalEntry, ofAgency } from "../Journal.ts"
import type { Problem } from "../Problem.ts"
import { replaceRecruiters } from "../Recruiter.ts"

const members = Struct.keys(Struct.omit(Agency.fields, ["id"]))

const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after)

/** The entry of an agency that is new, or another than before. */
const agencyChanged = (organizationId: OrganizationId, before: Agency | undefined, after: Agency): JournalEntry =>
  ofAgency(
    {
      organizationId,
      action: before === undefined ? "agency.created" : "agency.updated",
      resource_id: after.id,
      changed: members
        .filter((name) => after[name] !== undefined || before?.[name] !== undefined)
        .filter((name) => before === undefined || !isSame(before[name], after[name]))
    },
    after
  )

/** The entry of an agency that an import has added, or made another than before. */
export const agencyImported = agencyChanged

/** The refusal of a list of recruiters that contradicts itself, or names one who is not there. */
const wrongRecruiters = (details: ReadonlyArray<Problem>) =>
  new UnprocessableEntity({ message: "The list of recruiters contradicts itself or the agency.", details })

/** The identifiers of what a write makes: that of the agency, and what those of new recruiters begin with. */
export interface MadeAgency {
  readonly id: AgencyId
  readonly recruiters: string
}

/** Creates an agency. The store checks whether its `external_id` is free. */
export const createAgency = (
  organizationId: OrganizationId,
  { external_id, name, recruiters = [], status = "ACTIVE" }: NewAgency,
  made: MadeAgency,
  { optimizedFee } = initialFees
): Result.Result<Decision<Agency>, UnprocessableEntity> =>
  Result.map(Result.mapError(replaceRecruiters([], recruiters, made.recruiters), wrongRecruiters), (people) => {
    const next: Agency = {
      id: made.id,
      name,
      ...(external_id === undefined ? {} : { external_id }),
      status,
      optimizedFee,
      recruiters: people
    }
    return { next, entries: [agencyChanged(organizationId, undefined, next)] }
  })

/** Changes an agency. A patch with the present values changes nothing. The store checks whether its `external_id` is free. */
export const patchAgency = (
  organizationId: OrganizationId,
  stored: Agency,
  { external_id, name = stored.name, recruiters, status = stored.status }: AgencyPatch,
  made: Pick<MadeAgency, "recruiters">
): Result.Result<Decision<Agency>, UnprocessableEntity> => {
  const replaced =
    recruiters === undefined
      ? Result.succeed(stored.recruiters)
      : Result.mapError(replaceRecruiters(stored.recruiters, recruiters, made.recruiters), wrongRecruiters)
  return Result.map(replaced, (people) => {
    const named = external_id === undefined ? stored.external_id : (external_id ?? undefined)
    const next: Agency = {
      id: stored.id,
      name,
      ...(named === undefined ? {} : { external_id: named }),
      status,
      optimizedFee: stored.optimizedFee,
      recruiters: people
    }
    return sameAgency(next, stored)
      ? { next: stored, entries: [] }
      : { next, entries: [agencyChanged(organizationId, stored, next)] }
  })
}

/** The refusal of a submission or a confirmation of an agency that works for the organization no more. */
export const inactiveAgency = new Conflict({
  message:
    "The agency is INACTIVE: it submits and confirms no applications. Ask the organization to set its status to ACTIVE."
})
