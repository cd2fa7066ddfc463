/**
 * The port to assignments of jobs. `JobStore` and `JobPages` return the jobs that an agency sees by them.
 */
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { JobAssignment } from "@partner-api/domain/JobAssignment"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

/** The key of an assignment. */
export interface AssignmentKey {
  readonly organizationId: OrganizationId
  readonly jobId: JobId
  readonly agencyId: AgencyId
}

/** The most pending assignments that one look gives: each becomes active in a transaction of its own. */
export const assignmentsPerLook = 100

/** A page of stored assignments; the id of each is that of its other side. */
type Page = Effect.Effect<FoundRows<StoredJson>, StoreError>

export class JobAssignmentStore extends Context.Service<
  JobAssignmentStore,
  {
    /**
     * Whether every program on the database supports the audience of jobs. Where they do, no program that does not starts from the transaction under way on.
     */
    readonly mayHide: Effect.Effect<boolean, StoreError>
    readonly find: (key: AssignmentKey) => Effect.Effect<Option.Option<JobAssignment>, StoreError>
    /** Reads an assignment and locks it: no other transaction counts submissions by it before this one ends. */
    readonly lock: (key: AssignmentKey) => Effect.Effect<Option.Option<JobAssignment>, StoreError>
    /** Every assignment of a job, which the transaction under way has locked. */
    readonly ofJob: (
      organizationId: OrganizationId,
      jobId: JobId
    ) => Effect.Effect<ReadonlyArray<JobAssignment>, StoreError>
    /** A page of the assignments of a job, by agency. */
    readonly pageOfJob: (organizationId: OrganizationId, jobId: JobId, request: PageRequest) => Page
    /** A page of the assignments of an agency, by job. */
    readonly pageOfAgency: (organizationId: OrganizationId, agencyId: AgencyId, request: PageRequest) => Page
    /** The same of the assignments that the agency sees: those that are active, of jobs that are published. */
    readonly pageShown: (organizationId: OrganizationId, agencyId: AgencyId, request: PageRequest) => Page
    /** Adds an assignment, or replaces it. The job is locked. */
    readonly save: (organizationId: OrganizationId, assignment: JobAssignment) => Effect.Effect<void, StoreError>
    /** Removes an assignment. The job is locked. */
    readonly remove: (key: AssignmentKey) => Effect.Effect<void, StoreError>
    /** The moment of the pending assignment that is due first, in milliseconds since 1970. */
    readonly firstDueMs: Effect.Effect<Option.Option<number>, StoreError>
    /** Pending assignments whose moment has come, the longest due first; {@link assignmentsPerLook} at most. */
    readonly due: (nowMs: number) => Effect.Effect<ReadonlyArray<AssignmentKey>, StoreError>
  }
>()("@partner-api/service/JobAssignmentStore") {}
