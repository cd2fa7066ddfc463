/**
 * Users of an organization: adds them and finds them.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { createUser } from "@partner-api/domain/commands/User"
import type { Conflict, NotFound, UnprocessableEntity } from "@partner-api/domain/Errors"
import { type OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { type NewUser, type User, userConflict } from "@partner-api/domain/User"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import type { StoreError } from "../store/StoreError.ts"
import { UserStore } from "../store/UserStore.ts"
import { record } from "./Journal.ts"
import { orNotFound } from "./OrNotFound.ts"

export class Users extends Context.Service<
  Users,
  {
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<User>, StoreError>
    readonly get: (organizationId: OrganizationId, id: UserId) => Effect.Effect<User, NotFound | StoreError>
    /** Adds a user; fails when the record contradicts itself, or when id or email are taken. */
    readonly create: (
      organizationId: OrganizationId,
      input: NewUser
    ) => Effect.Effect<User, UnprocessableEntity | Conflict | StoreError, CurrentWrite>
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
        yield* record(entries)
        return next
      })

      return Users.of({
        page: store.page,
        get: (organizationId, id) => orNotFound("user")(store.find(organizationId, id)),
        create
      })
    })
  )
}
