/**
 * The port to the reasons for rejections and withdrawals. Which application names one, its own store keeps.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { RejectionReason, RejectionReasonId } from "@partner-api/domain/RejectionReason"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

type Found = (
  organizationId: OrganizationId,
  id: RejectionReasonId
) => Effect.Effect<Option.Option<RejectionReason>, StoreError>

/** The number of applications that name a reason, of rejections and of withdrawals. */
interface ReasonUse {
  readonly rejections: number
  readonly withdrawals: number
}

export class RejectionReasonStore extends Context.Service<
  RejectionReasonStore,
  {
    /** A page of the reasons of an organization, by id. */
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<RejectionReason>, StoreError>
    readonly find: Found
    /** Reads a reason that the transaction under way is about to name: nobody changes or deletes it before it ends. */
    readonly lockShared: Found
    /** Every reason of an organization, of which the transaction under way is about to write one: nobody else writes or names one before it ends. */
    readonly lockAll: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<RejectionReason>, StoreError>
    /** Adds reasons, each in the place of the one with its id. */
    readonly saveAll: (
      organizationId: OrganizationId,
      reasons: ReadonlyArray<RejectionReason>
    ) => Effect.Effect<void, StoreError>
    readonly remove: (organizationId: OrganizationId, id: RejectionReasonId) => Effect.Effect<void, StoreError>
    /** Whether an application names a reason. */
    readonly isUsed: (organizationId: OrganizationId, id: RejectionReasonId) => Effect.Effect<boolean, StoreError>
    /** The number of applications that name a reason: `countedMax` at most of each. A statement of its own, so that requests come between those of many reasons. */
    readonly uses: (organizationId: OrganizationId, id: RejectionReasonId) => Effect.Effect<ReasonUse, StoreError>
  }
>()("@partner-api/service/RejectionReasonStore") {}
