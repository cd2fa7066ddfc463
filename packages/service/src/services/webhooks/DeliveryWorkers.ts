/**
 * The workers that deliver: looks for endpoints that are due, and runs a round for each, a bounded number at once. Which process has workers, the program
 * says.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { DeliveryStore, type DueEndpoint } from "../../store/DeliveryStore.ts"
import { Drain } from "../Drain.ts"
import { EventSignal } from "../EventSignal.ts"
import { Deliveries } from "./Deliveries.ts"

/** The endpoints that a node delivers to at once: each is a connection. */
const endpointsMax = 64

/** How many of them may be endpoints that do not answer: the others must not wait behind them. */
const failingMax = 16

/** After how long a round hangs: it lasts for a second, and the exchanges of one that answers are shorter than another. */
const hangsAfterMs = 2_000

/** Rounds that hang give up their places but for those of endpoints that fail; this is their maximum, with or without a place. */
const roundsMax = 2 * endpointsMax

/** The organizations that are looked at on their own: of more, everything is looked at. */
const organizationsPerLook = 100

/** How long what is under way may go on when the service is being stopped. */
const stopMs = 6_000

export interface DeliveryWorkersOptions {
  /** How often the workers look through all endpoints: other processes commit too, and retries become due. */
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
      /** The endpoints that are delivered to, whether each is failing, and since when its round goes on. */
      const running = new Map<WebhookEndpointId, { readonly isFailing: boolean; readonly startMs: number }>()
      const fibers = new Set<Fiber.Fiber<void>>()
      /** The organizations of which something was heard, or whose rounds have ended, since the last look. */
      let changed = new Set<OrganizationId>()
      let woken = Deferred.makeUnsafe<void>()
      let lookedMs = Number.NEGATIVE_INFINITY
      /** Whether more was due than had a place. */
      let isCrowded = false
      let isStopping = false

      const hear = (organizationIds: Iterable<OrganizationId>) => {
        for (const organizationId of organizationIds) changed.add(organizationId)
        Deferred.doneUnsafe(woken, Effect.void)
      }

      /** Runs a round. A failure is logged by the store; the lease ends, and somebody tries again. */
      const start = Effect.fnUntraced(function* ({ endpointId, isFailing, organizationId }: DueEndpoint) {
        running.set(endpointId, { isFailing, startMs: yield* Clock.currentTimeMillis })
        const fiber = yield* Effect.forkDetach(Effect.ignore(deliveries.deliver(endpointId)))
        fibers.add(fiber)
        fiber.addObserver(() => {
          running.delete(endpointId)
          fibers.delete(fiber)
          hear([organizationId])
        })
      })

      const places = (nowMs: number) => {
        const rounds = [...running.values()]
        const hanging = rounds.filter(({ startMs }) => nowMs - startMs >= hangsAfterMs).length
        const taken = rounds.length - hanging + Math.min(hanging, failingMax)
        const healthy = Math.min(endpointsMax - taken, roundsMax - rounds.length)
        const failing = rounds.filter(({ isFailing }) => isFailing).length
        return { healthy, failing: Math.max(0, Math.min(healthy, failingMax - failing)) }
      }

      /** Looks at what was heard of; at everything from time to time, and where more was due than had a place. */
      const look = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const most = places(nowMs)
        const heard = [...changed]
        woken = Deferred.makeUnsafe()
        // A round that ends leads here again, and so does time.
        if (most.healthy <= 0) return
        const isWhole = isCrowded || nowMs - lookedMs >= pollMs || heard.length > organizationsPerLook
        if (isWhole) lookedMs = nowMs
        changed = new Set()
        const due = yield* store.due(nowMs, most, isWhole ? undefined : heard)
        isCrowded = due.length >= most.healthy
        const free = due.filter(({ endpointId }) => !running.has(endpointId)).slice(0, most.healthy)
        yield* Effect.forEach(free, start, { discard: true })
      })

      /** Writes that are committed together are heard of one after the other: one look is enough for them. */
      const wait = Effect.suspend(() =>
        Effect.andThen(
          Effect.raceAllFirst([Deferred.await(woken), drain.begun, Effect.sleep(Duration.millis(pollMs))]),
          Effect.yieldNow
        )
      )

      const work = Effect.whileLoop({
        while: () => !isStopping && !drain.hasBegun(),
        body: () => Effect.andThen(Effect.ignore(look), wait),
        step: () => {}
      })

      yield* Effect.acquireRelease(
        Effect.sync(() => signal.hearAll(hear)),
        ({ end }) => Effect.sync(end)
      )
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
