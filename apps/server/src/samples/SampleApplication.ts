/**
 * Made-up applications: the same number always gives the same one. Each has gone the way of the domain to its state, so its history is
 * the one that a partner's would be.
 */
import type { AgencyFees } from "@partner-api/domain/AgencyFees"
import type { ApplicationTransition, NewApplication, StoredApplication } from "@partner-api/domain/Application"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { submitApplication, transition, type TransitionError } from "@partner-api/domain/commands/Application"
import type { Conflict, DuplicateApplication } from "@partner-api/domain/Errors"
import type { AgencyId, ApplicationId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { formerSettings } from "@partner-api/domain/OrganizationSettings"
import type { Decision } from "@partner-api/domain/Journal"
import { firstReasons, type RejectionReason } from "@partner-api/domain/RejectionReason"
import * as Result from "effect/Result"

const people = [
  ["Grace", "Hopper"],
  ["Alan", "Turing"],
  ["Katherine", "Johnson"],
  ["Edsger", "Dijkstra"],
  ["Barbara", "Liskov"],
  ["Konrad", "Zuse"],
  ["Radia", "Perlman"],
  ["Niklaus", "Wirth"],
  ["Hedy", "Lamarr"]
] as const

const confirm = { action: "confirm" } as const
const keep = { action: "keep" } as const
const advance = { action: "advance" } as const
const hire = {
  action: "hire",
  hire: { start_date: "2026-09-01", base_salary_cents: 7_200_000, currency: "EUR", custom_fee: 0 }
} as const

/** The reasons that rejections and withdrawals name in turn; an organization begins with them. The others can be deleted. */
const reasons = {
  reject: ["not_qualified", "salary_too_high", "position_filled"],
  withdraw: ["other_offer", "candidate_withdrew"]
} as const

/** The reason of the nth application. */
const reasonOf = (action: keyof typeof reasons, index: number) => {
  const turn = Math.floor(index / ApplicationState.literals.length)
  const id = reasons[action][turn % reasons[action].length]
  return firstReasons().find((one) => one.id === id)
}

const named = (reason: RejectionReason | undefined) => (reason === undefined ? {} : { reason_id: reason.id })

const feedback = "The team was looking for more experience with payroll."

/** The actions that lead the nth application to each state. */
const waysOf = (index: number): Readonly<Record<ApplicationState, ReadonlyArray<ApplicationTransition>>> => ({
  UNCONFIRMED: [],
  DECLINED: [{ action: "decline" }],
  AWAITING_SORT: [confirm],
  REVIEWING: [confirm, keep],
  INTERVIEWING: [confirm, keep, advance],
  OFFER: [confirm, keep, advance, advance],
  HIRED: [confirm, keep, advance, advance, hire],
  REJECTED: [confirm, keep, { action: "reject", feedback, ...named(reasonOf("reject", index)) }],
  WITHDRAWN: [confirm, { action: "withdraw", ...named(reasonOf("withdraw", index)) }]
})

const dayMs = 86_400_000

/** The place of a sample. */
export interface SamplePlace {
  readonly organizationId: OrganizationId
  readonly id: ApplicationId
  readonly jobId: JobId
  readonly agencyId: AgencyId
  /** The fees of the agency; those of a hire are the first of them. */
  readonly fees: AgencyFees
  /** When it was submitted, in milliseconds since 1970. The actions follow day by day. */
  readonly submittedAtMs: number
}

/** The application with the number `index` in a state: what is stored at last, and the entries of the journal on the way there. */
export const sampleApplication = (
  index: number,
  state: ApplicationState,
  { agencyId, fees, id, jobId, organizationId, submittedAtMs }: SamplePlace
): Result.Result<Decision<StoredApplication>, Conflict | DuplicateApplication | TransitionError> => {
  const [first_name, last_name] = people[index % people.length] ?? people[0]
  const input: NewApplication = {
    job_id: jobId,
    agency_id: agencyId,
    candidate: { first_name, last_name, email: `${first_name}.${last_name}.${index}@example.com`.toLowerCase() }
  }
  const made = { id, nowMs: submittedAtMs }
  const submitted: Result.Result<
    Decision<StoredApplication>,
    Conflict | DuplicateApplication | TransitionError
  > = submitApplication(input, {
    organizationId,
    agencyId,
    agencyStatus: "ACTIVE",
    submittedBy: undefined,
    owner: undefined,
    open: undefined,
    questions: undefined,
    made
  })
  return waysOf(index)[state].reduce(
    (before, command, step) =>
      Result.flatMap(before, ({ entries, next }) =>
        Result.map(
          transition(next, command, {
            organizationId,
            party: "both",
            agencyStatus: "ACTIVE",
            jobStatus: "OPEN",
            employmentType: undefined,
            settings: formerSettings,
            isConsentFile: false,
            owner: undefined,
            // As one from before claims: it holds its person by its state.
            term: undefined,
            hasClaim: false,
            fees,
            reason:
              command.action === "reject" || command.action === "withdraw"
                ? reasonOf(command.action, index)
                : undefined,
            nowMs: submittedAtMs + (step + 1) * dayMs
          }),
          (after) => ({ next: after.next, entries: [...entries, ...after.entries] })
        )
      ),
    submitted
  )
}
