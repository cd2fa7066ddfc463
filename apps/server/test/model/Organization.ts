/**
 * All that the model knows of an organization: its records by their ids, each as the service shows it but for times.
 */
import type { Caller } from "./World.ts"

export interface User {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly status: string
}

export interface Job {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly location?: string
  readonly external_id?: string
  readonly salary_min_cents?: number
  readonly salary_max_cents?: number
  readonly currency?: string
  readonly hired_count?: number
}

export type Fee = (
  | { readonly feeType: "FLAT_FEE"; readonly currency: string; readonly feeCents: number }
  | { readonly feeType: "PERCENTAGE_FEE"; readonly feeBasisPoints: number }
) & { readonly note?: string }

export interface Fees {
  readonly optimizedFee: boolean
  readonly customFees: ReadonlyArray<Fee>
}

export interface Candidate {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly phone?: string
}

/** What the model knows of the claim of an application: whether it has an end, and why it ended before that. */
interface Ownership {
  readonly lasts: boolean
  readonly ended_reason?: string
}

/** A claim on a person for a job: the application that made it, and its agency; none where it is the employer's. */
export interface Claim {
  readonly applicationId: string
  readonly agencyId: string | undefined
}

export interface Application {
  readonly id: string
  readonly job_id: string
  readonly agency_id: string
  readonly candidate: Candidate
  readonly note?: string
  readonly external_id?: string
  readonly state: string
  readonly rejection?: { readonly feedback: string; readonly known_since?: string }
  readonly withdrawal?: { readonly by: string; readonly cause?: string }
  readonly hire?: Hire
  readonly terms?: { readonly fees: Fees; readonly binding: string }
  readonly ownership?: Ownership
  readonly version: number
}

/** The terms of a hire, with the fee that it has. */
export interface Hire {
  readonly start_date: string
  readonly base_salary_cents: number
  readonly currency: string
  readonly fee?: object
}

/** What the model knows of the placement of a hire. */
export interface Placement {
  readonly status: "AWAITING_START" | "COMPLETED" | "CANCELLED"
  readonly hasStarted: boolean
  /** The state to which a cancellation returns the application. */
  readonly hiredFrom: string
  readonly version: number
}

/** An entry of a history. `client_id` is shown to the employer alone. */
export interface Change {
  readonly action: string
  readonly changed: ReadonlyArray<string>
  readonly actor: "client" | "system"
  readonly client_id?: string
  readonly reason?: string
  readonly state_before?: string
  readonly state_after?: string
  readonly before?: Fees
  readonly after?: Fees
}

/** A record that counts its changes, where the service does not show them. */
export interface Counted<Record> {
  readonly shown: Record
  readonly version: number
}

export interface Agency {
  readonly id: string
  readonly fees: Fees
  readonly history: ReadonlyArray<Change>
}

export interface Submission {
  readonly shown: Application
  /** The state to which a rejected application returns. */
  readonly rejectedFrom?: string
  /** The placement of its hire. */
  readonly placement?: Placement
  /** The client that submitted it. */
  readonly submittedBy: string
  readonly history: ReadonlyArray<Change>
}

export interface Organization {
  /** Which fees a hire has: the setting. */
  readonly feesApply: string
  readonly users: Map<string, Counted<User>>
  readonly jobs: Map<string, Counted<Job>>
  readonly agencies: Map<string, Agency>
  readonly submissions: Map<string, Submission>
  /** Whether claims last after their applications have ended. */
  readonly claimsLast: boolean
  /** The claims, by job and person. */
  readonly claims: Map<string, Claim>
}

export const newOrganization = (
  agencyIds: ReadonlyArray<string>,
  { claimsLast, feesApply }: Pick<Organization, "claimsLast" | "feesApply">
): Organization => ({
  feesApply,
  users: new Map(),
  jobs: new Map(),
  agencies: new Map(
    agencyIds.map((id) => [id, { id, fees: { optimizedFee: true, customFees: [] }, history: [] }] as const)
  ),
  submissions: new Map(),
  claimsLast,
  claims: new Map()
})

/** A merge patch of a record (RFC 7396): null removes a member. */
export const merged = <R extends object>(record: R, patch: { readonly [Name in keyof R]?: R[Name] | null }): R =>
  Object.fromEntries(Object.entries({ ...record, ...patch }).filter(([, value]) => value !== null)) as R

/** Whether two records are the same, of which one was made from the other. */
export const isSame = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Whether two spellings are one address. */
export const isSameEmail = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** The person of an address: mail for `ada+jobs@example.com` goes to `ada@example.com`. */
const personIn = (email: string): string => email.toLowerCase().replace(/\+.*@/, "@")

/** Whether two addresses are one person's. */
export const isSamePerson = (left: string, right: string): boolean => personIn(left) === personIn(right)

/** The name of the claim on the person of an application. */
export const claimNameOf = ({ candidate, job_id }: Pick<Application, "candidate" | "job_id">): string =>
  `${job_id} ${personIn(candidate.email)}`

/** Who made a change: a client. */
export const byClient = ({ clientId }: Caller): Pick<Change, "actor" | "client_id"> => ({
  actor: "client",
  client_id: clientId
})

/** The history as a caller sees it. */
export const visibleTo = ({ agencyId }: Caller, history: ReadonlyArray<Change>): ReadonlyArray<object> =>
  history.map(({ client_id, ...change }) =>
    agencyId === undefined && client_id !== undefined ? { ...change, client_id } : change
  )

/** An agency that a caller sees: an agency sees itself. */
export const agencySeenBy = ({ agencies }: Organization, caller: Caller, id: string): Agency | undefined =>
  caller.agencyId === undefined || caller.agencyId === id ? agencies.get(id) : undefined

/** A job that a caller sees: drafts are the employer's. */
export const jobSeenBy = ({ jobs }: Organization, caller: Caller, id: string): Counted<Job> | undefined => {
  const job = jobs.get(id)
  return caller.agencyId !== undefined && job?.shown.status === "DRAFT" ? undefined : job
}

/** An application that a caller sees: an agency sees its own, the employer those that were confirmed and those of the calling client. */
export const submissionSeenBy = (
  { submissions }: Organization,
  { agencyId, clientId }: Caller,
  id: string
): Submission | undefined => {
  const submission = submissions.get(id)
  if (submission === undefined) return undefined
  const { history, shown, submittedBy } = submission
  const isOfEmployer = submittedBy === clientId || history.some(({ action }) => action === "application.confirmed")
  return (agencyId === undefined ? isOfEmployer : shown.agency_id === agencyId) ? submission : undefined
}
