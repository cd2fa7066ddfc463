/**
 * The port to agencies and their fees.
 */
import type { Agency, AgencyStatus } from "@partner-api/domain/Agency"
import type { AgencyFees } from "@partner-api/domain/AgencyFees"
import type { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

/** By what an agency confirms and is paid. */
export interface AgencyStanding {
  readonly status: AgencyStatus
  readonly fees: AgencyFees
}

export class AgencyStore extends Context.Service<
  AgencyStore,
  {
    /** A page of the agencies that meet a filter, as they are answered. */
    readonly page: (
      organizationId: OrganizationId,
      filter: AgencyFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    readonly find: (organizationId: OrganizationId, id: AgencyId) => Effect.Effect<Option.Option<Agency>, StoreError>
    /** An agency as it is answered: with all the recruiters that it may have, its text is a megabyte. */
    readonly shown: (
      organizationId: OrganizationId,
      id: AgencyId
    ) => Effect.Effect<Option.Option<StoredJson>, StoreError>
    /** An agency that the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (organizationId: OrganizationId, id: AgencyId) => Effect.Effect<Option.Option<Agency>, StoreError>
    /** The name of an agency, without its recruiters, who may be a megabyte. */
    readonly name: (organizationId: OrganizationId, id: AgencyId) => Effect.Effect<Option.Option<string>, StoreError>
    /** The status of an agency, as the transaction under way has it. */
    readonly status: (
      organizationId: OrganizationId,
      id: AgencyId
    ) => Effect.Effect<Option.Option<AgencyStatus>, StoreError>
    /** The status of an agency and its fees, as the transaction under way has them. */
    readonly standing: (
      organizationId: OrganizationId,
      id: AgencyId
    ) => Effect.Effect<Option.Option<AgencyStanding>, StoreError>
    readonly fees: (
      organizationId: OrganizationId,
      id: AgencyId
    ) => Effect.Effect<Option.Option<AgencyFees>, StoreError>
    /** The fees of an agency that the transaction under way is about to change: nobody else changes them before it ends. */
    readonly lockFees: (
      organizationId: OrganizationId,
      id: AgencyId
    ) => Effect.Effect<Option.Option<AgencyFees>, StoreError>
    readonly saveFees: (
      organizationId: OrganizationId,
      id: AgencyId,
      fees: AgencyFees
    ) => Effect.Effect<void, StoreError>
    /** The agencies that another system calls so, by that name. */
    readonly byExternalId: (
      organizationId: OrganizationId,
      externalIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, Agency>, StoreError>
    /**
     * Writes agencies. New ones get the initial fees, others keep theirs. An `external_id` that another one has makes the transaction run again.
     */
    readonly saveAll: (
      organizationId: OrganizationId,
      agencies: ReadonlyArray<Agency>
    ) => Effect.Effect<void, StoreError>
    /** Adds an agency with its fees unless its id or its `external_id` is taken, and returns whether it did. */
    readonly insert: (
      organizationId: OrganizationId,
      agency: Agency,
      fees: AgencyFees
    ) => Effect.Effect<boolean, StoreError>
  }
>()("@partner-api/service/AgencyStore") {}
