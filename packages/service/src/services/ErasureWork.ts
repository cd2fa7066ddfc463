/**
 * Works off erasure requests (recruiting 9): erases the applications of each one by one, and ends a request when the bytes of their files are gone. Removes no
 * bytes itself: the sweep of files does. Asks nobody whether it is time; a worker of the program does that.
 */
import { erasureRequestDays } from "@partner-api/domain/ErasureRequest"
import { dayMs } from "@partner-api/domain/StorageQuota"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ApplicationStore } from "../store/ApplicationStore.ts"
import {
  erasuresPerBatch,
  ErasureRequestStore,
  type ErasureSubject,
  subjectsPerLook
} from "../store/ErasureRequestStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { CandidateErasure } from "./administration/CandidateErasure.ts"
import { inBatches } from "./Batches.ts"
import { makeDueWork } from "./DueWork.ts"

export class ErasureWork extends Context.Service<
  ErasureWork,
  {
    /** Erases what is requested, each application in a transaction of its own, so that requests come between, and ends what is done. */
    readonly work: Effect.Effect<void, StoreError>
    /** Removes the requests that ended long ago, in short batches. */
    readonly purge: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/ErasureWork") {
  static readonly layer = Layer.effect(
    ErasureWork,
    Effect.gen(function* () {
      const store = yield* ErasureRequestStore
      const applications = yield* ApplicationStore
      const erasure = yield* CandidateErasure
      const workOff = yield* makeDueWork

      const clearSubject = Effect.fnUntraced(function* ({ applicationId, organizationId }: ErasureSubject) {
        const stored = Option.getOrUndefined(yield* applications.find(organizationId, applicationId))
        if (stored?.application.candidate !== undefined) yield* erasure.clear(organizationId, applicationId)
      })

      /** Erases the person of one application, unless somebody else has meanwhile. */
      const eraseSubject = Effect.fnUntraced(function* (subject: ErasureSubject) {
        const { applicationId, organizationId } = subject
        const stored = Option.getOrUndefined(yield* applications.lock(organizationId, applicationId))
        if (stored?.application.candidate !== undefined) yield* erasure.eraseOne(organizationId, stored)
        yield* store.erased(subject)
      })

      const work = workOff({
        find: store.subjects,
        perLook: subjectsPerLook,
        before: clearSubject,
        work: eraseSubject
      }).pipe(
        Effect.andThen(inBatches(store.settle, erasuresPerBatch)),
        Effect.andThen(inBatches(Effect.flatMap(Clock.currentTimeMillis, store.end), erasuresPerBatch)),
        Effect.withSpan("ErasureWork.work")
      )

      const purge = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        inBatches(store.purge(nowMs - erasureRequestDays * dayMs), erasuresPerBatch)
      ).pipe(Effect.withSpan("ErasureWork.purge"))

      return ErasureWork.of({ work, purge })
    })
  ).pipe(Layer.provide(CandidateErasure.layer))
}
