/**
 * Finds before anybody is asked why the platform would refuse a write because of stored records: an email, an external id or a
 * person that another record has, and an assignment that others exclude.
 *
 * Reads the platform only as far as the credentials may read, and other records only where it has filters. The platform itself
 * decides in the end.
 */
import type { Application, ClientError, Listing, OrganizationShape } from "@partner-api/client/effect"
import { ActiveState } from "@partner-api/domain/ApplicationState"
import { externalIdConflict, ownedBy } from "@partner-api/domain/commands/Application"
import { duplicateExternalId } from "@partner-api/domain/commands/ExternalId"
import { putAssignment } from "@partner-api/domain/commands/JobAssignment"
import { type AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { JobAssignment, type NewJobAssignment } from "@partner-api/domain/JobAssignment"
import { readConfirmed, refusedKnownSince } from "@partner-api/domain/KnownSince"
import { limitMax } from "@partner-api/domain/Pagination"
import { isHeldPlacement, PlacementStatus } from "@partner-api/domain/PlacementStatus"
import type { Problem } from "@partner-api/domain/Problem"
import { userConflict } from "@partner-api/domain/User"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { notSent, type ToolFailure } from "../protocol/tool/ToolFailure.ts"
import type { Platform } from "../upstream/Platform.ts"
import { explain, type FailedCall } from "../upstream/UpstreamFailure.ts"
import { hasFilters } from "./ContractMetadata.ts"

/** The first records of a filtered list; none where the platform has no filters or the credentials may not read them. */
const recordsOf = <Upstream>(
  platform: Platform,
  operation: string,
  list: () => Pick<Listing<Upstream>, "page">,
  call: FailedCall
): Effect.Effect<ReadonlyArray<Upstream>, ToolFailure> =>
  hasFilters(platform, operation)
    ? explain(
        Effect.catchTag(
          Effect.map(list().page, ({ content }) => content),
          "Forbidden",
          (): Effect.Effect<ReadonlyArray<Upstream>, ClientError> => Effect.succeed([])
        ),
        call
      )
    : Effect.succeed([])

/** The answer that the platform would give, as a refusal of this server. */
interface Refusal {
  readonly message: string
  readonly details?: ReadonlyArray<Problem>
}

const refused = (
  error: string,
  { details = [], message }: Refusal,
  pathOf: (path: string) => string,
  next: ReadonlyArray<string>
): ToolFailure =>
  notSent(error, `${message} Nothing was done. Look at it, and ask the user.`, {
    fields: details.map((detail) => ({ path: pathOf(detail.path), problem: detail.message })),
    next
  })

/** The refusal of a user whose email another one has. */
export const emailTaken = Effect.fnUntraced(function* (
  platform: Platform,
  { users }: Pick<OrganizationShape, "users">,
  { call, email }: { readonly email: string; readonly call: FailedCall }
) {
  const holders = yield* recordsOf(platform, "users.list", () => users.list({ email, limit: 1 }), call)
  const conflict = userConflict({ id: "", email }, holders)
  return holders.length > 0 ? refused("conflict", conflict, (path) => path, ["get_user", "find_users"]) : undefined
})

/** The statuses of a placement that keeps its person. */
const heldStatuses = PlacementStatus.literals.filter(isHeldPlacement)

interface Person {
  readonly job_id: string
  readonly email: string
  /** The argument that stands for the person. */
  readonly path: string
  readonly call: FailedCall
}

/** The refusal of an application whose person another one owns for the job. */
export const personOwned = Effect.fnUntraced(function* (
  platform: Platform,
  { applications, placements }: Pick<OrganizationShape, "applications" | "placements">,
  { call, email, job_id, path }: Person
) {
  const [active, hired] = yield* Effect.forEach([ActiveState.literals, ["HIRED" as const]], (state) =>
    Effect.map(
      recordsOf(platform, "applications.list", () => applications.list({ job_id, email, state, limit: 1 }), call),
      ([first]) => first
    )
  )
  const heldOf = (application_id: string) => placements.list({ application_id, status: heldStatuses, limit: 1 })
  const held = hired === undefined ? [] : yield* recordsOf(platform, "placements.list", () => heldOf(hired.id), call)
  const owner = active ?? (held.length > 0 ? hired : undefined)
  if (owner === undefined) return undefined
  return refused("duplicate_application", ownedBy({ id: owner.id, isShown: true }), () => path, [
    "get_application",
    "find_applications"
  ])
})

/** The refusal of a rejection by a day from which on the employer knew the person, where that is stated too late or the day is out of range. */
export const notKnownThen = Effect.fnUntraced(function* (
  application: Pick<Application, "confirmed_at" | "ownership" | "state">,
  knownSince: string
) {
  const confirmed = Option.getOrUndefined(readConfirmed(application))
  if (confirmed?.confirmed_at === undefined) return undefined
  const refusal = refusedKnownSince(confirmed, knownSince, yield* Clock.currentTimeMillis)
  if (refusal === undefined) return undefined
  const error = refusal._tag === "Conflict" ? "conflict" : "unprocessable_entity"
  return refused(error, refusal, (path) => path, ["get_application"])
})

interface Named {
  readonly agency_id: string | undefined
  readonly external_id: string | undefined
  readonly call: FailedCall
}

/** The refusal of an application whose external id another one of the agency has. */
export const externalIdTaken = Effect.fnUntraced(function* (
  platform: Platform,
  { applications }: Pick<OrganizationShape, "applications">,
  { agency_id, call, external_id }: Named
) {
  if (external_id === undefined) return undefined
  const query = { external_id, limit: 1, ...(agency_id === undefined ? {} : { agency_id }) }
  const [holder] = yield* recordsOf(platform, "applications.list", () => applications.list(query), call)
  if (holder === undefined) return undefined
  const conflict = externalIdConflict(Option.some(holder))
  return refused("conflict", conflict, (path) => path, ["get_application"])
})

interface NamedJob {
  /** The job that may have it; none for a new one. */
  readonly job_id?: string
  readonly external_id: string | undefined
  readonly call: FailedCall
}

/** The refusal of a job whose external id another one has. */
export const jobNameTaken = Effect.fnUntraced(function* (
  platform: Platform,
  { jobs }: Pick<OrganizationShape, "jobs">,
  { call, external_id, job_id }: NamedJob
) {
  if (external_id === undefined) return undefined
  const [holder] = yield* recordsOf(platform, "jobs.list", () => jobs.list({ external_id, limit: 1 }), call)
  return holder === undefined || holder.id === job_id
    ? undefined
    : refused("conflict", duplicateExternalId("job", holder.id), (path) => path, ["get_job"])
})

interface Assigned {
  readonly job: object
  readonly job_id: string
  readonly agency_id: AgencyId
  readonly terms: NewJobAssignment
  readonly call: FailedCall
}

const readFacts = Schema.decodeUnknownOption(
  Schema.Struct({ organizationId: OrganizationId, job: Job, assignments: Schema.Array(JobAssignment) })
)

/** The refusal of an assignment that the access of the job or the assignments of others do not allow. It reads the first page of them. */
export const assignmentRefused = Effect.fnUntraced(function* (
  { id, jobs }: Pick<OrganizationShape, "jobs"> & { readonly id: string },
  { agency_id, call, job, job_id, terms }: Assigned
) {
  const { content } = yield* explain(jobs.assignments(job_id, { limit: limitMax }).page, call)
  const nowMs = yield* Clock.currentTimeMillis
  const failure = readFacts({ organizationId: id, job, assignments: content }).pipe(
    Option.map((facts) => putAssignment(terms, { ...facts, agencyId: agency_id, nowMs })),
    Option.flatMap(Result.getFailure)
  )
  return Option.isNone(failure)
    ? undefined
    : refused("conflict", failure.value, (path) => path, ["list_assignments", "get_job"])
})
