/**
 * Users of an organization: adds them and finds them.
 */
import type { JournalEntry } from "@partner-api/domain/Audit"
import { type Conflict, type NotFound, UnprocessableEntity } from "@partner-api/domain/Errors"
import { type OrganizationId, UserId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { completeUser, type NewUser, type User, userConflict } from "@partner-api/domain/User"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import type { StoreError } from "../store/StoreError.ts"
import { UserStore } from "../store/UserStore.ts"
import { Audit } from "./Audit.ts"
import { orNotFound } from "./OrNotFound.ts"

/** Members that the service generates when the request leaves them out. */
const made = ["id", "created_at", "updated_at"]

const userCreated = (id: string, input: NewUser): JournalEntry => ({
  action: "user.created",
  resource_id: id,
  changed: Object.keys(input).filter((name) => !made.includes(name)),
  ...(made.some((name) => name in input) ? { supplied: made.filter((name) => name in input) } : {})
})

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
    ) => Effect.Effect<User, UnprocessableEntity | Conflict | StoreError>
  }
>()("@partner-api/service/Users") {
  static readonly layer = Layer.effect(
    Users,
    Effect.gen(function* () {
      const store = yield* UserStore
      const audit = yield* Audit

      const create = Effect.fn("Users.create")(function* (organizationId: OrganizationId, input: NewUser) {
        const made = { id: UserId.make(yield* makeId("usr_")), nowMs: yield* Clock.currentTimeMillis }
        const user = yield* Effect.mapError(
          Effect.fromResult(completeUser(input, made)),
          (details) => new UnprocessableEntity({ message: "The user record contradicts itself.", details })
        )
        const inserted = yield* store.insert(organizationId, user)
        if (!inserted) {
          return yield* userConflict(user, yield* store.holders(organizationId, user))
        }
        yield* audit.record(organizationId, userCreated(user.id, input))
        return user
      })

      return Users.of({
        page: store.page,
        get: (organizationId, id) => orNotFound("user")(store.find(organizationId, id)),
        create
      })
    })
  )
}
