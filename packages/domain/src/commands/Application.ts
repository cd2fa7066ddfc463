/**
 * Commands that change applications: the submission, the actions, and the withdrawal of the other applications of a person after a confirmation.
 *
 * All pure: the present, the identifier, the owner of the person and the fees of the agency come in as arguments.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import type { AgencyStatus } from "../Agency.ts"
import type { Application, ApplicationTransition, NewApplication, StoredApplication } from "../Application.ts"
import {
  isAllowed,
  type ApplicationAction,
  type ApplicationState,
  isActive,
  type Party,
  nextState
} from "../ApplicationState.ts"
import { type ClaimTerm, hasLastingClaim, ownershipOf } from "../Claim.ts"
import { possibleActions } from "../PossibleActions.ts"
import type { Consent } from "../Consent.ts"
import { Conflict, DuplicateApplication, InvalidTransition, UnprocessableEntity } from "../Errors.ts"
import type { AgencyId, ApplicationId, ClientId, OrganizationId } from "../Ids.ts"
import type { AuditAction } from "../Audit.ts"
import { answerProblems, keptAnswers } from "../Answer.ts"
import { withStoredPhone } from "../CandidatePhone.ts"
import { type Decision, type JournalEntry, ofApplication } from "../Journal.ts"
import { refusedKnownSince } from "../KnownSince.ts"
import type { Ownership } from "../Ownership.ts"
import type { Problem } from "../Problem.ts"
import type { Question } from "../Question.ts"
import { timeOfChange } from "../RecordTimes.ts"
import type { RejectionReason, RejectionReasonId } from "../RejectionReason.ts"
import { inactiveAgency } from "./Agency.ts"
import { type HireFacts, hireOf } from "./Hire.ts"
import { type ConfirmationFacts, isOfPerson, refusedConfirmation } from "./Confirmation.ts"
import { refusedReason } from "./RejectionReason.ts"
import { type Timestamp, timestampFromMillis } from "../Timestamp.ts"

/** The entry that each action leaves in the journal. */
const actionEntries = {
  confirm: "application.confirmed",
  decline: "application.declined",
  keep: "application.kept",
  advance: "application.advanced",
  hire: "application.hired",
  reject: "application.rejected",
  restore: "application.restored",
  withdraw: "application.withdrawn",
  release: "application.claim_released"
} as const satisfies Record<ApplicationAction, AuditAction>

/** An application that keeps another one out. Only a view that may see it gets its id. */
export interface Owner {
  readonly id: string
  readonly isShown: boolean
}

const owned = "Another application of this person owns the job."

/** The problem of the email of a person who has another application. */
const atEmail = (message: string): ReadonlyArray<Problem> => [
  { in: "body", path: "/candidate/email", code: "conflict", message }
]

/** The refusal of a patch that changes the person to one whom it cannot have. */
const notTheirs = (message: string): Conflict =>
  new Conflict({ message, details: atEmail("is of a person who has another application for this job") })

/** The refusal of a patch that changes the person to one on whom another claim is. */
export const ownedByAnother = notTheirs(owned)

const keptOut = (message: string, { id, isShown }: Owner): DuplicateApplication =>
  new DuplicateApplication({
    message,
    ...(isShown ? { details: atEmail(`belongs to the application ${id}`) } : {})
  })

/** The refusal of a submission or an action where another application has the claim on the person. */
export const ownedBy = (owner: Owner): DuplicateApplication => keptOut(owned, owner)

/** The refusal of an action where another application has made the claim at this moment. */
export const ownedMeanwhile = new DuplicateApplication({ message: owned })

const openAlready = "The agency has an open application of this person for this job already."

/** The refusal of a patch that changes the person to one of whom the agency has an open application. */
export const openConflict = notTheirs(openAlready)

/** The refusal of a telephone number that is none. */
export const unreadPhone = (details: ReadonlyArray<Problem>): UnprocessableEntity =>
  new UnprocessableEntity({ message: "The telephone number of the candidate cannot be stored as E.164.", details })

/** The stored state on which a submission is decided. */
export interface SubmissionFacts {
  readonly organizationId: OrganizationId
  readonly agencyId: AgencyId
  readonly agencyStatus: AgencyStatus
  /** The client that submits; absent where the application is to be shown to the whole employer at once. */
  readonly submittedBy: ClientId | undefined
  /** An application that has the claim on the person, which keeps the agency out. */
  readonly owner: Owner | undefined
  /** The open application of the agency for the person and the job. */
  readonly open: Owner | undefined
  /** The questions of the job. */
  readonly questions: ReadonlyArray<Question> | undefined
  readonly made: { readonly id: ApplicationId; readonly nowMs: number }
}

/**
 * Submits an application. Fails where its answers do not fit the questions of the job, where the agency is inactive, where another application has the claim on
 * the person, or where the agency has an open one of the person.
 */
export const submitApplication = (
  input: NewApplication,
  { agencyId, agencyStatus, made, open, organizationId, owner, questions, submittedBy }: SubmissionFacts
): Result.Result<Decision<StoredApplication>, Conflict | DuplicateApplication | UnprocessableEntity> => {
  const read = withStoredPhone(input.candidate, "/candidate")
  if (Result.isFailure(read)) return Result.fail(unreadPhone(read.failure))
  const details = answerProblems(questions, input.answers)
  if (details.length > 0) {
    return Result.fail(
      new UnprocessableEntity({ message: "The answers do not fit the questions of the job.", details })
    )
  }
  if (agencyStatus === "INACTIVE") return Result.fail(inactiveAgency)
  if (owner !== undefined) return Result.fail(ownedBy(owner))
  if (open !== undefined) return Result.fail(keptOut(openAlready, open))
  const now = timestampFromMillis(made.nowMs)
  const answers = keptAnswers(questions, input.answers)
  const application: Application = {
    id: made.id,
    job_id: input.job_id,
    agency_id: agencyId,
    ...Struct.omit(input, ["job_id", "agency_id", "answers"]),
    candidate: read.success,
    ...(answers.length === 0 ? {} : { answers }),
    state: "UNCONFIRMED",
    state_entered_at: now,
    version: 1,
    created_at: now,
    updated_at: now
  }
  const next: StoredApplication = {
    application,
    rejectedFrom: undefined,
    ...(submittedBy === undefined ? {} : { submittedBy })
  }
  return Result.succeed({
    next,
    entries: [
      ofApplication(
        {
          organizationId,
          action: "application.submitted",
          resource_id: made.id,
          agency_id: agencyId,
          changed: Object.keys(input),
          after: { state: application.state }
        },
        next
      )
    ]
  })
}

/** The refusal of an external id that another application of the agency has. */
export const externalIdConflict = (holder: Option.Option<{ readonly id: string }>): Conflict =>
  new Conflict({
    message: "The agency has an application with this external id already.",
    details: Option.match(holder, {
      onNone: () => [],
      onSome: ({ id }) => [
        {
          in: "body",
          path: "/external_id",
          code: "conflict",
          message: `belongs to the application ${id}`
        } as const
      ]
    })
  })

/** The stored state on which an action is decided, beside the application; that of a confirmation is looked at for a confirmation alone. */
export interface TransitionFacts extends ConfirmationFacts, HireFacts {
  readonly organizationId: OrganizationId
  readonly party: Party
  /** Another application whose claim on the person keeps this one out. */
  readonly owner: Owner | undefined
  /** The hire of the person for the job by the same agency, whose claim may be over: it is open, and stays the only one. */
  readonly hired?: Owner | undefined
  /** The claim that the action makes; none where it makes none. */
  readonly term: ClaimTerm | undefined
  /** Whether the claim on the person is this application's. */
  readonly hasClaim: boolean
  /** Whether the person acts, by a link. */
  readonly isByPerson?: boolean
  /** The reason that the action names, where the organization has it. */
  readonly reason?: RejectionReason | undefined
}

/** An action with what it needs; the consent of a confirmation by a link is the service's. */
export type Command =
  | Exclude<ApplicationTransition, { readonly action: "confirm" }>
  | { readonly action: "confirm"; readonly consent?: Consent }

/** The reason that an action names. */
export const namedReason = (command: Command): RejectionReasonId | undefined =>
  command.action === "reject" || command.action === "withdraw" ? command.reason_id : undefined

const sentenceOf = (state: ApplicationState, allowed: ReadonlyArray<ApplicationAction>): string =>
  allowed.length === 0 ? `must be none: no action is possible in ${state}` : `must be one of ${allowed.join(", ")}`

/** The refusal of an action that the state does not allow. It lists the allowed actions. */
const notPossible = (
  application: Application,
  action: ApplicationAction,
  { nowMs, party, settings }: Pick<TransitionFacts, "nowMs" | "party" | "settings">
): InvalidTransition => {
  const { state } = application
  const allowed = possibleActions(application, party).filter(
    (one) => !isOfPerson(one, settings) && one !== action && (one !== "release" || hasLastingClaim(application, nowMs))
  )
  return new InvalidTransition({
    message: `The action ${action} is not possible in the state ${state}.`,
    details: [{ in: "body", path: "/action", code: "not_allowed", message: sentenceOf(state, allowed) }]
  })
}

/** The members that an action brings. */
type BroughtMembers = Partial<
  Pick<Application, "rejection" | "withdrawal" | "hire" | "confirmed_at" | "consent" | "ownership" | "terms">
>

/** The application in its next state. */
const moved = (
  application: Application,
  state: ApplicationState,
  nowMs: number,
  members: BroughtMembers
): Application => {
  const now = timeOfChange(application.updated_at, nowMs)
  return {
    ...Struct.omit(application, ["rejection"]),
    ...members,
    state,
    state_entered_at: now,
    version: application.version + 1,
    updated_at: now
  }
}

const isKnown = ({ rejection }: Application): boolean => rejection?.known_since !== undefined

const entryOf = (
  organizationId: OrganizationId,
  { agency_id, id, state }: Application,
  next: StoredApplication,
  action: ApplicationAction,
  cause: Pick<JournalEntry, "actor" | "reason"> = {}
): JournalEntry =>
  ofApplication(
    {
      organizationId,
      action: actionEntries[action],
      resource_id: id,
      agency_id,
      ...cause,
      changed: [
        "state",
        ...(action === "reject" || action === "restore" ? ["rejection"] : []),
        ...(isKnown(next.application) ? ["ownership"] : []),
        ...(action === "hire" ? ["hire"] : []),
        ...(action === "withdraw" ? ["withdrawal"] : []),
        ...(action === "confirm" && next.application.consent !== undefined ? ["consent"] : []),
        ...(action === "confirm" ? ["terms"] : [])
      ],
      before: { state },
      after: { state: next.application.state }
    },
    next
  )

/** The claim of an application that has ended before its time. */
const ended = (
  { confirmed_at, ownership }: Application,
  ended_reason: NonNullable<Ownership["ended_reason"]>,
  now: Timestamp
): Ownership => ({ ...(ownership ?? { since: confirmed_at ?? now }), ended_at: now, ended_reason })

/** The members that an action sets. */
const membersOf = (
  command: Command,
  application: Application,
  facts: TransitionFacts,
  now: Timestamp
): Result.Result<BroughtMembers, Conflict | UnprocessableEntity> => {
  switch (command.action) {
    case "hire":
      return Result.map(hireOf(command.hire, application, facts), (hire) => ({ hire }))
    case "reject":
      return Result.succeed({
        rejection: Struct.omit(command, ["action"]),
        ...(command.known_since === undefined ? {} : { ownership: ended(application, "KNOWN_TO_EMPLOYER", now) })
      })
    case "restore":
      return Result.succeed(facts.term === undefined ? {} : { ownership: ownershipOf(facts.term) })
    case "confirm":
      return Result.succeed({
        confirmed_at: now,
        ...(facts.term === undefined ? {} : { ownership: ownershipOf(facts.term) }),
        ...(command.consent === undefined ? {} : { consent: command.consent }),
        terms: { fees: facts.fees, binding: facts.settings.fees_apply, agreed_at: now }
      })
    case "withdraw":
      return Result.succeed({
        withdrawal: { by: facts.isByPerson === true ? "CANDIDATE" : "AGENCY", ...Struct.omit(command, ["action"]) }
      })
    default:
      return Result.succeed({})
  }
}

const knownPerson = new Conflict({
  message: "The employer knew this person: the claim is not the agency's any more, and the rejection stays."
})

/** The refusal of an action that the state allows. */
const refusedAction = (
  application: Application,
  command: Command,
  facts: TransitionFacts
): Conflict | UnprocessableEntity | InvalidTransition | undefined => {
  switch (command.action) {
    case "confirm":
      return refusedConfirmation(command.consent, facts)
    case "reject":
      return command.known_since === undefined
        ? undefined
        : refusedKnownSince(application, command.known_since, facts.nowMs)
    case "restore":
      return isKnown(application) ? knownPerson : undefined
    case "release":
      return facts.hasClaim && hasLastingClaim(application, facts.nowMs)
        ? undefined
        : notPossible(application, command.action, facts)
    default:
      return undefined
  }
}

/** Gives up the claim of an application that has ended; its state stays. */
const released = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  nowMs: number
): Decision<StoredApplication> => {
  const { application } = stored
  const now = timeOfChange(application.updated_at, nowMs)
  const next = {
    ...stored,
    application: {
      ...application,
      ownership: ended(application, "RELEASED", now),
      version: application.version + 1,
      updated_at: now
    }
  }
  const entry = {
    organizationId,
    action: actionEntries.release,
    resource_id: application.id,
    agency_id: application.agency_id,
    changed: ["ownership"]
  }
  return { next, entries: [ofApplication(entry, next)] }
}

/** The errors of an action. */
export type TransitionError = InvalidTransition | DuplicateApplication | Conflict | UnprocessableEntity

/**
 * Takes an action on an application. Checks the state first, then what the action needs, then the claim on the person, then the reason of a rejection or a withdrawal
 * and the fees of a hire.
 */
export const transition = (
  stored: StoredApplication,
  command: Command,
  facts: TransitionFacts
): Result.Result<Decision<StoredApplication>, TransitionError> => {
  const { application, rejectedFrom } = stored
  const { hired, nowMs, organizationId, owner, party } = facts
  const { action } = command
  const { erased_at, state } = application
  // A claim outlasts the person: its agency gives up that of an erased application too.
  const mayAct = erased_at === undefined || action === "release"
  const target = mayAct && isAllowed(state, action, party) ? nextState(state, action, rejectedFrom) : undefined
  if (target === undefined) return Result.fail(notPossible(application, action, facts))
  const refused = refusedAction(application, command, facts)
  if (refused !== undefined) return Result.fail(refused)
  if (action === "release") return Result.succeed(released(organizationId, stored, nowMs))
  // One application owns the person for the job.
  const claims = isActive(target) && !isActive(state)
  if (claims && owner !== undefined) return Result.fail(ownedBy(owner))
  if (claims && hired !== undefined) return Result.fail(keptOut(openAlready, hired))
  const wrongReason = refusedReason(namedReason(command), facts.reason)
  if (wrongReason !== undefined) return Result.fail(wrongReason)
  return Result.map(membersOf(command, application, facts, timeOfChange(application.updated_at, nowMs)), (members) => {
    const next: StoredApplication = {
      ...stored,
      application: moved(application, target, nowMs, members),
      rejectedFrom: target === "REJECTED" && isActive(state) ? state : undefined
    }
    return {
      next,
      entries: [entryOf(organizationId, application, next, action)]
    }
  })
}

/** Withdraws an unconfirmed application because another one of the person was confirmed. */
export const ownershipTaken = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  nowMs: number
): Decision<StoredApplication> => {
  const { application } = stored
  const withdrawal = { by: "SYSTEM", cause: "OWNERSHIP_TAKEN" } as const
  const next = {
    ...stored,
    application: moved(application, "WITHDRAWN", nowMs, { withdrawal }),
    rejectedFrom: undefined
  }
  return {
    next,
    entries: [entryOf(organizationId, application, next, "withdraw", { actor: "system", reason: "ownership_taken" })]
  }
}

/** Withdraws an application whose person has not confirmed in time; one that does not wait any more stays as it is. */
export const confirmationExpired = (
  organizationId: OrganizationId,
  stored: StoredApplication,
  nowMs: number
): Decision<StoredApplication> => {
  const { application } = stored
  const { agency_id, id, state } = application
  if (state !== "UNCONFIRMED") return { next: stored, entries: [] }
  const withdrawal = { by: "SYSTEM", cause: "CONFIRMATION_EXPIRED" } as const
  const next = {
    ...stored,
    application: moved(application, "WITHDRAWN", nowMs, { withdrawal }),
    rejectedFrom: undefined
  }
  const entry = {
    organizationId,
    action: "application.confirmation_expired",
    resource_id: id,
    agency_id,
    changed: ["state", "withdrawal"],
    before: { state },
    after: { state: next.application.state }
  } as const
  return { next, entries: [ofApplication(entry, next)] }
}
