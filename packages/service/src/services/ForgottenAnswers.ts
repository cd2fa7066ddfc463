/**
 * Forgets the stored answers that repeat a removed recruiter of an agency: they may be as many megabytes as its client stores in a day. The write marks them, and is
 * one small commit; from then on they count as removed. The removal itself follows, a batch a commit (docs/decisions, 154). Events of an agency hold no recruiter.
 *
 * Asks nobody whether it is time to remove; a worker of the program does that. An erasure of a person removes its answers itself (`CandidateErasure.ts`).
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeId } from "../crypto/Secrets.ts"
import { type ForgottenAnswers as Mark, IdempotencyStore, marksPerLook } from "../store/IdempotencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"
import { inBatches } from "./Batches.ts"
import { makeDueWork } from "./DueWork.ts"

/** Makes the function that forgets the stored answers of an agency, which the transaction under way has locked. */
export const makeForgetAnswers = Effect.map(
  IdempotencyStore,
  (store) =>
    (organizationId: OrganizationId, id: AgencyId): Effect.Effect<void, StoreError, CurrentWrite> =>
      Effect.flatMap(makeId("mark_"), (mark) => store.forgetLater({ organizationId, resourceId: id, mark }))
)

export class ForgottenAnswers extends Context.Service<
  ForgottenAnswers,
  {
    /** Removes the answers that are forgotten, in batches of half a megabyte, each in a transaction of its own, so that requests come between. */
    readonly remove: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/ForgottenAnswers") {
  static readonly layer = Layer.effect(
    ForgottenAnswers,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const inOne = yield* Transaction
      const workOff = yield* makeDueWork
      const removeSome = ({ organizationId, resourceId }: Mark) => store.removeForgotten(organizationId, resourceId)
      return ForgottenAnswers.of({
        remove: workOff({
          find: store.forgotten,
          perLook: marksPerLook,
          before: (mark) => inBatches(inOne(removeSome(mark)), 1),
          // What a node of the release before has stored meanwhile goes with the mark.
          work: (mark) => Effect.andThen(inBatches(removeSome(mark), 1), store.removeMark(mark))
        }).pipe(Effect.withSpan("ForgottenAnswers.remove"))
      })
    })
  )
}
