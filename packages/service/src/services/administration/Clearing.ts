/**
 * Clears a record with personal data before its erasure: removes the stored answers and reduces the events that repeat it, half a megabyte a commit. They may be 55
 * MB, which SQLite overwrites, and one commit would be one piece of the event loop. The erasure itself clears the rest: what has come meanwhile, or what nobody has
 * cleared. After a crash between both only a repetition ends it: nothing that was cleared comes back (docs/decisions, 149).
 *
 * Does not decide whether the record may be erased.
 */
import { erasedEvent } from "@partner-api/domain/ReducedEvent"
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import { EventStore } from "../../store/EventStore.ts"
import { IdempotencyStore } from "../../store/IdempotencyStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Transaction } from "../../store/Transaction.ts"

/** Removes one batch of what belongs to one kind of record alone. Returns whether there may be more. */
type RemoveSome<Id> = (organizationId: OrganizationId, id: Id) => Effect.Effect<boolean, StoreError>

/** Makes what clears a record: before its erasure, in transactions of its own with `removeSome` first, and within it. */
export const makeClearing = <Id extends string>(removeSome: RemoveSome<Id> = () => Effect.succeed(false)) =>
  Effect.gen(function* () {
    const answers = yield* IdempotencyStore
    const events = yield* EventStore
    const inOne = yield* Transaction

    /**
     * Removes one batch. Returns the sequence of the event after which the next batch begins; none where nothing is left. A stored answer may have its body in an
     * event, so answers go before events.
     */
    const clearSome = Effect.fnUntraced(function* (organizationId: OrganizationId, id: Id, after: number) {
      if (yield* removeSome(organizationId, id)) return after
      if ((yield* answers.forgetSome(organizationId, id)) > 0) return after
      return yield* events.rewriteSome(organizationId, id, erasedEvent, after)
    })

    const clearFrom = (organizationId: OrganizationId, id: Id, after: number): Effect.Effect<void, StoreError> =>
      Effect.flatMap(inOne(clearSome(organizationId, id, after)), (last) =>
        last === undefined ? Effect.void : Effect.andThen(Effect.yieldNow, clearFrom(organizationId, id, last))
      )

    return {
      clear: (organizationId: OrganizationId, id: Id) => clearFrom(organizationId, id, 0),
      /** Removes the rest at once, in the transaction of the erasure. */
      clearRest: (organizationId: OrganizationId, id: Id) =>
        Effect.andThen(answers.forget(organizationId, id), events.rewrite(organizationId, id, erasedEvent))
    }
  })
