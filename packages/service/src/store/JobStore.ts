/**
 * The port to jobs, one by one and by the names another system has for them. Their list is `JobPages`.
 */
import type { JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** What a job is called, and where it stands. */
export type JobIdentity = Pick<Job, "id" | "external_id" | "status">

export class JobStore extends Context.Service<
  JobStore,
  {
    readonly find: (organizationId: OrganizationId, id: JobId) => Effect.Effect<Option.Option<Job>, StoreError>
    /** A job that the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (organizationId: OrganizationId, id: JobId) => Effect.Effect<Option.Option<Job>, StoreError>
    /** Adds a job unless its id or its `external_id` are taken, and tells whether it did. */
    readonly insert: (organizationId: OrganizationId, job: Job) => Effect.Effect<boolean, StoreError>
    /** The jobs that another system calls so, by that name. */
    readonly byExternalId: (
      organizationId: OrganizationId,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Job>, StoreError>
    /** What jobs are called that have one of these ids or external ids. */
    readonly identities: (
      organizationId: OrganizationId,
      keys: { readonly ids: ReadonlyArray<string>; readonly externalIds: ReadonlyArray<string> }
    ) => Effect.Effect<ReadonlyArray<JobIdentity>, StoreError>
    /** Writes jobs, replacing those with the same id. */
    readonly saveAll: (organizationId: OrganizationId, jobs: ReadonlyArray<Job>) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/JobStore") {}
