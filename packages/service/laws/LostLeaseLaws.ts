/**
 * What every engine does alike with a delivery that is under way when its lease is lost (docs/decisions, 91). `StoreLaws.ts` has these laws among all
 * laws.
 */
import { assert } from "@effect/vitest"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { Deliveries } from "@partner-api/service/services/webhooks/Deliveries"
import { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { Law } from "./Furnished.ts"
import { deliveryServices, type DeliveryWorld, manager, minuteMs, onDeliveries } from "./DeliveryWorld.ts"

/** A worker whose exchanges last until they are broken off. */
const hangingWorker = Effect.gen(function* () {
  const underWay = new Set<string>()
  const begun = new Map<string, Deferred.Deferred<void>>()
  const beginning = (url: string) => {
    const known = begun.get(url) ?? Deferred.makeUnsafe<void>()
    begun.set(url, known)
    return known
  }
  const send = ({ url }: { readonly url: string }) =>
    Effect.suspend(() => {
      underWay.add(url)
      Deferred.doneUnsafe(beginning(url), Effect.void)
      return Effect.onInterrupt(Effect.never, () => Effect.sync(() => underWay.delete(url)))
    })
  const { deliver, endLost } = yield* Effect.provide(Deliveries, yield* Layer.build(deliveryServices({ send })))
  return { deliver, endLost, begun: (url: string) => Deferred.await(beginning(url)), underWay: () => [...underWay] }
})

/** A law: the exchange with an endpoint is broken off once its lease is lost in this way, and no other is. */
const breaksOff = (
  way: string,
  lose: (world: DeliveryWorld, id: WebhookEndpointId) => Effect.Effect<unknown, unknown, DeliveryStore>
): Law =>
  onDeliveries(`an exchange is broken off where the lease is lost, and nowhere else: ${way}`, (world) =>
    Effect.scoped(
      Effect.gen(function* () {
        const urls = ["https://example.com/lost", "https://example.com/kept"] as const
        const [lost, kept] = yield* Effect.all(urls.map((url) => Effect.tap(world.addEndpoint({ url }), world.deliver)))
        if (lost === undefined || kept === undefined) return
        yield* world.addJobs(1)
        const { begun, deliver, endLost, underWay } = yield* hangingWorker
        const ids = [lost.id, kept.id]
        const [ending] = yield* Effect.forEach(ids, (id) => Effect.forkScoped(world.inTime(deliver(id))))
        if (ending === undefined) return
        yield* Effect.forEach(urls, begun)
        yield* endLost(ids)
        assert.sameMembers(underWay(), [...urls])
        yield* lose(world, lost.id)
        assert.sameMembers(underWay(), [...urls])
        yield* endLost(ids)
        yield* Fiber.join(ending)
        assert.deepStrictEqual(underWay(), [urls[1]])
      })
    )
  )

export const lostLeaseLaws: ReadonlyArray<Law> = [
  breaksOff("the endpoint is deleted", (world, id) => world.write(world.webhooks.remove(manager, id))),
  breaksOff("the endpoint is disabled", (world, id) =>
    world.write(world.webhooks.update(manager, id, { status: "disabled" }, undefined))
  ),
  breaksOff("another worker has the endpoint", (world, id) =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      yield* world.tick(minuteMs)
      const nowMs = world.nowMs()
      yield* Effect.flatMap(
        store.claim(id, { token: "lse_other", nowMs, untilMs: nowMs + minuteMs }),
        Effect.fromOption
      )
    })
  )
]
