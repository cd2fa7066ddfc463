/**
 * Webhooks of a service in memory: delivered at the call of a test, to a function such as `fetch`, in the time of the given clock.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { sealingKeyBytes, sealingKeyOf } from "../crypto/SealedText.ts"
import { Drain } from "../services/Drain.ts"
import { Journal } from "../services/Journal.ts"
import { Deliveries } from "../services/webhooks/Deliveries.ts"
import { WebhookPolicy } from "../services/webhooks/WebhookPolicy.ts"
import { SecretsKeys } from "../services/webhooks/WebhookSecrets.ts"
import { DeliveryStore } from "../store/DeliveryStore.ts"
import type { Memory } from "../store/memory/Memory.ts"
import * as MemoryStores from "../store/memory/MemoryStores.ts"
import * as MemorySender from "./MemorySender.ts"

/** The secrets of a memory end with it, so the key that seals them need not be secret. */
const keys = [sealingKeyOf(new Uint8Array(sealingKeyBytes))]

/** The key of a memory, as a service. */
export const secretsKeys = Layer.succeed(SecretsKeys, keys)

/** More endpoints than a test has. */
const endpointsAtOnce = 1_000

/** The key and the policy of webhooks of a service in memory. */
export const webhooks = (baseUrl: string) =>
  Layer.mergeAll(
    secretsKeys,
    Layer.succeed(WebhookPolicy, { publicUrl: baseUrl, allowsLoopback: true, allowedNetworks: [] })
  )

/** A memory and its clock. */
export interface DeliveryOptions {
  readonly memory: Memory["Service"]
  readonly clock: Clock.Clock
}

/** Delivers everything that is due now. What fails is due later, when its time has come. */
export const deliverDue = ({ clock, memory }: DeliveryOptions, receive: MemorySender.Receive): Promise<void> => {
  const due = Effect.gen(function* () {
    const store = yield* DeliveryStore
    const deliveries = yield* Deliveries
    while (true) {
      const nowMs = yield* Clock.currentTimeMillis
      const found = yield* store.due(nowMs, { healthy: endpointsAtOnce, failing: endpointsAtOnce })
      if (found.length === 0) return
      yield* Effect.forEach(found, ({ endpointId }) => deliveries.deliver(endpointId), { discard: true })
    }
  })
  const services = Deliveries.layer.pipe(
    Layer.provide([Journal.layer, Drain.layer, MemorySender.layer(receive), secretsKeys]),
    Layer.provideMerge(MemoryStores.layer(memory))
  )
  return due.pipe(
    Effect.provide(services),
    // The same delays in each run.
    Random.withSeed("deliveries"),
    Effect.provideService(Clock.Clock, clock),
    Effect.runPromise
  )
}
