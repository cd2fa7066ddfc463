/**
 * Writes made-up jobs and agencies into an organization. Its journal tells how many, as it does of an import.
 */
import { type Agency } from "@partner-api/domain/Agency"
import { initialFees } from "@partner-api/domain/AgencyFees"
import { recordsImported } from "@partner-api/domain/commands/Import"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type Job, sameJob } from "@partner-api/domain/Job"
import * as Effect from "effect/Effect"
import { record } from "@partner-api/service/services/Journal"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { JobStore } from "@partner-api/service/store/JobStore"

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
