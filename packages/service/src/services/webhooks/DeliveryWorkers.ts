/**
 * The workers that deliver: they look for endpoints that are due, and run a round for each, a bounded number at once. The program decides which process
 * has workers.
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
import { endpointsMax, failingMax, freePlaces, placed, type RunningRound } from "./DeliveryPlaces.ts"

/** The organizations that are looked at on their own: of more, everything is looked at. */
const organizationsPerLook = 100

/** The age from which it is looked at whether a round has lost its lease. Most rounds end sooner. */
const lostAfterMs = 100

/** The time that work under way may go on when the service is being stopped. */
const stopMs = 6_000

export interface DeliveryWorkersOptions {
  /** The time between two looks of the workers through all endpoints: other processes commit too, and retries become due. */
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
      /** The endpoints that are delivered to, each with its round. */
      const running = new Map<WebhookEndpointId, RunningRound & Pick<DueEndpoint, "organizationId">>()
      const fibers = new Set<Fiber.Fiber<void>>()
      /** The organizations with new entries, or whose rounds have ended, since the last look. */
      let changed = new Set<OrganizationId>()
      let woken = Deferred.makeUnsafe<void>()
      let lookedMs = Number.NEGATIVE_INFINITY
      /** Whether more was due than had a place, or a client that had all of its places has one again. */
      let isCrowded = false
      let isStopping = false

      const markChanged = (organizationIds: Iterable<OrganizationId>) => {
        for (const organizationId of organizationIds) changed.add(organizationId)
        Deferred.doneUnsafe(woken, Effect.void)
      }

      /** Runs a round. A failure is logged by the store; the lease ends, and somebody tries again. */
      const start = Effect.fnUntraced(function* ({ clientId, endpointId, isFailing, organizationId }: DueEndpoint) {
        running.set(endpointId, { clientId, organizationId, isFailing, startMs: yield* Clock.currentTimeMillis })
        const fiber = yield* Effect.forkDetach(Effect.ignore(deliveries.deliver(endpointId)))
        fibers.add(fiber)
        fiber.addObserver(() => {
          const { fullClientIds, fullOfFailingClientIds } = freePlaces([...running.values()], 0)
          // What it left without a place may be of any organization.
          isCrowded ||= fullClientIds.includes(clientId) || fullOfFailingClientIds.includes(clientId)
          running.delete(endpointId)
          fibers.delete(fiber)
          markChanged([organizationId])
        })
      })

      /** Ends the rounds that have lost their lease: of all, or of some organizations. What ends leads to another look. */
      const endLost = (nowMs: number, organizationIds: ReadonlySet<OrganizationId> | undefined) => {
        const suspects = [...running].filter(
          ([, { organizationId, startMs }]) =>
            nowMs - startMs >= lostAfterMs && (organizationIds === undefined || organizationIds.has(organizationId))
        )
        return suspects.length === 0 ? Effect.void : Effect.ignore(deliveries.endLost(suspects.map(([id]) => id)))
      }

      /** Looks at changed organizations; at everything from time to time, and where more was due than had a place. */
      const look = Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        const changedIds = changed
        woken = Deferred.makeUnsafe()
        const isWhole = isCrowded || nowMs - lookedMs >= pollMs || changedIds.size > organizationsPerLook
        yield* endLost(nowMs, isWhole ? undefined : changedIds)
        const { free, freeForFailing, ...full } = freePlaces([...running.values()], nowMs)
        // A round that ends leads here again, and so does time.
        if (free === 0) return
        if (isWhole) lookedMs = nowMs
        changed = new Set()
        isCrowded = false
        // Endpoints of a client may be due that get no place, so that more are requested than there are places.
        const most = { healthy: endpointsMax, failing: freeForFailing === 0 ? 0 : failingMax }
        const due = yield* store.due(nowMs, most, isWhole ? full : { ...full, organizationIds: [...changedIds] })
        const startable = due.filter(({ endpointId }) => !running.has(endpointId))
        const chosen = placed(startable, [...running.values()], nowMs)
        isCrowded ||= chosen.length < startable.length
        yield* Effect.forEach(chosen, start, { discard: true })
      })

      /** Writes that are committed together notify one after the other: one look is enough for them. */
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
        Effect.sync(() => signal.subscribe(markChanged)),
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
