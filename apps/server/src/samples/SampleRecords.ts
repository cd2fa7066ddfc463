/**
 * Writes made-up jobs, agencies, users and applications into an organization. Its journal has their numbers, as for an import.
 */
import { type Agency } from "@partner-api/domain/Agency"
import { type AgencyFees, initialFees } from "@partner-api/domain/AgencyFees"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { putAssignment } from "@partner-api/domain/commands/JobAssignment"
import { recordsImported } from "@partner-api/domain/commands/Import"
import { AgencyId, ApplicationId, type OrganizationId } from "@partner-api/domain/Ids"
import type { NewJobAssignment } from "@partner-api/domain/JobAssignment"
import { type Job, sameJob } from "@partner-api/domain/Job"
import type { User } from "@partner-api/domain/User"
import * as Effect from "effect/Effect"
import { record } from "@partner-api/service/services/Journal"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { ApplicationStore } from "@partner-api/service/store/ApplicationStore"
import { JobAssignmentStore } from "@partner-api/service/store/JobAssignmentStore"
import { JobStore } from "@partner-api/service/store/JobStore"
import { PlacementStore } from "@partner-api/service/store/PlacementStore"
import { UserStore } from "@partner-api/service/store/UserStore"
import { sampleApplication } from "./SampleApplication.ts"
import { samplePlacement } from "./SamplePlacement.ts"
import { hourMs, sampleJobId, samplesBeginMs } from "./SampleJob.ts"

/** Writes those of the jobs that are missing or differ. */
export const writeSampleJobs = Effect.fnUntraced(function* (organizationId: OrganizationId, jobs: ReadonlyArray<Job>) {
  const store = yield* JobStore
  const names = jobs.flatMap(({ external_id }) => (external_id === undefined ? [] : [external_id]))
  if (names.length === 0) return
  const stored = new Map([...(yield* store.byExternalId(organizationId, names)).values()].map((job) => [job.id, job]))
  const changed = jobs.filter((job) => {
    const before = stored.get(job.id)
    return before === undefined || !sameJob(job, before)
  })
  if (changed.length === 0) return
  yield* store.saveAll(organizationId, changed)
  const created = jobs.filter(({ id }) => !stored.has(id)).length
  yield* record(recordsImported(organizationId, "jobs", { created, updated: changed.length - created }))
})

/** Adds agencies with the fees of new ones to an organization that has none of them. */
export const writeSampleAgencies = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  agencies: ReadonlyArray<Agency>
) {
  const store = yield* AgencyStore
  yield* Effect.forEach(agencies, (agency) => store.insert(organizationId, agency, initialFees), { discard: true })
  yield* record(recordsImported(organizationId, "agencies", { created: agencies.length, updated: 0 }))
})

/** Adds users to an organization that has none of them. */
export const writeSampleUsers = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  users: ReadonlyArray<User>
) {
  const store = yield* UserStore
  yield* store.insertAll(organizationId, users)
  yield* record(recordsImported(organizationId, "users", { created: users.length, updated: 0 }))
})

/** An assignment of a job to an agency, with its terms. */
export interface SampleAssignment {
  /** The number of the job. */
  readonly job: number
  readonly agencyId: string
  readonly terms: NewJobAssignment
}

/** Assigns jobs to agencies, which see them from the moment of the samples on. */
export const writeSampleAssignments = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  jobs: ReadonlyArray<Job>,
  assignments: ReadonlyArray<SampleAssignment>
) {
  const store = yield* JobAssignmentStore
  for (const { agencyId, job: number, terms } of assignments) {
    const job = jobs.find(({ id }) => id === sampleJobId(number))
    if (job === undefined) continue
    const facts = { organizationId, agencyId: AgencyId.make(agencyId), job, assignments: [], nowMs: samplesBeginMs }
    const { entries, next } = yield* Effect.fromResult(putAssignment(terms, facts))
    yield* store.save(organizationId, next)
    yield* record(entries)
  }
})

/** The fees that hires of samples have. */
const hireFees: AgencyFees = {
  optimizedFee: false,
  customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
}

/**
 * Adds the applications with the numbers from `first`, `count` of them, for open jobs of an organization: one in each state, then one in
 * each state again. Agencies and jobs take turns.
 */
export const writeSampleApplications = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  jobs: ReadonlyArray<Job>,
  agencies: ReadonlyArray<Agency>,
  { count, first }: { readonly first: number; readonly count: number }
) {
  const store = yield* ApplicationStore
  const placements = yield* PlacementStore
  const open = jobs.filter(({ status }) => status === "OPEN")
  for (let index = first; index < first + count; index++) {
    const [job, agency] = [open[index % open.length], agencies[index % agencies.length]]
    const state = ApplicationState.literals[index % ApplicationState.literals.length]
    if (job === undefined || agency === undefined || state === undefined) return
    const { entries, next } = yield* Effect.fromResult(
      sampleApplication(index, state, {
        organizationId,
        id: ApplicationId.make(`app_${job.id.slice("job_".length)}_${index + 1}`),
        jobId: job.id,
        agencyId: agency.id,
        fees: hireFees,
        submittedAtMs: samplesBeginMs + index * hourMs
      })
    )
    yield* store.insert(organizationId, next)
    yield* record(entries)
    const placement = samplePlacement(organizationId, next.application)
    if (placement === undefined) continue
    const placed = yield* Effect.fromResult(placement)
    yield* placements.insertAll(organizationId, [placed.next])
    yield* record(placed.entries)
  }
})
