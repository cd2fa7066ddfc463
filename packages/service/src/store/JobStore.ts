/**
 * The port to jobs: reads by id and by `external_id`, and writes. The port to the pages of their list is `JobPages`.
 */
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The ids and the status of a job. */
export type JobIdentity = Pick<Job, "id" | "external_id" | "status">

export class JobStore extends Context.Service<
  JobStore,
  {
    readonly find: (organizationId: OrganizationId, id: JobId) => Effect.Effect<Option.Option<Job>, StoreError>
    /** The job, where a view shows it: that of the employer, or that of an agency. */
    readonly findShown: (
      organizationId: OrganizationId,
      agencyId: AgencyId | undefined,
      id: JobId
    ) => Effect.Effect<Option.Option<Job>, StoreError>
    /** The same, locked for a submission: no other transaction changes the job or who sees it before this one ends. */
    readonly lockShown: (
      organizationId: OrganizationId,
      agencyId: AgencyId | undefined,
      id: JobId
    ) => Effect.Effect<Option.Option<Job>, StoreError>
    /** Reads a job and locks it: no other transaction changes it before this one ends. */
    readonly lock: (organizationId: OrganizationId, id: JobId) => Effect.Effect<Option.Option<Job>, StoreError>
    /** Adds a job; false where another job has its id or its `external_id`. */
    readonly insert: (organizationId: OrganizationId, job: Job) => Effect.Effect<boolean, StoreError>
    /** The jobs with these external ids, by external id. */
    readonly byExternalId: (
      organizationId: OrganizationId,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Job>, StoreError>
    /** The identities of the jobs with one of these ids or external ids. */
    readonly identities: (
      organizationId: OrganizationId,
      keys: { readonly ids: ReadonlyArray<string>; readonly externalIds: ReadonlyArray<string> }
    ) => Effect.Effect<ReadonlyArray<JobIdentity>, StoreError>
    /** Adds jobs, and replaces those with the same id. */
    readonly saveAll: (organizationId: OrganizationId, jobs: ReadonlyArray<Job>) => Effect.Effect<void, StoreError>
    /** Counts a job as written now, for lists with `updated_since`. The job stays as it is, with its ETag. */
    readonly touch: (organizationId: OrganizationId, id: JobId) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/JobStore") {}
