/**
 * Erases a person on request (GDPR Art. 17): the record, and the stored answers and events that repeat it. What stays is that somebody was
 * added and erased, by identifier alone. Answers and events may be cleared before, a batch a commit (`Clearing.ts`).
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { userErased } from "@partner-api/domain/commands/User"
import { NotFound } from "@partner-api/domain/Errors"
import type { OrganizationId, UserId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { StoreError } from "../../store/StoreError.ts"
import { UserStore } from "../../store/UserStore.ts"
import { record } from "../Journal.ts"
import { makeClearing } from "./Clearing.ts"

export class UserErasure extends Context.Service<
  UserErasure,
  {
    readonly erase: (
      organizationId: OrganizationId,
      id: UserId
    ) => Effect.Effect<void, NotFound | StoreError, CurrentWrite>
    /** Clears the record of a user who is there before {@link erase}. Opens transactions of its own. */
    readonly clear: (organizationId: OrganizationId, id: UserId) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/UserErasure") {
  static readonly layer = Layer.effect(
    UserErasure,
    Effect.gen(function* () {
      const users = yield* UserStore
      const clearing = yield* makeClearing<UserId>()

      const clear = Effect.fn("UserErasure.clear")(function* (organizationId: OrganizationId, id: UserId) {
        if (Option.isSome(yield* users.find(organizationId, id))) yield* clearing.clear(organizationId, id)
      })

      const erase = Effect.fn("UserErasure.erase")(function* (organizationId: OrganizationId, id: UserId) {
        const wasThere = yield* users.remove(organizationId, id)
        yield* clearing.clearRest(organizationId, id)
        if (!wasThere) {
          return yield* new NotFound({ message: `There is no user ${id} in the organization ${organizationId}.` })
        }
        yield* record([userErased(organizationId, id)])
      })

      return UserErasure.of({ clear, erase })
    })
  )
}
