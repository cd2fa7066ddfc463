/**
 * The port to organizations and the grants that open them.
 */
import type { ApplicationState } from "@partner-api/domain/ApplicationState"
import type { Grant } from "@partner-api/domain/Client"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { JobStatus } from "@partner-api/domain/Job"
import type { Organization, OwnOrganization } from "@partner-api/domain/Organization"
import type { OrganizationSettings } from "@partner-api/domain/OrganizationSettings"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** An organization as the operator sees it. */
export interface OrganizationOverview extends Organization {
  readonly createdAt: string
  /** The number of clients that are granted it. */
  readonly clients: number
}

/** The number of records of a kind in a state. */
export interface StateCount<State extends string> {
  readonly state: State
  readonly count: number
}

/** The most records of a kind that are counted: the number stays the same beyond. */
export const countedMax = 100_000

/** The numbers of records of an organization, {@link countedMax} of each kind at most. States without one are left out. */
export interface RecordCounts {
  readonly jobs: ReadonlyArray<StateCount<JobStatus>>
  readonly applications: ReadonlyArray<StateCount<ApplicationState>>
  readonly users: number
  readonly agencies: number
}

/** The backlog of the work of `retention_days`. */
export interface RetentionBacklog {
  /** The organizations with the setting that it has looked at, or whose setting is new. */
  readonly organizations: number
  /** When it has last looked at the one that waits longest, or when that got its setting. */
  readonly oldestMs: number | undefined
}

export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    /** Every organization that a client is granted, ordered by id. */
    readonly granted: (clientId: ClientId) => Effect.Effect<ReadonlyArray<Organization>, StoreError>
    /** All organizations, ordered by id. */
    readonly all: Effect.Effect<ReadonlyArray<OrganizationOverview>, StoreError>
    /** A page of all organizations, ordered by id. */
    readonly page: (request: PageRequest) => Effect.Effect<ReadonlyArray<OrganizationOverview>, StoreError>
    readonly overview: (
      organizationId: OrganizationId
    ) => Effect.Effect<Option.Option<OrganizationOverview>, StoreError>
    readonly find: (organizationId: OrganizationId) => Effect.Effect<Option.Option<Organization>, StoreError>
    /** An organization that is there, with its settings. */
    readonly own: (organizationId: OrganizationId) => Effect.Effect<OwnOrganization, StoreError>
    /** The same, whose settings the transaction under way is about to change: nobody else changes them before it ends. */
    readonly lock: (organizationId: OrganizationId) => Effect.Effect<OwnOrganization, StoreError>
    /** The settings of an organization that is there, as the transaction under way has them. */
    readonly settings: (organizationId: OrganizationId) => Effect.Effect<OrganizationSettings, StoreError>
    /** Saves the settings. From the moment at which persons are to be kept for a time, the work of `retention_days` is due. */
    readonly saveSettings: (
      organizationId: OrganizationId,
      settings: OrganizationSettings,
      nowMs: number
    ) => Effect.Effect<void, StoreError>
    /** Notes that the work of `retention_days` has looked at all persons of an organization that has the setting. */
    readonly retained: (organizationId: OrganizationId, atMs: number) => Effect.Effect<void, StoreError>
    /** The backlog of the work of `retention_days`. */
    readonly retention: Effect.Effect<RetentionBacklog, StoreError>
    /** Adds an organization unless it exists, and returns whether it did. */
    readonly insert: (organization: OwnOrganization, createdAt: string) => Effect.Effect<boolean, StoreError>
    readonly rename: (organization: Organization) => Effect.Effect<void, StoreError>
    readonly counts: (organizationId: OrganizationId) => Effect.Effect<RecordCounts, StoreError>
    /** The grants of a client, ordered by organization. */
    readonly grants: (clientId: ClientId) => Effect.Effect<ReadonlyArray<Grant>, StoreError>
    /** The grant of a client in one organization, as the transaction under way has it. */
    readonly findGrant: (
      clientId: ClientId,
      organizationId: OrganizationId
    ) => Effect.Effect<Option.Option<Grant>, StoreError>
    /** Takes a grant back. */
    readonly ungrant: (clientId: ClientId, organizationId: OrganizationId) => Effect.Effect<void, StoreError>
    /** Grants an organization to a client unless it has all the grants that one client may have, and returns whether it did. */
    readonly grant: (clientId: ClientId, grant: Grant) => Effect.Effect<boolean, StoreError>
  }
>()("@partner-api/service/OrganizationStore") {}
