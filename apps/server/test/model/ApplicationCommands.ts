/**
 * Commands that submit, change and show applications: who may submit whom for which job, and whose the person is.
 */
import { isEditable } from "./ApplicationMoves.ts"
import type { Choices } from "./Choices.ts"
import { applicationsIn, claimAgainstNew, moveClaim, openOf } from "./Claims.ts"
import { isLate, type MakeCommand, type Situation } from "./Command.ts"
import {
  type Application,
  byClient,
  type Candidate,
  type Claim,
  isSame,
  isSameEmail,
  jobSeenBy,
  merged,
  type Organization,
  submissionSeenBy,
  visibleTo
} from "./Organization.ts"
import { changedMeanwhile, conflict, duplicate, made, notFound, type Outcome, shown, wrong } from "./Outcome.ts"
import type { Caller } from "./World.ts"

const persons = ["ada", "grace", "edsger", "barbara"]

/** The address of a person, sometimes in another spelling. */
export const personOf = ({ oneIn, pick }: Choices): string => {
  const address = `${pick(persons)}${oneIn(6) ? "+jobs" : ""}@example.com`
  return oneIn(4) ? address.toUpperCase() : address
}

export const applicationNameOf = ({ below }: Choices): string => `CAND-${below(60)}`

/** The refusal where another application has the claim on the person; those who see that application get its id. */
export const ownedBy = ({ agencyId, applicationId }: Claim, caller: Caller): Outcome =>
  duplicate(caller.agencyId === undefined || caller.agencyId === agencyId ? [applicationId] : [])

/** The refusal where the agency has an open application of the person; those who see that application get its id. */
const openAlready = (organization: Organization, caller: Caller, { id }: Application): Outcome =>
  duplicate(submissionSeenBy(organization, caller, id) === undefined ? [] : [id])

/** The application that has an external id at its agency already. */
const holderOf = (
  organization: Organization,
  { agency_id, external_id, id }: Pick<Application, "id" | "agency_id" | "external_id">
) =>
  external_id === undefined
    ? undefined
    : applicationsIn(organization).find(
        (other) => other.id !== id && other.agency_id === agency_id && other.external_id === external_id
      )

/** The refusal where another application has the external id; those who see that application get its id. */
const heldBy = (organization: Organization, caller: Caller, { id }: Application): Outcome =>
  submissionSeenBy(organization, caller, id) === undefined ? conflict() : conflict(id)

/** The agency that submits, unless the request names another one than it may. */
const submitterOf = ({ agencyId }: Caller, { agencies }: Organization, named: string | undefined) =>
  agencyId === undefined
    ? agencies.get(named ?? "")?.id
    : named === undefined || named === agencyId
      ? agencyId
      : undefined

const candidateOf = (choices: Choices): Candidate => ({
  first_name: `F${choices.below(3)}`,
  last_name: "P",
  email: personOf(choices),
  ...choices.perhaps(3, { phone: "+4915112345678" })
})

/** A job to submit to: one that is open, or any. */
const jobFor = ({ choices, organization: { jobs } }: Situation): string => {
  const open = [...jobs.values()].map(({ shown }) => shown).filter(({ status }) => status === "OPEN")
  return choices.recent((choices.oneIn(4) ? [...jobs.keys()] : open.map(({ id }) => id)).slice(-4), "job_none")
}

/** The agency that a submission names: an agency need not name itself, the employer names one. */
const namedIn = ({ caller, choices, organization }: Situation): { readonly agency_id?: string } => {
  const any = { agency_id: choices.pick(["agy_none", ...organization.agencies.keys()]) }
  if (choices.oneIn(10)) return choices.pick([any, {}])
  if (caller.agencyId === undefined) return { agency_id: choices.pick([...organization.agencies.keys()]) }
  return choices.oneIn(2) ? { agency_id: caller.agencyId } : {}
}

/** A person who was hired and has started, with the job: whether another agency may submit the person is what claims are about. */
const startedIn = ({ choices, organization: { submissions } }: Situation): Application | undefined => {
  const started = [...submissions.values()].filter(({ placement }) => placement?.status === "COMPLETED")
  return choices.oneIn(3) && started.length > 0 ? choices.pick(started).shown : undefined
}

export const submit: MakeCommand = (situation) => {
  const { caller, choices, organization } = situation
  const named = namedIn(situation)
  const started = startedIn(situation)
  const json = {
    job_id: started?.job_id ?? jobFor(situation),
    candidate: { ...candidateOf(choices), ...(started === undefined ? {} : { email: started.candidate.email }) },
    ...choices.perhaps(3, { external_id: applicationNameOf(choices) }),
    ...choices.perhaps(3, { note: "N" })
  }
  const bad = choices.pick([
    { candidate: { first_name: "F" } },
    { job_id: "job none" },
    { state: "HIRED" },
    { note: 1 }
  ])
  const isBad = choices.oneIn(12)
  return {
    kind: "submit",
    needs: ["applications:write"],
    method: "POST",
    path: "/v1/applications",
    json: { ...json, ...named, ...(isBad ? bad : {}) },
    isBad,
    isWrite: true,
    answer: (id) => {
      const agency_id = submitterOf(caller, organization, named.agency_id)
      if (agency_id === undefined) return wrong
      const job = jobSeenBy(organization, caller, json.job_id)
      if (job === undefined) return wrong
      if (job.shown.status !== "OPEN") return conflict()
      const application = { ...json, id, agency_id, state: "UNCONFIRMED", version: 1 }
      const claim = claimAgainstNew(organization, application)
      if (claim !== undefined) return ownedBy(claim, caller)
      const open = openOf(organization, application)
      if (open !== undefined) return openAlready(organization, caller, open)
      const holder = holderOf(organization, application)
      if (holder !== undefined) return heldBy(organization, caller, holder)
      const changed = Object.keys({ ...json, ...named }).toSorted()
      const entry = { ...byClient(caller), action: "application.submitted", changed, state_after: "UNCONFIRMED" }
      organization.submissions.set(id, { shown: application, submittedBy: caller.clientId, history: [entry] })
      return made(application)
    }
  }
}

interface Patch {
  readonly candidate?: { readonly [Name in keyof Candidate]?: Candidate[Name] | null }
  readonly note?: string | null
  readonly external_id?: string | null
}

const patchOf = (choices: Choices): Patch =>
  choices.pick<Patch>([
    { candidate: { first_name: `F${choices.below(3)}` } },
    { candidate: { email: personOf(choices) } },
    { candidate: { email: personOf(choices) }, external_id: applicationNameOf(choices) },
    { candidate: { phone: null } },
    { candidate: { phone: "+33123456789" }, note: null },
    { note: `N${choices.below(3)}` },
    { external_id: applicationNameOf(choices) },
    { external_id: null },
    {}
  ])

const patched = (application: Application, patch: Patch): Application =>
  merged(application, { ...patch, candidate: merged(application.candidate, patch.candidate ?? {}) })

/** Why a patch is refused that would change an application. */
const refusalOf = (
  organization: Organization,
  caller: Caller,
  before: Application,
  next: Application
): Outcome | undefined => {
  const isOfAnother = !isSameEmail(before.candidate.email, next.candidate.email)
  if (isOfAnother && claimAgainstNew(organization, next) !== undefined) return conflict()
  if (isOfAnother && openOf(organization, next) !== undefined) return conflict()
  const holder = holderOf(organization, next)
  return holder === undefined ? undefined : heldBy(organization, caller, holder)
}

const badPatches = [{ candidate: { email: null } }, { state: "HIRED" }, { candidate: null }, { note: 1 }]

/** An application to work on, among those that came last: mostly one that the caller sees and that suits the work. */
export const applicationFor = (
  { caller, choices, organization }: Situation,
  suits: (application: Application) => boolean = () => true
): string => {
  const all = applicationsIn(organization)
  const seen = all.filter(({ id }) => submissionSeenBy(organization, caller, id) !== undefined)
  const suited = choices.oneIn(8) ? all : choices.oneIn(6) ? seen : seen.filter(suits)
  return choices.recent(
    (suited.length > 0 ? suited : all).map(({ id }) => id),
    "app_none"
  )
}

export const patchApplication: MakeCommand = (situation) => {
  const { caller, choices, organization, tags } = situation
  const id = applicationFor(situation, ({ state }) => isEditable(state))
  const resource = `/v1/applications/${id}`
  const patch = patchOf(choices)
  const isBad = choices.oneIn(12)
  const ifMatch = tags.precondition(resource)
  return {
    kind: "patchApplication",
    needs: ["applications:write"],
    method: "PATCH",
    path: resource,
    json: isBad ? choices.pick(badPatches) : patch,
    isBad,
    isWrite: true,
    ifMatch,
    resource,
    answer: () => {
      const stored = submissionSeenBy(organization, caller, id)
      if (stored === undefined) return notFound
      const { history, shown: before } = stored
      if (isLate({ ifMatch }, String(before.version))) return changedMeanwhile
      if (!isEditable(before.state)) return conflict()
      const next = patched(before, patch)
      if (isSame(next, before)) return shown(before, String(before.version))
      const refusal = refusalOf(organization, caller, before, next)
      if (refusal !== undefined) return refusal
      const changed = (["candidate", "external_id", "note"] as const).filter(
        (name) => JSON.stringify(next[name]) !== JSON.stringify(before[name])
      )
      const application = { ...next, version: before.version + 1 }
      const entry = { ...byClient(caller), action: "application.updated", changed }
      organization.submissions.set(id, { ...stored, shown: application, history: [...history, entry] })
      if (before.state !== "UNCONFIRMED" && !isSameEmail(before.candidate.email, application.candidate.email)) {
        moveClaim(organization, before, application)
      }
      return shown(application, String(application.version))
    }
  }
}

export const getApplication: MakeCommand = (situation) => {
  const id = applicationFor(situation)
  const resource = `/v1/applications/${id}`
  return {
    kind: "getApplication",
    needs: ["applications:read"],
    method: "GET",
    path: resource,
    resource,
    answer: () => {
      const found = submissionSeenBy(situation.organization, situation.caller, id)
      return found === undefined ? notFound : shown(found.shown, String(found.shown.version))
    }
  }
}

export const listApplicationHistory: MakeCommand = (situation) => {
  const { caller, choices, organization } = situation
  const id = applicationFor(situation)
  return {
    kind: "listApplicationHistory",
    needs: ["applications:read"],
    method: "GET",
    path: `/v1/applications/${id}/history?limit=${2 + choices.below(8)}`,
    isList: true,
    answer: () => {
      const found = submissionSeenBy(organization, caller, id)
      return found === undefined ? notFound : shown(visibleTo(caller, found.history))
    }
  }
}
