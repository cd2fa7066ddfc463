/**
 * The command that takes an action on an application: confirming makes it the owner of the person, hiring fixes the fee.
 */
import { type Action, actions, entries, isOpenTo, possibleFrom, targetOf } from "./ApplicationMoves.ts"
import { applicationFor, ownedBy, ownerOf } from "./ApplicationCommands.ts"
import { isLate, type MakeCommand, type Situation } from "./Command.ts"
import { salaries } from "./FeeCommands.ts"
import { costOfHire, costsOf, type NamedFee, type Terms } from "./FeeRule.ts"
import {
  type Application,
  byClient,
  type Change,
  type Fees,
  isSameEmail,
  type Organization,
  type Submission,
  submissionSeenBy
} from "./Organization.ts"
import { changedMeanwhile, conflict, forbidden, notFound, notPossible, type Outcome, shown } from "./Outcome.ts"

const initial: Fees = { optimizedFee: true, customFees: [] }

const feesOf = ({ agencies }: Organization, application: Application | undefined): Fees =>
  agencies.get(application?.agency_id ?? "")?.fees ?? initial

/** A fee that a caller may expect who has read the fees: mostly the one that applies. */
const expectedOf = ({ choices }: Situation, fees: Fees): NamedFee => {
  const costs = costsOf(fees, 0).map(({ fee }) => fee)
  const { note: _, ...fee } = choices.pick<NamedFee>(
    choices.oneIn(4) || costs.length === 0 ? [{ feeType: "OPTIMIZED_FEE" }] : costs
  )
  return choices.oneIn(3) && fee.feeType !== "OPTIMIZED_FEE" ? { ...fee, note: "Senior roles" } : fee
}

const termsOf = (situation: Situation, application: Application | undefined): Terms => {
  const { choices, organization } = situation
  const fees = feesOf(organization, application)
  const isChoice = !fees.optimizedFee && fees.customFees.length > 1
  return {
    start_date: "2026-03-01",
    base_salary_cents: choices.pick(salaries),
    currency: choices.pick(["EUR", "JPY"]),
    ...(isChoice !== choices.oneIn(8) ? { custom_fee: choices.below(2) } : {}),
    ...choices.perhaps(2, { expected_fee: expectedOf(situation, fees) })
  }
}

const feedback = "Not enough experience."

const bodyOf = (action: Action, terms: Terms) =>
  action === "hire" ? { action, hire: terms } : action === "reject" ? { action, feedback } : { action }

/** A body that the action cannot have. */
const badBodyOf = (action: Action) =>
  action === "hire"
    ? { action, hire: { start_date: "2026-02-30", base_salary_cents: 1, currency: "EUR" } }
    : action === "reject"
      ? { action, feedback: "No." }
      : { action, feedback }

/** An application in its next state, with what the action brings. */
const moved = (application: Application, state: string, brought: Partial<Application>): Application => {
  const { rejection: _, ...kept } = application
  return { ...kept, ...brought, state, version: application.version + 1 }
}

/** What an action brings with it, or why it cannot be taken. */
const broughtBy = (action: Action, terms: Terms, fees: Fees): Partial<Application> | Outcome => {
  if (action === "reject") return { rejection: { feedback } }
  if (action === "withdraw") return { withdrawal: { by: "AGENCY" } }
  if (action !== "hire") return {}
  const cost = costOfHire(fees, terms)
  if ("status" in cost) return cost
  const { custom_fee: _, expected_fee: __, ...agreed } = terms
  return { hire: { ...agreed, ...cost } }
}

const changedBy = (action: Action): ReadonlyArray<string> =>
  action === "reject" || action === "restore"
    ? ["rejection", "state"]
    : action === "hire"
      ? ["hire", "state"]
      : action === "withdraw"
        ? ["state", "withdrawal"]
        : ["state"]

/** A submission after an action, with its entry in the history. */
const after = (
  { history, shown: before, submittedBy }: Submission,
  next: Application,
  action: Action,
  by: Pick<Change, "actor" | "client_id" | "reason">
): Submission => {
  const change = { action: entries[action], changed: changedBy(action), ...by }
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
const withdrawOthers = ({ submissions }: Organization, { candidate, id, job_id }: Application): void => {
  for (const other of submissions.values()) {
    const { shown: application } = other
    const isOfPerson = application.job_id === job_id && isSameEmail(application.candidate.email, candidate.email)
    if (application.id !== id && isOfPerson && application.state === "UNCONFIRMED") {
      submissions.set(application.id, after(other, moved(application, "WITHDRAWN", takenBack), "withdraw", bySystem))
    }
  }
}

/** Counts a hire in its job. */
const countHire = ({ jobs }: Organization, id: string): void => {
  const job = jobs.get(id)
  if (job === undefined) return
  const hired_count = (job.shown.hired_count ?? 0) + 1
  jobs.set(id, { shown: { ...job.shown, hired_count }, version: job.version + 1 })
}

/** Takes an action that the state allows. */
const take = (
  { caller, organization }: Situation,
  stored: Submission,
  action: Action,
  terms: Terms
): Application | Outcome => {
  const { rejectedFrom, shown: before } = stored
  const status = organization.jobs.get(before.job_id)?.shown.status ?? ""
  if (action === "confirm" && !["OPEN", "ON_HOLD"].includes(status)) return conflict()
  const owner = action === "confirm" || action === "restore" ? ownerOf(organization, before) : undefined
  if (owner !== undefined) return ownedBy(owner, caller)
  const brought = broughtBy(action, terms, feesOf(organization, before))
  if ("status" in brought) return brought
  const next = moved(before, targetOf(before.state, action, rejectedFrom), brought)
  organization.submissions.set(before.id, after(stored, next, action, byClient(caller)))
  if (action === "confirm") withdrawOthers(organization, next)
  if (action === "hire") countHire(organization, before.job_id)
  return next
}

/** Whether a caller can lead an application on, and not only end it. */
const isOpenFor =
  ({ caller, organization }: Situation) =>
  ({ id, state }: Application): boolean =>
    (possibleFrom(state, caller, organization.submissions.get(id)?.submittedBy)[0] ?? "withdraw") !== "withdraw"

/** Any action, or more often one that is possible: mostly the one that leads on, which is the first. */
const actionFor = ({ caller, choices }: Situation, submission: Submission | undefined): Action => {
  const possible = submission === undefined ? [] : possibleFrom(submission.shown.state, caller, submission.submittedBy)
  if (choices.oneIn(12)) return choices.pick(actions)
  if (possible.length === 0 || choices.oneIn(6)) return choices.pick(actions.filter((each) => isOpenTo(caller, each)))
  return choices.pick(choices.oneIn(3) ? possible : possible.slice(0, 1))
}

export const takeAction: MakeCommand = (situation) => {
  const { caller, choices, organization, tags } = situation
  const id = applicationFor(situation, isOpenFor(situation))
  const resource = `/v1/applications/${id}`
  const submission = organization.submissions.get(id)
  const action = actionFor(situation, submission)
  const terms = termsOf(situation, submission?.shown)
  const isBad = choices.oneIn(16)
  const ifMatch = tags.precondition(resource)
  return {
    kind: action,
    needs: ["applications:write"],
    method: "POST",
    path: `${resource}/transitions`,
    json: isBad ? badBodyOf(action) : bodyOf(action, terms),
    isBad,
    isWrite: true,
    ifMatch,
    resource,
    answer: () => {
      if (!isOpenTo(caller, action)) return forbidden
      const stored = submissionSeenBy(organization, caller, id)
      if (stored === undefined) return notFound
      const { shown: before, submittedBy } = stored
      if (!isOpenTo(caller, action, submittedBy)) return forbidden
      if (isLate({ ifMatch }, String(before.version))) return changedMeanwhile
      const possible = possibleFrom(before.state, caller, submittedBy)
      if (!possible.includes(action)) return notPossible(possible)
      const next = take(situation, stored, action, terms)
      return "status" in next ? next : shown(next, String(next.version))
    }
  }
}
