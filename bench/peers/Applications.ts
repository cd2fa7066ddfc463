/**
 * Applications as every peer takes them: submitted for an open job, and confirmed. They are kept in the product's own table, as columns
 * and the JSON that is answered. Knows the members and the action that the load sends, and no others.
 */
import type { Caller } from "./Caller.ts"
import type { Row, Steps } from "./Database.ts"
import { append, idOf } from "./Journal.ts"
import { database } from "./OpenDatabase.ts"
import { type Person, personIn } from "./Person.ts"
import { conflict, duplicateApplication, invalidTransition, notFound, type Refusal, unprocessable } from "./Refusal.ts"
import type { Soon } from "./Soon.ts"

/** The body of a new application, after its check. */
export interface NewApplication {
  readonly job_id: string
  readonly agency_id: string
  readonly candidate: Person
  readonly note?: string
}

interface Application extends NewApplication {
  readonly id: string
  readonly state: string
  readonly state_entered_at: string
  readonly confirmed_at?: string
  readonly ownership?: { readonly since: string; readonly expires_at: string }
  readonly terms?: { readonly fees: unknown; readonly binding: string; readonly agreed_at: string }
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
}

/** An application, and the text that is kept and answered. */
export interface Written {
  readonly application: Application
  readonly json: string
}

const identifier = /^[A-Za-z0-9_-]{1,64}$/

const isIdentifier = (value: unknown): value is string => typeof value === "string" && identifier.test(value)

/** The new application in a JSON text; none when a member is wrong. */
export const applicationIn = (json: unknown): NewApplication | undefined => {
  const { job_id, agency_id, candidate, note }: Record<string, unknown> = Object(json)
  const person = personIn(candidate)
  return person !== undefined &&
    isIdentifier(job_id) &&
    isIdentifier(agency_id) &&
    (note === undefined || (typeof note === "string" && note.length <= 2_000))
    ? { job_id, agency_id, candidate: person, ...(note === undefined ? {} : { note }) }
    : undefined
}

/** Whether JSON names the action. */
export const isConfirm = (json: unknown): boolean => {
  const { action }: Record<string, unknown> = Object(json)
  return action === "confirm"
}

/** The person who applies, and the job, as the statements take them. */
const applicantOf = (organizationId: string, { candidate, job_id }: NewApplication): [string, string, string] => [
  organizationId,
  job_id,
  candidate.email.toLowerCase()
]

/** Submissions and confirmations of one person for one job happen one after the other. */
function* lockApplicant(applicant: ReadonlyArray<string>): Steps<void> {
  if (database.isShared) yield ["lockApplicant", [["applicant", ...applicant].join("\n")], "no rows"]
}

function* submission(
  { clientId, organizationId }: Caller,
  requestId: string,
  input: NewApplication
): Steps<Written | Refusal> {
  const [agency] = yield ["findAgency", [organizationId, input.agency_id]]
  if (agency === undefined) return unprocessable
  const [job] = yield ["findJobStatus", [organizationId, input.job_id]]
  if (job === undefined) return unprocessable
  if (job[0] !== "OPEN") return conflict
  const applicant = applicantOf(organizationId, input)
  yield* lockApplicant(applicant)
  const [owner] = yield ["findOwner", applicant]
  if (owner !== undefined) return duplicateApplication
  const [open] = yield ["findOpen", [...applicant, input.agency_id]]
  if (open !== undefined) return duplicateApplication

  const now = new Date()
  const time = now.toISOString()
  const { job_id, agency_id, ...rest } = input
  const id = idOf("app_", now)
  const state = "UNCONFIRMED"
  const times = { state_entered_at: time, version: 1, created_at: time, updated_at: time }
  const application = { id, job_id, agency_id, ...rest, state, ...times }
  const json = JSON.stringify(application)
  const values = [organizationId, id, job_id, agency_id, applicant[2], state, now.getTime(), json, clientId]
  yield ["insertApplication", values, "no rows"]
  const entry = {
    action: "application.submitted",
    resource_id: id,
    client_id: clientId,
    agency_id,
    request_id: requestId,
    changed: Object.keys(input),
    after: { state }
  }
  yield* append(organizationId, now, entry, { application }, clientId)
  return { application, json }
}

/** The fees of the agency, as a confirmation keeps them. */
const termsOf = (fees: Row | undefined, agreed_at: string) => ({
  fees: { optimizedFee: Number(fees?.[0]) === 1, customFees: JSON.parse(String(fees?.[1])) },
  binding: "AT_HIRE",
  agreed_at
})

/** The days that a claim lasts in an organization that keeps the setting of a new one. */
const ownershipDays = 180

const claimEnd = (now: Date): string => new Date(now.getTime() + ownershipDays * 86_400_000).toISOString()

/** Moves an application to a state, and appends the entry of the journal. An employer sees it from its confirmation on; its client alone before. */
function* move(
  organizationId: string,
  application: Application,
  submittedBy: string | null,
  state: "AWAITING_SORT" | "WITHDRAWN",
  entry: { readonly action: string; readonly request_id: string; readonly [member: string]: string }
): Steps<Written> {
  const [fees] = state === "AWAITING_SORT" ? yield ["findFees", [organizationId, application.agency_id]] : []
  const now = new Date(Math.max(Date.now(), Date.parse(application.updated_at) + 1))
  const time = now.toISOString()
  const isConfirmed = state === "AWAITING_SORT"
  const onlyClient = isConfirmed ? null : submittedBy
  const next = {
    ...application,
    state,
    state_entered_at: time,
    ...(isConfirmed
      ? { confirmed_at: time, terms: termsOf(fees, time), ownership: { since: time, expires_at: claimEnd(now) } }
      : { withdrawal: { by: "SYSTEM", cause: "OWNERSHIP_TAKEN" } }),
    version: application.version + 1,
    updated_at: time
  }
  const json = JSON.stringify(next)
  yield ["saveApplication", [organizationId, next.id, state, json, now.getTime(), onlyClient], "no rows"]
  const moved = {
    ...entry,
    resource_id: next.id,
    agency_id: next.agency_id,
    changed: isConfirmed ? ["state", "terms"] : ["state", "withdrawal"],
    before: { state: application.state },
    after: { state }
  }
  yield* append(organizationId, now, moved, { application: next }, onlyClient)
  return { application: next, json }
}

/** The client that submitted the application of a row; none where it was stored before the rule. */
const clientIn = (row: Row | undefined): string | null => (typeof row?.[1] === "string" ? row[1] : null)

function* confirmation({ clientId, organizationId }: Caller, requestId: string, id: string): Steps<Written | Refusal> {
  const key = [organizationId, id]
  if (database.isShared) {
    const [seen] = yield ["findApplication", key]
    if (seen === undefined) return notFound
    yield* lockApplicant(applicantOf(organizationId, JSON.parse(String(seen[0]))))
  }
  const [found] = yield ["lockApplication", key]
  if (found === undefined) return notFound
  const application: Application = JSON.parse(String(found[0]))
  const applicant = applicantOf(organizationId, application)
  const [owner] = yield ["findOwner", applicant]
  if (application.state !== "UNCONFIRMED") return invalidTransition
  if (owner !== undefined) return duplicateApplication

  yield ["takeClaim", [...applicant, application.agency_id, id, Date.now()], "no rows"]
  const done = { action: "application.confirmed", client_id: clientId, request_id: requestId }
  const confirmed = yield* move(organizationId, application, clientIn(found), "AWAITING_SORT", done)
  const others = yield ["lockUnconfirmed", applicant]
  for (const { 0: other } of others) {
    const [waiting] = yield ["lockApplication", [organizationId, String(other)]]
    const reason = { actor: "system", reason: "ownership_taken" }
    const withdrawn = { action: "application.withdrawn", ...reason, request_id: requestId }
    yield* move(organizationId, JSON.parse(String(waiting?.[0])), clientIn(waiting), "WITHDRAWN", withdrawn)
  }
  return confirmed
}

/** Adds an application that waits for its person. */
export const submit = (caller: Caller, requestId: string, input: NewApplication): Soon<Written | Refusal> =>
  database.transaction(submission(caller, requestId, input))

/** Makes an application the one that owns its person for the job, and withdraws the others of the person. */
export const confirm = (caller: Caller, requestId: string, id: string): Soon<Written | Refusal> =>
  database.transaction(confirmation(caller, requestId, id))
