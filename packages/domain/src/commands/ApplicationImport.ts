/**
 * The command that imports an application: what a line of a file makes of the application that is there, or of none.
 *
 * A new application is written in the state of its line, for the line records what happened elsewhere. A stored one is moved by people
 * alone: a line may correct its candidate and its note as a patch could, and must agree with all else. Pure: what the line refers to, and
 * how the person stands, comes in as arguments.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { type Application, Hire, type StoredApplication } from "../Application.ts"
import {
  type ApplicationLine,
  candidateMembers,
  confirmationOfLine,
  mistake,
  timesOfLine
} from "../ApplicationImport.ts"
import { type ApplicationState, isOpen } from "../ApplicationState.ts"
import { Candidate } from "../Candidate.ts"
import { holdsClaim } from "../Claim.ts"
import { Consent } from "../Consent.ts"
import { Conflict } from "../Errors.ts"
import type { AgencyId, ApplicationId, JobId, OrganizationId } from "../Ids.ts"
import type { JobStatus } from "../Job.ts"
import { type Decision, ofApplication } from "../Journal.ts"
import type { Problem } from "../Problem.ts"
import { openConflict, ownedByAnother } from "./Application.ts"
import { isOfAnother, patchApplication } from "./ApplicationPatch.ts"
import { importedStatus } from "./Placement.ts"

/** An open application of a person for a job. */
export interface OpenApplication {
  readonly agencyId: AgencyId
  readonly state: ApplicationState
  /** Whether it holds a claim on the person. */
  readonly holdsClaim: boolean
}

/** The application that a line would make, as it would stand with its person. */
export const openApplicationOf = (
  { agency_id: agencyId, hire, state }: Pick<Application, "agency_id" | "hire" | "state">,
  nowMs: number
): OpenApplication => ({
  agencyId,
  state,
  holdsClaim: holdsClaim({ state }, hire === undefined ? [] : [importedStatus(hire, nowMs)])
})

/** The facts by which a line is judged. */
export interface ApplicationImportFacts {
  readonly organizationId: OrganizationId
  /** The agency that the line names. */
  readonly agencyId: AgencyId | undefined
  /** The job that the line names. */
  readonly job: { readonly id: JobId; readonly status?: JobStatus } | undefined
  /** The open applications of the person of the line, for the job of the line. */
  readonly open: ReadonlyArray<OpenApplication>
  readonly made: { readonly id: ApplicationId; readonly nowMs: number }
}

type Refusal = ReadonlyArray<Problem>

/** The refusal that a request would get, as a mistake of a line. */
const refusedAs = ({ message }: { readonly message: string }): Refusal => [
  mistake("", "conflict", message.replace(/\.$/, ""))
]

const jobMember = ({ job_id }: ApplicationLine): string => (job_id === undefined ? "/job_external_id" : "/job_id")

const referenceProblems = (line: ApplicationLine, { agencyId, job }: ApplicationImportFacts): Refusal => [
  ...(agencyId === undefined
    ? [mistake("/agency_external_id", "unknown", "is of no agency here; import the agencies first")]
    : []),
  ...(job === undefined ? [mistake(jobMember(line), "unknown", "is of no job here; import the jobs first")] : []),
  // Nobody can apply for a draft, and agencies do not see it.
  ...(job?.status === "DRAFT" ? [mistake(jobMember(line), "conflict", "is of a draft; open the job first")] : [])
]

/** The problems of a state beside the other applications of the person. Nothing that is there is moved to make room. */
const ownershipProblems = (one: OpenApplication, others: ReadonlyArray<OpenApplication>): Refusal => {
  if (!isOpen(one.state)) return []
  const needsClaim = one.holdsClaim || one.state === "UNCONFIRMED"
  if (needsClaim && others.some((other) => other.holdsClaim)) return refusedAs(ownedByAnother)
  const waiting = others.filter(({ state }) => state === "UNCONFIRMED")
  // A confirmation would have withdrawn those that wait, the agency's own too.
  const standing = one.holdsClaim ? others.filter(({ state }) => state !== "UNCONFIRMED") : others
  if (standing.some(({ agencyId }) => agencyId === one.agencyId)) return refusedAs(openConflict)
  if (one.holdsClaim && waiting.length > 0) {
    return refusedAs({ message: "There are unconfirmed applications of this person for this job: withdraw them first" })
  }
  return []
}

/** The application that a line makes where there is none. */
const newApplication = (
  line: ApplicationLine,
  place: Pick<Application, "id" | "job_id" | "agency_id">,
  nowMs: number
): StoredApplication => {
  const state = line.state ?? "UNCONFIRMED"
  const { state_entered_at, ...times } = timesOfLine(line, nowMs)
  const confirmed_at = confirmationOfLine(line, state_entered_at)
  return {
    application: {
      ...place,
      candidate: Struct.pick(line, candidateMembers),
      ...Struct.pick(line, ["note", "external_id", "consent", "hire"]),
      state,
      state_entered_at,
      ...(confirmed_at === undefined ? {} : { confirmed_at }),
      ...(line.feedback === undefined ? {} : { rejection: { feedback: line.feedback } }),
      version: 1,
      ...times
    },
    // Without the stage it was in, an application that is restored is sorted again.
    rejectedFrom: state === "REJECTED" ? (line.rejected_from ?? "AWAITING_SORT") : undefined
  }
}

/** The members that a line can bring, and those that are made where it does not. */
const broughtMembers = [
  "job_id",
  "agency_id",
  "candidate",
  "note",
  "external_id",
  "state",
  "consent",
  "rejection",
  "hire"
] as const
const timeMembers = ["created_at", "state_entered_at", "confirmed_at", "updated_at"] as const

const added = (
  line: ApplicationLine,
  next: StoredApplication,
  organizationId: OrganizationId
): Decision<StoredApplication> => {
  const { application } = next
  const supplied = timeMembers.filter((name) => line[name] !== undefined)
  return {
    next,
    entries: [
      ofApplication(
        {
          organizationId,
          action: "application.imported",
          resource_id: application.id,
          agency_id: application.agency_id,
          changed: broughtMembers.filter((name) => application[name] !== undefined),
          ...(supplied.length === 0 ? {} : { supplied }),
          after: { state: application.state }
        },
        next
      )
    ]
  }
}

const sameHire = /* @__PURE__ */ Schema.toEquivalence(Schema.UndefinedOr(Hire))
const sameCandidate = /* @__PURE__ */ Schema.toEquivalence(Schema.UndefinedOr(Candidate))
const sameConsent = /* @__PURE__ */ Schema.toEquivalence(Schema.UndefinedOr(Consent))

const kept = "is not what is stored, which an import does not change; correct it or leave it out"

/** The differences between a line and a stored application that no import changes. */
const movedProblems = (
  line: ApplicationLine,
  { application, rejectedFrom }: StoredApplication,
  jobId: JobId
): Refusal => {
  if (jobId !== application.job_id) return [mistake(jobMember(line), "conflict", "is not the job of this application")]
  if (line.state !== undefined && line.state !== application.state) return [mistake("/state", "conflict", kept)]
  return [
    ...(line.confirmed_at !== undefined && line.confirmed_at !== application.confirmed_at ? ["/confirmed_at"] : []),
    ...(line.consent !== undefined && !sameConsent(line.consent, application.consent) ? ["/consent"] : []),
    ...(line.hire !== undefined && !sameHire(line.hire, application.hire) ? ["/hire"] : []),
    ...(line.feedback !== undefined && line.feedback !== application.rejection?.feedback ? ["/feedback"] : []),
    ...(line.rejected_from !== undefined && line.rejected_from !== rejectedFrom ? ["/rejected_from"] : [])
  ].map((path) => mistake(path, "conflict", kept))
}

const confirmed = new Conflict({
  message: "The email belongs to the person who has confirmed: correct it with a request, which moves the claim too."
})

/** The candidate and the note of a stored application after a line: what the line leaves out stays. */
const corrected = (
  line: ApplicationLine,
  stored: StoredApplication,
  { made, open, organizationId }: ApplicationImportFacts
): Result.Result<Decision<StoredApplication>, Refusal> => {
  const { candidate, note } = stored.application
  const isNew =
    !sameCandidate({ ...candidate, ...Struct.pick(line, candidateMembers) }, candidate) ||
    (line.note !== undefined && line.note !== note)
  if (!isNew) return Result.succeed({ next: stored, entries: [] })
  const patch = { candidate: Struct.pick(line, candidateMembers), ...Struct.pick(line, ["note"]) }
  return patchApplication(organizationId, stored, patch, made.nowMs).pipe(
    Result.mapError(refusedAs),
    Result.flatMap((decision) => {
      const { application } = decision.next
      const isOther = isOfAnother(stored.application, application)
      if (isOther && application.state !== "UNCONFIRMED") return Result.fail(refusedAs(confirmed))
      const problems = isOther ? ownershipProblems(openApplicationOf(application, made.nowMs), open) : []
      return problems.length > 0 ? Result.fail(problems) : Result.succeed(decision)
    })
  )
}

/** Imports an application. A stored application stays the very same object when the line changes nothing. */
export const importApplication = (
  line: ApplicationLine,
  stored: StoredApplication | undefined,
  facts: ApplicationImportFacts
): Result.Result<Decision<StoredApplication>, Refusal> => {
  const { agencyId, job, made, open, organizationId } = facts
  const unknown = referenceProblems(line, facts)
  if (unknown.length > 0 || agencyId === undefined || job === undefined) return Result.fail(unknown)
  if (stored === undefined) {
    const next = newApplication(line, { id: made.id, job_id: job.id, agency_id: agencyId }, made.nowMs)
    const problems = ownershipProblems(openApplicationOf(next.application, made.nowMs), open)
    return problems.length > 0 ? Result.fail(problems) : Result.succeed(added(line, next, organizationId))
  }
  const moved = movedProblems(line, stored, job.id)
  return moved.length > 0 ? Result.fail(moved) : corrected(line, stored, facts)
}
