/**
 * The port to users. An email is unique within its organization, whatever its case.
 */
import type { OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { User } from "@partner-api/domain/User"
import type { UserFilter } from "@partner-api/domain/UserFilter"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

export class UserStore extends Context.Service<
  UserStore,
  {
    /** A page of the users that meet a filter, in its order. */
    readonly page: (
      organizationId: OrganizationId,
      filter: UserFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<User>, StoreError>
    readonly find: (organizationId: OrganizationId, id: string) => Effect.Effect<Option.Option<User>, StoreError>
    /** A user that the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (organizationId: OrganizationId, id: UserId) => Effect.Effect<Option.Option<User>, StoreError>
    /** The users that already have this id or this email. */
    readonly holders: (
      organizationId: OrganizationId,
      user: { readonly id: string; readonly email: string }
    ) => Effect.Effect<ReadonlyArray<User>, StoreError>
    /**
     * The users who have one of these ids or emails. The transaction under way may change them: nobody else does before it ends.
     */
    readonly lockHolders: (
      organizationId: OrganizationId,
      keys: { readonly ids: ReadonlyArray<string>; readonly emails: ReadonlyArray<string> }
    ) => Effect.Effect<ReadonlyArray<User>, StoreError>
    /** The ids of active users among these. */
    readonly activeAmong: (
      organizationId: OrganizationId,
      ids: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>, StoreError>
    /** Adds users. One whose id or email is taken makes the transaction run again. */
    readonly insertAll: (organizationId: OrganizationId, users: ReadonlyArray<User>) => Effect.Effect<void, StoreError>
    /** Adds a user unless id or email are taken, and returns whether it did. */
    readonly insert: (organizationId: OrganizationId, user: User) => Effect.Effect<boolean, StoreError>
    /** Writes a user that is there. Another one with its email makes the transaction run again. */
    readonly save: (organizationId: OrganizationId, user: User) => Effect.Effect<void, StoreError>
    /** Removes a user, and returns whether there was one. */
    readonly remove: (organizationId: OrganizationId, id: UserId) => Effect.Effect<boolean, StoreError>
  }
>()("@partner-api/service/UserStore") {}
