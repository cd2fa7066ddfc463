/**
 * Repeats answers instead of effects (decisions, Safe repetition). Key, fingerprint and answer are stored in the transaction of the
 * effect, so there is never one without the other, whenever the process dies.
 *
 * A second request under a key waits for the first. Only answers that tell of an effect are kept: everything else had none and is
 * worked out afresh.
 */
import { IdempotencyInProgress, IdempotencyKeyReused } from "@partner-api/domain/Errors"
import { idempotencyLifetimeMs, idempotencyWaitMs } from "@partner-api/domain/IdempotencyKey"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { answersPerPurge, IdempotencyStore, type KeyScope, type StoredAnswer } from "../store/IdempotencyStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"

export type { KeyScope, StoredAnswer } from "../store/IdempotencyStore.ts"

/** How often old answers are removed. */
const purgeIntervalMs = 60_000

const inProgress = new IdempotencyInProgress({
  message: "The first request with this Idempotency-Key is still running; send this one again in a moment."
})
const reused = new IdempotencyKeyReused({
  message: "This Idempotency-Key was used for another request; make a new key for each request."
})

/** What an effect answered, and what it was about. */
export interface Outcome<Answer> {
  readonly answer: Answer
  /** The answer to keep; absent where there was no effect. */
  readonly stored: Omit<StoredAnswer, "fingerprint"> | undefined
  readonly resourceId: string | undefined
}

/** A request that may be repeated. `replay` makes an answer of one that was kept. */
interface Repeatable<Answer> {
  readonly scope: KeyScope
  readonly fingerprint: string
  readonly replay: (stored: StoredAnswer) => Answer
}

/** Waits for the request that is running, for as long as a caller waits. */
const waitFor = (other: Deferred.Deferred<void>) =>
  Effect.timeoutOrElse(Deferred.await(other), {
    duration: Duration.millis(idempotencyWaitMs),
    orElse: () => Effect.fail(inProgress)
  })

export class Idempotency extends Context.Service<
  Idempotency,
  {
    /** Runs `effect` in one transaction, for a request without a key. */
    readonly unkeyed: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
    /** Runs `effect` in one transaction and keeps its answer, or gives the answer that was kept. */
    readonly once: <Answer, E, R>(
      request: Repeatable<Answer>,
      effect: Effect.Effect<Outcome<Answer>, E, R>
    ) => Effect.Effect<Answer, E | IdempotencyInProgress | IdempotencyKeyReused | StoreError, R>
  }
>()("@partner-api/service/Idempotency") {
  static readonly layer = Layer.effect(
    Idempotency,
    Effect.gen(function* () {
      const store = yield* IdempotencyStore
      const transaction = yield* Transaction
      /** Requests that are running, by their keys: what to wait for. At most one for each connection. */
      const running = new Map<string, Deferred.Deferred<void>>()

      const nameOf = ({ organizationId, clientId, method, path, key }: KeyScope): string =>
        [organizationId ?? "", clientId, method, path, key].join("\n")

      /** The answer kept for a request; a failure when its key was used for another one. */
      const keptFor = <Answer>({ scope, fingerprint, replay }: Repeatable<Answer>) =>
        Effect.gen(function* () {
          const stored = yield* store.find(scope, yield* Clock.currentTimeMillis)
          if (Option.isNone(stored)) return Option.none<Answer>()
          return stored.value.fingerprint === fingerprint ? Option.some(replay(stored.value)) : yield* reused
        })

      const runAndKeep = <Answer, E, R>(
        { scope, fingerprint }: Repeatable<Answer>,
        effect: Effect.Effect<Outcome<Answer>, E, R>
      ) =>
        transaction(
          Effect.gen(function* () {
            const { answer, stored, resourceId } = yield* effect
            if (stored !== undefined) {
              const expiresAtMs = (yield* Clock.currentTimeMillis) + idempotencyLifetimeMs
              yield* store.insert(scope, { ...stored, fingerprint }, { resourceId, expiresAtMs })
            }
            return answer
          })
        )

      const once = <Answer, E, R>(
        request: Repeatable<Answer>,
        effect: Effect.Effect<Outcome<Answer>, E, R>
      ): Effect.Effect<Answer, E | IdempotencyInProgress | IdempotencyKeyReused | StoreError, R> => {
        const name = nameOf(request.scope)
        const kept = keptFor(request)
        const run = Effect.suspend(() => {
          const done = Deferred.makeUnsafe<void>()
          running.set(name, done)
          return Effect.ensuring(
            runAndKeep(request, effect),
            Effect.suspend(() => {
              running.delete(name)
              return Deferred.succeed(done, undefined)
            })
          )
        })
        // The look at the store and the look at the map follow each other without a pause, so no two of them run.
        const attempt: Effect.Effect<Answer, E | IdempotencyInProgress | IdempotencyKeyReused | StoreError, R> =
          Effect.flatMap(kept, (answer) => {
            if (Option.isSome(answer)) return Effect.succeed(answer.value)
            const other = running.get(name)
            return other === undefined ? run : Effect.andThen(waitFor(other), attempt)
          })
        return attempt
      }

      const purge = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        yield* Effect.repeat(store.purge(nowMs), { until: (removed) => removed < answersPerPurge })
      })
      // A failure is logged by the store; the next round tries again.
      yield* purge.pipe(
        Effect.ignore,
        Effect.repeat(Schedule.spaced(Duration.millis(purgeIntervalMs))),
        Effect.forkScoped
      )

      return Idempotency.of({ unkeyed: transaction, once })
    })
  )
}
