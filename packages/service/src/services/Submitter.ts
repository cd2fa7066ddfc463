/**
 * The agency that submits or checks a person, and the refusals of what a request refers to.
 */
import type { AgencyStatus } from "@partner-api/domain/Agency"
import { isInAudience } from "@partner-api/domain/ApplicationAccess"
import { UnprocessableEntity } from "@partner-api/domain/Errors"
import type { AgencyId, ApplicationId } from "@partner-api/domain/Ids"
import type { ProblemCode } from "@partner-api/domain/Problem"
import * as Effect from "effect/Effect"
import { AgencyStore } from "../store/AgencyStore.ts"
import type { OpenApplication } from "../store/ClaimStore.ts"
import type { View } from "./access/View.ts"
import { orRefuse } from "./OrNotFound.ts"

export const wrongReference = (member: string, code: ProblemCode, message: string): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The application refers to what is not there.",
    details: [{ in: "body", path: `/${member}`, code, message }]
  })

const unknownAgency = wrongReference("agency_id", "unknown", "must be the id of an agency of this organization")
export const unknownJob = wrongReference("job_id", "unknown", "must be the id of a job of this organization")
const noAgency = wrongReference("agency_id", "required", "is required: this token is not bound to an agency")

/** An open application of the agency, and whether the view may see its id; none where there is none. */
export const openIn = (
  view: View,
  [open]: ReadonlyArray<OpenApplication>
): { readonly id: ApplicationId; readonly isShown: boolean } | undefined =>
  open === undefined ? undefined : { id: open.id, isShown: isInAudience(view, open) }

export const makeSubmitter = Effect.gen(function* () {
  const agencies = yield* AgencyStore

  /** The agency that submits: that of a bound grant, else that of the body. */
  const agencyOf = ({ agencyId }: View, named: AgencyId | undefined): Effect.Effect<AgencyId, UnprocessableEntity> => {
    if (agencyId !== undefined && named !== undefined && named !== agencyId) return Effect.fail(unknownAgency)
    const id = agencyId ?? named
    return id === undefined ? Effect.fail(noAgency) : Effect.succeed(id)
  }

  /** The status of the agency that submits, which must exist. That of a bound grant does, and is not looked up. */
  const statusOf = ({ agencyId, organizationId }: View, id: AgencyId) =>
    agencyId === undefined
      ? orRefuse(unknownAgency)(agencies.status(organizationId, id))
      : Effect.succeed<AgencyStatus | undefined>(undefined)

  return { agencyOf, statusOf }
})
