/**
 * The workers that deliver: looks for endpoints that are due, and runs a round for each, so many at once. Which process has workers, the program
 * says.
 */
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { DeliveryStore } from "../../store/DeliveryStore.ts"
import { Drain } from "../Drain.ts"
import { EventSignal } from "../EventSignal.ts"
import { Deliveries } from "./Deliveries.ts"

/** The endpoints that a node delivers to at once: each is a connection. */
const endpointsMax = 64

/** How many of them may be endpoints that do not answer: the others must not wait behind them. */
const failingMax = 16

/** How long what is under way may go on when the service is being stopped. */
const stopMs = 6_000

export interface DeliveryWorkersOptions {
  /** How often the workers look for what is due where nothing tells them: other processes commit too, and retries become due. */
  readonly pollMs: number
}

/** Delivers for as long as the scope, and ends what is under way before it ends. */
export const layer = ({ pollMs }: DeliveryWorkersOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const deliveries = yield* Deliveries
      const signal = yield* EventSignal
      const drain = yield* Drain
      /** The endpoints that are delivered to, and whether each is failing. */
      const running = new Map<WebhookEndpointId, boolean>()
      const fibers = new Set<Fiber.Fiber<void>>()
      let changed = Deferred.makeUnsafe<void>()
      let isStopping = false

      const tellChange = () => {
        Deferred.doneUnsafe(changed, Effect.void)
        changed = Deferred.makeUnsafe<void>()
      }

      /** Runs a round. A failure is logged by the store; the lease ends, and somebody tries again. */
      const start = Effect.fnUntraced(function* (endpointId: WebhookEndpointId, isFailing: boolean) {
        running.set(endpointId, isFailing)
        const fiber = yield* Effect.forkDetach(Effect.ignore(deliveries.deliver(endpointId)))
        fibers.add(fiber)
        fiber.addObserver(() => {
          running.delete(endpointId)
          fibers.delete(fiber)
          tellChange()
        })
      })

      /** Starts a round for each endpoint that is due and has a place, and tells how many it has started. */
      const startDue = Effect.gen(function* () {
        const failing = [...running.values()].filter(Boolean).length
        const healthy = endpointsMax - running.size
        if (healthy <= 0) return 0
        const nowMs = yield* Clock.currentTimeMillis
        const due = yield* store.due(nowMs, { healthy, failing: Math.max(0, Math.min(healthy, failingMax - failing)) })
        const free = due.filter(({ endpointId }) => !running.has(endpointId)).slice(0, healthy)
        yield* Effect.forEach(free, ({ endpointId, isFailing }) => start(endpointId, isFailing), { discard: true })
        return free.length
      })

      const wait = (heard: Effect.Effect<void>, ended: Deferred.Deferred<void>) =>
        Effect.raceAllFirst([heard, Deferred.await(ended), drain.begun, Effect.sleep(Duration.millis(pollMs))])

      /** Listens before it looks, so that nothing comes between. */
      const round = Effect.suspend(() => {
        const ended = changed
        return Effect.acquireUseRelease(
          Effect.sync(() => signal.listen()),
          ({ heard }) =>
            Effect.flatMap(
              Effect.orElseSucceed(startDue, () => 0),
              (started) => (started > 0 ? Effect.void : wait(heard, ended))
            ),
          ({ end }) => Effect.sync(end)
        )
      })

      const work = Effect.whileLoop({
        while: () => !isStopping && !drain.hasBegun(),
        body: () => round,
        step: () => {}
      })

      yield* Effect.addFinalizer(() =>
        Effect.suspend(() => {
          isStopping = true
          return Effect.timeoutOrElse(Fiber.awaitAll(fibers), {
            duration: Duration.millis(stopMs),
            orElse: () => Fiber.interruptAll(fibers)
          })
        })
      )
      yield* Effect.forkScoped(work)
    })
  )
