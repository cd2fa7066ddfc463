/**
 * The port to applications. For one job, at most one application of a person owns it: the storage decides it by a unique key.
 */
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import type { ApplicationState } from "@partner-api/domain/ApplicationState"
import type { AgencyId, ApplicationId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

/** A person who applies for a job. */
export interface Applicant {
  readonly organizationId: OrganizationId
  readonly jobId: JobId
  /** Whatever its case: the store normalises it. */
  readonly email: string
}

/** An application of a person for a job that is unconfirmed or owns the person. */
export interface StandingApplication extends Omit<Applicant, "organizationId"> {
  /** As it is compared. */
  readonly email: string
  readonly state: ApplicationState
}

export class ApplicationStore extends Context.Service<
  ApplicationStore,
  {
    /** A page of the applications that meet a filter, in its order, as they are answered. */
    readonly page: (
      organizationId: OrganizationId,
      filter: ApplicationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
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
    /** The number of unconfirmed applications of a person for a job: of one agency, or of all. */
    readonly countUnconfirmed: (
      applicant: Applicant,
      agencyId: AgencyId | undefined
    ) => Effect.Effect<number, StoreError>
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
    /** The applications that agencies' systems call so, for a change within the transaction under way. */
    readonly lockNamed: (
      organizationId: OrganizationId,
      names: ReadonlyArray<{ readonly agencyId: AgencyId; readonly externalId: string }>
    ) => Effect.Effect<ReadonlyArray<StoredApplication>, StoreError>
    /** The applications of people, each for a job, that are unconfirmed or own their person. */
    readonly standing: (
      organizationId: OrganizationId,
      people: ReadonlyArray<Omit<Applicant, "organizationId">>
    ) => Effect.Effect<ReadonlyArray<StandingApplication>, StoreError>
    /** Adds applications. Where another write has taken an external id or a person meanwhile, the transaction is run again. */
    readonly insertAll: (
      organizationId: OrganizationId,
      stored: ReadonlyArray<StoredApplication>
    ) => Effect.Effect<void, StoreError>
    /** Adds an application unless its agency has its external id already, and tells whether it did. */
    readonly insert: (organizationId: OrganizationId, stored: StoredApplication) => Effect.Effect<boolean, StoreError>
    /** Writes the next state of an application. */
    readonly save: (organizationId: OrganizationId, stored: StoredApplication) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/ApplicationStore") {}
