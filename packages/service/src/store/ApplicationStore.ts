/**
 * The port to applications. A unique key of the store allows one application of a person for a job that is worked on.
 */
import type { Application, StoredApplication } from "@partner-api/domain/Application"
import type { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import type { Contact } from "@partner-api/domain/CandidateCheck"
import type { OpenApplication } from "@partner-api/domain/commands/ApplicationImport"
import type { AgencyId, ApplicationId, ClientId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { UnconfirmedKind } from "@partner-api/domain/UnconfirmedApplication"
import type { Viewer } from "@partner-api/domain/Viewer"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson, StoredText } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

/** A person who applies for a job. */
export interface Applicant {
  readonly organizationId: OrganizationId
  readonly jobId: JobId
  /** As it was written: the store finds a person by `personalEmail`. */
  readonly email: string
}

/** An open application, with its job and its person. */
export interface OpenApplicant extends Omit<Applicant, "organizationId">, OpenApplication {
  /** The email by which the person is known: in lower case, without a tag. */
  readonly email: string
}

/** The key of an application. */
export interface ApplicationKey {
  readonly organizationId: OrganizationId
  readonly id: ApplicationId
}

/** The most applications that one look gives: each is moved in a transaction of its own. */
export const unconfirmedPerLook = 100

/** The most unconfirmed applications of a person that one statement reads: an application may have 125 KB, and a read is one piece of the event loop. */
export const unconfirmedPerRead = 5

/** The applications of one read of {@link Contact}s. Each has up to 30 KB of JSON, of which SQLite reads two members. */
export const contactsPerRead = 50

export class ApplicationStore extends Context.Service<
  ApplicationStore,
  {
    /** Whether applications may be hidden from the employer: no server of a release before runs, which would show them. */
    readonly mayHide: Effect.Effect<boolean, StoreError>
    /** A page of the applications that match a filter and that a viewer sees, in the order of the filter, as stored JSON. */
    readonly page: (
      organizationId: OrganizationId,
      viewer: Viewer,
      filter: ApplicationFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** The only client of the employer that sees each of these applications; those that the whole employer sees are left out. */
    readonly onlyClients: (
      organizationId: OrganizationId,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, ClientId>, StoreError>
    /** The stored JSON of an application, where a viewer sees it. */
    readonly shown: (
      organizationId: OrganizationId,
      viewer: Viewer,
      id: ApplicationId
    ) => Effect.Effect<Option.Option<StoredText>, StoreError>
    readonly find: (
      organizationId: OrganizationId,
      id: ApplicationId
    ) => Effect.Effect<Option.Option<StoredApplication>, StoreError>
    /**
     * Reads an application and locks it: no other transaction changes it before this one ends. `before` is the application as it was read before the lock,
     * which need not be decoded again where it has not changed.
     */
    readonly lock: (
      organizationId: OrganizationId,
      id: ApplicationId,
      before?: Application
    ) => Effect.Effect<Option.Option<StoredApplication>, StoreError>
    /** Takes the lock of a person and a job: no other transaction submits or moves an application of them before this one ends. */
    readonly lockApplicant: (applicant: Applicant) => Effect.Effect<void, StoreError>
    /** Reads and locks unconfirmed applications of a person for a job, by id; {@link unconfirmedPerRead} at most. */
    readonly unconfirmed: (applicant: Applicant) => Effect.Effect<ReadonlyArray<StoredApplication>, StoreError>
    /**
     * The members by which applications for a job that a viewer sees are compared, the newest first, before one of them; {@link contactsPerRead} at most. An erased one has
     * nothing.
     */
    readonly contacts: (
      organizationId: OrganizationId,
      jobId: JobId,
      viewer: Viewer,
      before: ApplicationId | undefined
    ) => Effect.Effect<ReadonlyArray<Contact>, StoreError>
    /** The number of applications of an agency for a job that count towards the limit of its assignment. */
    readonly countSubmissions: (
      organizationId: OrganizationId,
      jobId: JobId,
      agencyId: AgencyId
    ) => Effect.Effect<number, StoreError>
    /** Reads and locks every application of a person, for any job. */
    readonly lockAll: (
      organizationId: OrganizationId,
      email: string
    ) => Effect.Effect<ReadonlyArray<StoredApplication>, StoreError>
    /** The application of an agency with an external id. */
    readonly byExternalId: (
      organizationId: OrganizationId,
      agencyId: AgencyId,
      externalId: string
    ) => Effect.Effect<Option.Option<StoredApplication>, StoreError>
    /** Reads and locks the applications of agencies with these external ids. */
    readonly lockNamed: (
      organizationId: OrganizationId,
      names: ReadonlyArray<{ readonly agencyId: AgencyId; readonly externalId: string }>
    ) => Effect.Effect<ReadonlyArray<StoredApplication>, StoreError>
    /** The open applications of people, each for a job. */
    readonly openAll: (
      organizationId: OrganizationId,
      people: ReadonlyArray<Omit<Applicant, "organizationId">>
    ) => Effect.Effect<ReadonlyArray<OpenApplicant>, StoreError>
    /** Applications of a kind that were never confirmed and stand so since before a moment; {@link unconfirmedPerLook} at most. */
    readonly unconfirmedSince: (
      kind: UnconfirmedKind,
      beforeMs: number
    ) => Effect.Effect<ReadonlyArray<ApplicationKey>, StoreError>
    /** Adds applications. Where another write has added the same external id or owner meanwhile, the transaction runs again. */
    readonly insertAll: (
      organizationId: OrganizationId,
      stored: ReadonlyArray<StoredApplication>
    ) => Effect.Effect<void, StoreError>
    /** Adds an application; false where its agency has an application with its external id. */
    readonly insert: (organizationId: OrganizationId, stored: StoredApplication) => Effect.Effect<boolean, StoreError>
    /** Writes the next state of an application. */
    readonly save: (organizationId: OrganizationId, stored: StoredApplication) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/ApplicationStore") {}
