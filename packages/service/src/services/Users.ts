/**
 * Users of an organization: finds, adds and changes them.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { createUser, patchUser } from "@partner-api/domain/commands/User"
import type { Conflict, NotFound, PreconditionFailed, UnprocessableEntity } from "@partner-api/domain/Errors"
import { type OrganizationId, UserId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import { type NewUser, User, userConflict, type UserPatch } from "@partner-api/domain/User"
import { searchedInUser, type UserFilter } from "@partner-api/domain/UserFilter"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import type { StoreError } from "../store/StoreError.ts"
import { UserStore } from "../store/UserStore.ts"
import { countIndexed, countSearch } from "./access/RequestUsage.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"
import { requireMatch } from "./Precondition.ts"

/** The JSON text of a user in answers, byte for byte. Its ETag is the digest of this text. */
const encodeUser = jsonTextOf(User)

const userOrNotFound = orNotFound("user")

export class Users extends Context.Service<
  Users,
  {
    readonly page: (
      organizationId: OrganizationId,
      filter: UserFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<User>, StoreError>
    readonly get: (organizationId: OrganizationId, id: UserId) => Effect.Effect<User, NotFound | StoreError>
    /** Adds a user. Fails where its members contradict each other, or where another user has its id or email. */
    readonly create: (
      organizationId: OrganizationId,
      input: NewUser
    ) => Effect.Effect<User, UnprocessableEntity | Conflict | StoreError, CurrentWrite>
    /** Changes the members of a user that the patch has. `ifMatch` is the ETag that the caller knows. */
    readonly update: (
      organizationId: OrganizationId,
      id: UserId,
      patch: UserPatch,
      ifMatch: string | undefined
    ) => Effect.Effect<User, NotFound | PreconditionFailed | UnprocessableEntity | Conflict | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const store = yield* UserStore

      const create = Effect.fn("Users.create")(function* (organizationId: OrganizationId, input: NewUser) {
        const made = { id: UserId.make(yield* makeId("usr_")), nowMs: yield* Clock.currentTimeMillis }
        const { entries, next } = yield* Effect.fromResult(createUser(organizationId, input, made))
        // Ids and emails are unique keys of the store, so that two writes at once cannot both take one.
        if (!(yield* store.insert(organizationId, next))) {
          return yield* userConflict(next, yield* store.holders(organizationId, next))
        }
        yield* countIndexed(searchedInUser(next))
        yield* record(entries)
        return next
      })

      const update = Effect.fn("Users.update")(function* (
        organizationId: OrganizationId,
        id: UserId,
        patch: UserPatch,
        ifMatch: string | undefined
      ) {
        const stored = yield* userOrNotFound(store.lock(organizationId, id))
        yield* requireMatch(ifMatch, () => encodeUser(stored))
        const nowMs = yield* Clock.currentTimeMillis
        const { entries, next } = yield* Effect.fromResult(patchUser(organizationId, stored, patch, nowMs))
        if (entries.length === 0) return next
        const others = (yield* store.holders(organizationId, next)).filter((holder) => holder.id !== id)
        if (others.length > 0) return yield* userConflict(next, others)
        yield* store.save(organizationId, next)
        yield* countIndexed(searchedInUser(next))
        yield* record(entries)
        return next
      })

      return Users.of({
        page: (organizationId, filter, request) =>
          Effect.andThen(countSearch(filter.q), store.page(organizationId, filter, request)),
        get: (organizationId, id) => userOrNotFound(store.find(organizationId, id)),
        create,
        update
      })
    })
  )
}
