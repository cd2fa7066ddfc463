/**
 * Commands that change applications: the submission, the actions, and the withdrawal of the other applications of a person after a confirmation.
 *
 * All pure: the present, the identifier, the owner of the person and the fees of the agency come in as arguments.
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import type { AgencyStatus } from "../Agency.ts"
import type { AgencyFees } from "../AgencyFees.ts"
import type {
  Application,
  ApplicationTransition,
  Hire,
  NewApplication,
  NewHire,
  StoredApplication
} from "../Application.ts"
import { unconfirmedMax } from "../Application.ts"
import {
  allowedActions,
  type ApplicationAction,
  type ApplicationState,
  isActive,
  type Party,
  isOwning,
  nextState
} from "../ApplicationState.ts"
import type { Consent } from "../Consent.ts"
import { Conflict, DuplicateApplication, InvalidTransition, UnprocessableEntity } from "../Errors.ts"
import { chooseFee } from "../HireFee.ts"
import type { AgencyId, ApplicationId, ClientId, OrganizationId } from "../Ids.ts"
import type { AuditAction } from "../Audit.ts"
import { answerProblems, keptAnswers } from "../Answer.ts"
import { withStoredPhone } from "../CandidatePhone.ts"
import { type Decision, type JournalEntry, ofApplication } from "../Journal.ts"
import type { Problem } from "../Problem.ts"
import type { Question } from "../Question.ts"
import { timeOfChange } from "../RecordTimes.ts"
import type { RejectionReason, RejectionReasonId } from "../RejectionReason.ts"
import { inactiveAgency } from "./Agency.ts"
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
  withdraw: "application.withdrawn"
} as const satisfies Record<ApplicationAction, AuditAction>

/** The application that owns a person for a job. Only a view that may see it gets its id. */
export interface Owner {
  readonly id: string
  readonly isShown: boolean
}

const owned = "Another application of this person owns the job."

/** The refusal of a patch that changes the person to one whom another application owns. */
export const ownedByAnother = new Conflict({ message: owned })

/** The refusal of a submission or an action where another application owns the person. */
export const ownedBy = ({ id, isShown }: Owner): DuplicateApplication =>
  new DuplicateApplication({
    message: owned,
    ...(isShown
      ? {
          details: [
            {
              in: "body",
              path: "/candidate/email",
              code: "conflict",
              message: `belongs to the application ${id}`
            } as const
          ]
        }
      : {})
  })

/** A party that adds an unconfirmed application. */
type Submitter = keyof typeof unconfirmedMax

const holders: Readonly<Record<Submitter, string>> = { employer: "The organization", agency: "The agency" }

/**
 * The refusal of another unconfirmed application of a person, where the party has the maximum of those that it sees.
 */
export const tooManyUnconfirmed = (party: Submitter, count: number): Conflict | undefined =>
  count < unconfirmedMax[party]
    ? undefined
    : new Conflict({
        message: `${holders[party]} has ${count} unconfirmed applications of this person for this job, and at most ${unconfirmedMax[party]}: withdraw one of them first.`
      })

/** The refusal of a telephone number that is none. */
export const unreadPhone = (details: ReadonlyArray<Problem>): UnprocessableEntity =>
  new UnprocessableEntity({ message: "The telephone number of the candidate cannot be stored as E.164.", details })

/** The stored state on which a submission is decided. */
export interface SubmissionFacts {
  readonly organizationId: OrganizationId
  readonly agencyId: AgencyId
  readonly agencyStatus: AgencyStatus
  readonly party: Submitter
  /** The client that submits; absent where the application is to be shown to the whole employer at once. */
  readonly submittedBy: ClientId | undefined
  readonly owner: Owner | undefined
  /** The number of unconfirmed applications of the person for the job that the party sees. */
  readonly unconfirmed: number
  /** The questions of the job. */
  readonly questions: ReadonlyArray<Question> | undefined
  readonly made: { readonly id: ApplicationId; readonly nowMs: number }
}

/**
 * Submits an application. Fails where its answers do not fit the questions of the job, where the agency is inactive, where another application owns the person,
 * or where the person has too many unconfirmed ones.
 */
export const submitApplication = (
  input: NewApplication,
  { agencyId, agencyStatus, party, made, organizationId, owner, questions, submittedBy, unconfirmed }: SubmissionFacts
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
  const refusal = tooManyUnconfirmed(party, unconfirmed)
  if (refusal !== undefined) return Result.fail(refusal)
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
export interface TransitionFacts extends ConfirmationFacts {
  readonly organizationId: OrganizationId
  readonly party: Party
  /** Another application that owns the person for the job. */
  readonly owner: Owner | undefined
  /** The fees of the agency, for a hire. */
  readonly fees: AgencyFees
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
  { erased_at, state }: Application,
  action: ApplicationAction,
  { party, settings }: Pick<TransitionFacts, "party" | "settings">
): InvalidTransition => {
  const possible = erased_at === undefined ? allowedActions(state, party) : []
  const allowed = possible.filter((one) => !isOfPerson(one, settings))
  return new InvalidTransition({
    message: `The action ${action} is not possible in the state ${state}.`,
    details: [{ in: "body", path: "/action", code: "not_allowed", message: sentenceOf(state, allowed) }]
  })
}

/** The members that an action brings. */
type BroughtMembers = Partial<Pick<Application, "rejection" | "withdrawal" | "hire" | "confirmed_at" | "consent">>

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
        ...(action === "hire" ? ["hire"] : []),
        ...(action === "withdraw" ? ["withdrawal"] : []),
        ...(action === "confirm" && next.application.consent !== undefined ? ["consent"] : [])
      ],
      before: { state },
      after: { state: next.application.state }
    },
    next
  )

/** The hire that an application keeps: its terms and a copy of the fee. */
const hireOf = (hire: NewHire, fees: AgencyFees): Result.Result<Hire, Conflict | UnprocessableEntity> =>
  Result.map(chooseFee(fees, hire), (chosen) => ({ ...Struct.omit(hire, ["custom_fee", "expected_fee"]), ...chosen }))

/** The members that an action sets. */
const membersOf = (
  command: Command,
  { fees, isByPerson }: Pick<TransitionFacts, "fees" | "isByPerson">,
  now: Timestamp
): Result.Result<BroughtMembers, Conflict | UnprocessableEntity> => {
  switch (command.action) {
    case "hire":
      return Result.map(hireOf(command.hire, fees), (hire) => ({ hire }))
    case "reject":
      return Result.succeed({ rejection: Struct.omit(command, ["action"]) })
    case "confirm":
      return Result.succeed({
        confirmed_at: now,
        ...(command.consent === undefined ? {} : { consent: command.consent })
      })
    case "withdraw":
      return Result.succeed({
        withdrawal: { by: isByPerson === true ? "CANDIDATE" : "AGENCY", ...Struct.omit(command, ["action"]) }
      })
    default:
      return Result.succeed({})
  }
}

/** The errors of an action. */
export type TransitionError = InvalidTransition | DuplicateApplication | Conflict | UnprocessableEntity

/**
 * Takes an action on an application. Checks the state first, then the agency and the job of a confirmation, then the owner of the person, then the reason of a rejection or a withdrawal and the fees of a hire.
 */
export const transition = (
  stored: StoredApplication,
  command: Command,
  facts: TransitionFacts
): Result.Result<Decision<StoredApplication>, TransitionError> => {
  const { application, rejectedFrom } = stored
  const { nowMs, organizationId, owner, party } = facts
  const { action } = command
  const { erased_at, state } = application
  const target =
    erased_at === undefined && allowedActions(state, party).includes(action)
      ? nextState(state, action, rejectedFrom)
      : undefined
  if (target === undefined) return Result.fail(notPossible(application, action, facts))
  const refused = command.action === "confirm" ? refusedConfirmation(command.consent, facts) : undefined
  if (refused !== undefined) return Result.fail(refused)
  // One application owns the person for the job.
  if (owner !== undefined && isOwning(target) && !isOwning(state)) return Result.fail(ownedBy(owner))
  const wrongReason = refusedReason(namedReason(command), facts.reason)
  if (wrongReason !== undefined) return Result.fail(wrongReason)
  return Result.map(membersOf(command, facts, timeOfChange(application.updated_at, nowMs)), (members) => {
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
