/**
 * The port to placements. An application has several where a hire was undone and made again.
 */
import type { AgencyId, ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { PlacementId, StoredPlacement } from "@partner-api/domain/Placement"
import type { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson, StoredText } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

/** The key of a placement. */
export interface PlacementKey {
  readonly organizationId: OrganizationId
  readonly id: PlacementId
}

/** The most placements that one look gives: each is moved in a transaction of its own. */
export const placementsPerLook = 100

export class PlacementStore extends Context.Service<
  PlacementStore,
  {
    /** A page of the placements that match a filter, in its order, as stored JSON; of one agency alone where there is one. */
    readonly page: (
      organizationId: OrganizationId,
      agencyId: AgencyId | undefined,
      filter: PlacementFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** The stored JSON of a placement; of one agency alone where there is one. */
    readonly shown: (
      organizationId: OrganizationId,
      agencyId: AgencyId | undefined,
      id: PlacementId
    ) => Effect.Effect<Option.Option<StoredText>, StoreError>
    readonly find: (
      organizationId: OrganizationId,
      id: PlacementId
    ) => Effect.Effect<Option.Option<StoredPlacement>, StoreError>
    /** Reads a placement and locks it: no other transaction changes it before this one ends. */
    readonly lock: (
      organizationId: OrganizationId,
      id: PlacementId
    ) => Effect.Effect<Option.Option<StoredPlacement>, StoreError>
    /** Reads and locks the placements of an application, by id. */
    readonly lockOf: (
      organizationId: OrganizationId,
      applicationId: ApplicationId
    ) => Effect.Effect<ReadonlyArray<StoredPlacement>, StoreError>
    /** Placements that the service moves on today: their day is over; {@link placementsPerLook} at most. */
    readonly due: (today: string) => Effect.Effect<ReadonlyArray<PlacementKey>, StoreError>
    /** The first day that is over of a placement that the service has still to move on. */
    readonly firstDue: (today: string) => Effect.Effect<Option.Option<string>, StoreError>
    /** Placements that have held the name of an erased person for too long; {@link placementsPerLook} at most. */
    readonly heldUntil: (nowMs: number) => Effect.Effect<ReadonlyArray<PlacementKey>, StoreError>
    readonly insertAll: (
      organizationId: OrganizationId,
      stored: ReadonlyArray<StoredPlacement>
    ) => Effect.Effect<void, StoreError>
    /** Writes the next state of a placement. */
    readonly save: (organizationId: OrganizationId, stored: StoredPlacement) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/PlacementStore") {}
