/**
 * The command that takes an action on the placement of a hire: a start ends the claim that the hire holds, and a cancellation returns the application to it.
 */
import { applicationFor } from "./ApplicationCommands.ts"
import { isActive } from "./ApplicationMoves.ts"
import { takeAction } from "./ActionCommand.ts"
import { after, applicationsIn, claim, claimAgainst, hasClaim } from "./Claims.ts"
import type { MakeCommand } from "./Command.ts"
import { byClient, type Hire, type Organization, type Placement, type Submission } from "./Organization.ts"
import { conflict, notFound, notPossible, type Outcome, shown } from "./Outcome.ts"
import { today } from "./World.ts"

const reason = "Did not appear"

/** The placement as the service shows it. No fee is due before the person starts. */
const shownPlacement = ({ shown: application }: Submission, hire: Hire, placement: Placement): object => {
  const { agency_id, candidate, id: application_id, job_id } = application
  const { status, version } = placement
  const isDue = placement.hasStarted ? { due_on: hire.start_date } : {}
  const settlement = { AWAITING_START: "NOT_DUE", COMPLETED: "DUE", CANCELLED: "VOID" }[status]
  return {
    application_id,
    job_id,
    agency_id,
    candidate_name: `${candidate.first_name} ${candidate.last_name}`,
    ...hire,
    fee_base_cents: hire.base_salary_cents,
    status,
    settlement: { status: settlement, ...isDue },
    version,
    ...(status === "CANCELLED" ? { reason } : {})
  }
}

/** Counts a hire down in its job. */
const uncountHire = ({ jobs }: Organization, id: string): void => {
  const job = jobs.get(id)
  if (job === undefined) return
  const hired_count = (job.shown.hired_count ?? 0) - 1
  jobs.set(id, { shown: { ...job.shown, hired_count }, version: job.version + 1 })
}

/** Takes an action on the placement of a hire. */
const take = (
  organization: Organization,
  stored: Submission,
  action: "start" | "cancel",
  by: ReturnType<typeof byClient>
): Outcome => {
  const { placement, shown: before } = stored
  const { hire, ...application } = before
  if (placement === undefined || hire === undefined) return notFound
  const version = placement.version + 1
  if (action === "start") {
    if (placement.status !== "AWAITING_START" || hire.start_date > today) return notPossible([])
    const next = { ...placement, status: "COMPLETED" as const, hasStarted: true, version }
    organization.submissions.set(before.id, { ...stored, placement: next })
    return shown(shownPlacement(stored, hire, next))
  }
  const against = claimAgainst(organization, before)
  if (against !== undefined) return conflict(against.applicationId)
  const next = { ...placement, status: "CANCELLED" as const, version }
  const returned = { ...application, state: placement.hiredFrom, version: application.version + 1 }
  const { placement: _, ...rest } = after(stored, returned, "cancel", by)
  organization.submissions.set(before.id, rest)
  if (!hasClaim(organization, returned)) claim(organization, returned)
  uncountHire(organization, before.job_id)
  return shown(shownPlacement(stored, hire, next))
}

/** An action on a placement, which takes no key: the path of a repetition would name another placement. Where nobody is hired, one on an application. */
export const movePlacement: MakeCommand = (situation) => {
  const { caller, choices, organization } = situation
  const isAnyHired = applicationsIn(organization).some(({ state }) => state === "HIRED")
  if (!isAnyHired && !choices.oneIn(8)) return takeAction(situation)
  const id = applicationFor(situation, ({ state }) => state === "HIRED")
  const action = choices.oneIn(4) ? "cancel" : "start"
  return {
    kind: action,
    needs: ["placements:write"],
    method: "POST",
    path: "/v1/placements/{placementId}/transitions",
    hireOf: id,
    json: action === "cancel" ? { action, reason } : { action },
    answer: () => {
      const stored = organization.submissions.get(id)
      if (stored === undefined || isActive(stored.shown.state)) return notFound
      return take(organization, stored, action, byClient(caller))
    }
  }
}
