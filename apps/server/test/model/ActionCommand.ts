/**
 * The command that takes an action on an application: confirming makes it the owner of the person, hiring fixes the fee.
 */
import { type Action, actions, isOpenTo, possibleFrom, targetOf } from "./ApplicationMoves.ts"
import { applicationFor, ownedBy } from "./ApplicationCommands.ts"
import { after, claim, claimAgainst, hasClaim, hireOf, moved, passClaim, withdrawOthers } from "./Claims.ts"
import type { Choices } from "./Choices.ts"
import { isLate, type MakeCommand, type Situation } from "./Command.ts"
import { salaries } from "./FeeCommands.ts"
import { costOfHire, costsOf, type NamedFee, type Terms } from "./FeeRule.ts"
import {
  type Application,
  byClient,
  claimNameOf,
  type Fees,
  type Organization,
  type Submission,
  submissionSeenBy
} from "./Organization.ts"
import { changedMeanwhile, conflict, forbidden, notFound, notPossible, type Outcome, shown } from "./Outcome.ts"
import { startMs, today, tomorrow } from "./World.ts"

const initial: Fees = { optimizedFee: true, customFees: [] }

const feesOf = ({ agencies }: Organization, application: Application | undefined): Fees =>
  agencies.get(application?.agency_id ?? "")?.fees ?? initial

/** The fees of a hire: those that were agreed, where they bind and one can be chosen. */
const feesOfHire = (agreed: Application["terms"], fees: Fees): Fees =>
  agreed?.binding === "AT_CONFIRMATION" && (agreed.fees.optimizedFee || agreed.fees.customFees.length > 0)
    ? agreed.fees
    : fees

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
  const fees = feesOfHire(application?.terms, feesOf(organization, application))
  const isChoice = !fees.optimizedFee && fees.customFees.length > 1
  return {
    start_date: choices.pick([today, today, tomorrow]),
    base_salary_cents: choices.pick(salaries),
    currency: choices.pick(["EUR", "JPY"]),
    ...(isChoice !== choices.oneIn(8) ? { custom_fee: choices.below(2) } : {}),
    ...choices.perhaps(2, { expected_fee: expectedOf(situation, fees) })
  }
}

const feedback = "Not enough experience."

/** The day before yesterday: the applications of a run are confirmed today. */
const knownDay = new Date(startMs - 2 * 86_400_000).toISOString().slice(0, 10)

/** What a rejection states: sometimes that the employer knew the person. */
const rejectionOf = ({ oneIn }: Choices) => ({ feedback, ...(oneIn(3) ? { known_since: knownDay } : {}) })

interface Body {
  readonly terms: Terms
  readonly rejection: { readonly feedback: string; readonly known_since?: string }
}

const bodyOf = (action: Action, { rejection, terms }: Body) =>
  action === "hire" ? { action, hire: terms } : action === "reject" ? { action, ...rejection } : { action }

/** A body that the action cannot have. */
const badBodyOf = (action: Action) =>
  action === "hire"
    ? { action, hire: { start_date: "2026-02-30", base_salary_cents: 1, currency: "EUR" } }
    : action === "reject"
      ? { action, feedback: "No." }
      : { action, feedback }

/** What an action brings with it, or why it cannot be taken. */
const broughtBy = (
  action: Action,
  { rejection, terms }: Body,
  {
    before,
    claimsLast,
    fees,
    feesApply
  }: {
    readonly before: Application
    readonly claimsLast: boolean
    readonly fees: Fees
    readonly feesApply: string
  }
): Partial<Application> | Outcome => {
  if (action === "reject" && rejection.known_since !== undefined) {
    return { rejection, ownership: { lasts: before.ownership?.lasts === true, ended_reason: "KNOWN_TO_EMPLOYER" } }
  }
  if (action === "reject") return { rejection }
  if (action === "withdraw") return { withdrawal: { by: "AGENCY" } }
  if (action === "confirm") return { terms: { fees, binding: feesApply }, ownership: { lasts: claimsLast } }
  if (action === "restore") return { ownership: { lasts: before.ownership?.lasts === true } }
  if (action !== "hire") return {}
  const cost = costOfHire(feesOfHire(before.terms, fees), terms)
  if ("status" in cost) return cost
  const { custom_fee: _, expected_fee: __, ...kept } = terms
  return { hire: { ...kept, ...cost } }
}

/** Counts a hire in its job. */
const countHire = ({ jobs }: Organization, id: string): void => {
  const job = jobs.get(id)
  if (job === undefined) return
  const hired_count = (job.shown.hired_count ?? 0) + 1
  jobs.set(id, { shown: { ...job.shown, hired_count }, version: job.version + 1 })
}

/** Whether the claim of an application can be given up: it lasts, and is its own. */
const isReleasable = (organization: Organization, application: Application): boolean =>
  lastingClaim(application) && hasClaim(organization, application)

/** Whether an application shows a claim that lasts. */
const lastingClaim = ({ ownership }: Application): boolean =>
  ownership?.lasts === true && ownership.ended_reason === undefined

/** Gives up the claim of an application; its state stays. */
const release = (organization: Organization, stored: Submission, by: ReturnType<typeof byClient>): Application => {
  const { shown: before } = stored
  organization.claims.delete(claimNameOf(before))
  const ownership = { lasts: true, ended_reason: "RELEASED" }
  const next = { ...before, ownership, version: before.version + 1 }
  organization.submissions.set(before.id, after(stored, next, "release", by))
  return next
}

/** Takes an action that the state allows. */
const take = (
  { caller, organization }: Situation,
  stored: Submission,
  action: Action,
  body: Body
): Application | Outcome => {
  const { rejectedFrom, shown: before } = stored
  const status = organization.jobs.get(before.job_id)?.shown.status ?? ""
  if (action === "confirm" && !["OPEN", "ON_HOLD"].includes(status)) return conflict()
  if (action === "hire" && status === "CLOSED") return conflict()
  const isKnown = before.rejection?.known_since !== undefined
  const isNew = before.state === "AWAITING_SORT" || before.state === "REVIEWING"
  if (action === "reject" && body.rejection.known_since !== undefined && !isNew) return conflict()
  if (action === "restore" && isKnown) return conflict()
  const claims = action === "confirm" || action === "restore"
  const against = claims ? (claimAgainst(organization, before) ?? hireOf(organization, before)) : undefined
  if (against !== undefined) return ownedBy(against, caller)
  if (action === "release") return release(organization, stored, byClient(caller))
  const { claimsLast, feesApply } = organization
  const brought = broughtBy(action, body, { before, claimsLast, fees: feesOf(organization, before), feesApply })
  if ("status" in brought) return brought
  const next = moved(before, targetOf(before.state, action, rejectedFrom), brought)
  const placed = { status: "AWAITING_START", hasStarted: false, hiredFrom: before.state, version: 1 } as const
  organization.submissions.set(before.id, {
    ...after(stored, next, action, byClient(caller)),
    ...(action === "hire" ? { placement: placed } : {})
  })
  if (claims) {
    passClaim(organization, next, byClient(caller))
    claim(organization, next)
  }
  if (action === "reject" && body.rejection.known_since !== undefined && hasClaim(organization, next)) {
    organization.claims.set(claimNameOf(next), { applicationId: next.id, agencyId: undefined })
  }
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
  const body = { terms: termsOf(situation, submission?.shown), rejection: rejectionOf(choices) }
  const isBad = choices.oneIn(16)
  const ifMatch = tags.precondition(resource)
  return {
    kind: action,
    needs: ["applications:write"],
    method: "POST",
    path: `${resource}/transitions`,
    json: isBad ? badBodyOf(action) : bodyOf(action, body),
    // A hire has a salary.
    isBad: isBad || (action === "hire" && body.terms.base_salary_cents < 1),
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
      const isPossible = action === "release" ? isReleasable(organization, before) : true
      if (!possible.includes(action) || !isPossible) {
        const isKnown = before.rejection?.known_since !== undefined
        const listed = possible.filter((one) =>
          one === "release" ? lastingClaim(before) : one !== "restore" || !isKnown
        )
        return notPossible(listed.filter((one) => one !== action))
      }
      const next = take(situation, stored, action, body)
      return "status" in next ? next : shown(next, String(next.version))
    }
  }
}
