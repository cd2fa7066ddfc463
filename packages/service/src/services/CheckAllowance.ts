/**
 * The number of times in a day that a client may learn whether somebody is taken (recruiting 7): by a check, and by the refusal of a submission.
 *
 * The store counts over all nodes. A node that has seen the last count of a day refuses without a statement.
 */
import { checksPerDayMax, checksReached } from "@partner-api/domain/CandidateCheck"
import type { RateLimited } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { dayStartMs } from "@partner-api/domain/StorageQuota"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CheckStore } from "../store/CheckStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"

/** A client in an organization. */
interface Checker {
  readonly organizationId: OrganizationId
  readonly clientId: ClientId
}

/** The most clients that a node remembers as done for the day. Beyond them it reads the store again. */
const rememberedMax = 10_000

const nameOf = ({ clientId, organizationId }: Checker): string => `${organizationId} ${clientId}`

export class CheckAllowance extends Context.Service<
  CheckAllowance,
  {
    /** Counts a check in the transaction under way, and refuses one beyond those of the day. */
    readonly take: (checker: Checker) => Effect.Effect<void, RateLimited | StoreError>
    /** Counts a refusal, in a transaction of its own. One beyond those of the day is refused in its place. */
    readonly countRefusal: (checker: Checker) => Effect.Effect<void, RateLimited | StoreError>
    /** Refuses a client that this node knows to be done for the day. */
    readonly require: (checker: Checker) => Effect.Effect<void, RateLimited>
  }
>()("@partner-api/service/CheckAllowance") {
  static readonly layer = Layer.effect(
    CheckAllowance,
    Effect.gen(function* () {
      const store = yield* CheckStore
      const transaction = yield* Transaction
      const done = new Map<string, number>()

      const require = Effect.fnUntraced(function* (checker: Checker) {
        if (done.size === 0) return
        const nowMs = yield* Clock.currentTimeMillis
        if (done.get(nameOf(checker)) === dayStartMs(nowMs)) return yield* checksReached(nowMs)
      })

      const take = Effect.fnUntraced(function* (checker: Checker) {
        yield* require(checker)
        const nowMs = yield* Clock.currentTimeMillis
        const dayAtMs = dayStartMs(nowMs)
        const count = yield* store.count({ ...checker, dayAtMs })
        if (count < checksPerDayMax) return
        if (done.size >= rememberedMax) done.clear()
        done.set(nameOf(checker), dayAtMs)
        if (count > checksPerDayMax) return yield* checksReached(nowMs)
      })

      return CheckAllowance.of({ countRefusal: (checker) => transaction(take(checker)), require, take })
    })
  )
}
