/**
 * The port to applications. For one job, at most one application of a person owns it: the storage decides it by a unique key.
 */
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import type { AgencyId, ApplicationId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** A person who applies for a job. */
export interface Applicant {
  readonly organizationId: OrganizationId
  readonly jobId: JobId
  /** Whatever its case: the store normalises it. */
  readonly email: string
}

export class ApplicationStore extends Context.Service<
  ApplicationStore,
  {
    /** A page of the applications that meet a filter, in its order. */
    readonly page: (
      organizationId: OrganizationId,
      filter: ApplicationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<Application>, StoreError>
    readonly find: (
      organizationId: OrganizationId,
      id: ApplicationId
    ) => Effect.Effect<Option.Option<StoredApplication>, StoreError>
    /** An application that the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (
      organizationId: OrganizationId,
      id: ApplicationId
    ) => Effect.Effect<Option.Option<StoredApplication>, StoreError>
    /** Within a transaction: nobody else submits or moves an application of this person for this job before it ends. */
    readonly lockApplicant: (applicant: Applicant) => Effect.Effect<void, StoreError>
    /** The application that owns a person for a job. */
    readonly owner: (applicant: Applicant) => Effect.Effect<Option.Option<Application>, StoreError>
    /** The unconfirmed applications of a person for a job. */
    readonly unconfirmed: (applicant: Applicant) => Effect.Effect<ReadonlyArray<StoredApplication>, StoreError>
    /** Every application of a person, whatever the job, for a change within the transaction under way. */
    readonly lockAll: (
      organizationId: OrganizationId,
      email: string
    ) => Effect.Effect<ReadonlyArray<StoredApplication>, StoreError>
    /** The application that an agency's system calls so. */
    readonly byExternalId: (
      organizationId: OrganizationId,
      agencyId: AgencyId,
      externalId: string
    ) => Effect.Effect<Option.Option<Application>, StoreError>
    /** Adds an application unless its agency has its external id already, and tells whether it did. */
    readonly insert: (organizationId: OrganizationId, stored: StoredApplication) => Effect.Effect<boolean, StoreError>
    /** Writes the next state of an application. */
    readonly save: (organizationId: OrganizationId, stored: StoredApplication) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/ApplicationStore") {}
