/**
 * What the model knows of claims on persons: whom one keeps out, what makes and moves one, and the withdrawal of the other applications of a person.
 */
import { type Action, cancelled, entries, isActive, isOpen } from "./ApplicationMoves.ts"
import {
  type Application,
  type Change,
  type Claim,
  claimNameOf,
  isSamePerson,
  type Organization,
  type Submission
} from "./Organization.ts"

export const applicationsIn = ({ submissions }: Organization): ReadonlyArray<Application> =>
  [...submissions.values()].map(({ shown }) => shown)

/** The other applications of the person and the job of an application. */
const othersOf = (
  organization: Organization,
  { candidate, id, job_id }: Pick<Application, "id" | "job_id" | "candidate">
): ReadonlyArray<Application> =>
  applicationsIn(organization).filter(
    (other) => other.id !== id && other.job_id === job_id && isSamePerson(other.candidate.email, candidate.email)
  )

/** Whether an application holds its person: it is worked on, or its hire has not started. */
const holds = ({ submissions }: Organization, { id, state }: Application): boolean =>
  isActive(state) || (state === "HIRED" && submissions.get(id)?.placement?.status === "AWAITING_START")

/** The claim that keeps an application from its person: another application holds it, or another agency's or the employer's lasts. */
export const claimAgainst = (organization: Organization, application: Application): Claim | undefined => {
  const owner = othersOf(organization, application).find((other) => holds(organization, other))
  if (owner !== undefined) return { applicationId: owner.id, agencyId: owner.agency_id }
  const claim = organization.claims.get(claimNameOf(application))
  const lasts = organization.claimsLast && claim?.applicationId !== application.id
  return lasts && claim?.agencyId !== application.agency_id ? claim : undefined
}

/** The same for a submission, which its agency's own claim does not keep out. */
export const claimAgainstNew = (organization: Organization, application: Application): Claim | undefined => {
  const claim = claimAgainst(organization, application)
  return claim?.agencyId === application.agency_id ? undefined : claim
}

/** Another open application of the agency, the person and the job. */
export const openOf = (organization: Organization, application: Application): Application | undefined =>
  othersOf(organization, application).find(
    ({ agency_id, state }) => agency_id === application.agency_id && isOpen(state)
  )

/** The hire of the agency, the person and the job of another application, whether it holds the person or not. */
export const hireOf = (organization: Organization, application: Application): Claim | undefined => {
  const hire = othersOf(organization, application).find(
    ({ agency_id, state }) => agency_id === application.agency_id && state === "HIRED"
  )
  return hire === undefined ? undefined : { applicationId: hire.id, agencyId: hire.agency_id }
}

/** An application in its next state, with what the action brings. */
export const moved = (application: Application, state: string, brought: Partial<Application>): Application => {
  const { rejection: _, ...kept } = application
  return { ...kept, ...brought, state, version: application.version + 1 }
}

const changedBy = (action: Action | "cancel", { rejection }: Application): ReadonlyArray<string> =>
  action === "reject" || action === "restore"
    ? [...(rejection?.known_since === undefined ? [] : ["ownership"]), "rejection", "state"]
    : action === "hire" || action === "cancel"
      ? ["hire", "state"]
      : action === "withdraw"
        ? ["state", "withdrawal"]
        : action === "confirm"
          ? ["state", "terms"]
          : ["state"]

/** A submission after an action, with its entry in the history. */
export const after = (
  { history, rejectedFrom, shown: before, submittedBy }: Submission,
  next: Application,
  action: Action | "cancel",
  by: Pick<Change, "actor" | "client_id" | "reason">
): Submission => {
  if (action === "release") {
    const change = { action: entries[action], changed: ["ownership"], ...by }
    return {
      shown: next,
      submittedBy,
      ...(next.state === "REJECTED" ? { rejectedFrom } : {}),
      history: [...history, change]
    }
  }
  const change = {
    action: action === "cancel" ? cancelled : entries[action],
    changed: changedBy(action, next),
    ...by
  }
  return {
    shown: next,
    submittedBy,
    ...(next.state === "REJECTED" ? { rejectedFrom: before.state } : {}),
    history: [...history, { ...change, state_before: before.state, state_after: next.state }]
  }
}

const takenBack = { withdrawal: { by: "SYSTEM", cause: "OWNERSHIP_TAKEN" } } as const

const bySystem = { actor: "system", reason: "ownership_taken" } as const

/** Withdraws the unconfirmed applications of a person for a job, of which another one was confirmed. */
export const withdrawOthers = ({ submissions }: Organization, { candidate, id, job_id }: Application): void => {
  for (const other of submissions.values()) {
    const { shown: application } = other
    const isOfPerson = application.job_id === job_id && isSamePerson(application.candidate.email, candidate.email)
    if (application.id !== id && isOfPerson && application.state === "UNCONFIRMED") {
      submissions.set(application.id, after(other, moved(application, "WITHDRAWN", takenBack), "withdraw", bySystem))
    }
  }
}

/** Takes the claim off an earlier application of the agency, with whose claim the application goes on. */
export const passClaim = (
  organization: Organization,
  application: Application,
  by: Pick<Change, "actor" | "client_id">
): void => {
  const before = organization.claims.get(claimNameOf(application))
  if (!organization.claimsLast || before?.agencyId !== application.agency_id || before.applicationId === application.id)
    return
  const former = organization.submissions.get(before.applicationId)
  if (former === undefined) return
  const { ownership: _, ...kept } = former.shown
  organization.submissions.set(before.applicationId, {
    ...former,
    shown: { ...kept, version: kept.version + 1 },
    history: [...former.history, { action: "application.updated", changed: ["ownership"], ...by }]
  })
}

/** Makes the claim of an application. */
export const claim = (organization: Organization, application: Application): void => {
  const { agency_id: agencyId, id: applicationId } = application
  organization.claims.set(claimNameOf(application), { applicationId, agencyId })
}

/** Whether the claim on its person is an application's. */
export const hasClaim = (organization: Organization, application: Application): boolean =>
  organization.claims.get(claimNameOf(application))?.applicationId === application.id

/** Moves the claim of a confirmed application to its corrected person, whose unconfirmed applications are withdrawn. */
export const moveClaim = (organization: Organization, before: Application, after: Application): void => {
  if (hasClaim(organization, before)) organization.claims.delete(claimNameOf(before))
  claim(organization, after)
  withdrawOthers(organization, after)
}
