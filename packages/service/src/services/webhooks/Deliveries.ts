/**
 * Delivers events to webhook endpoints (decisions, Delivery). An endpoint is a consumer of the feed: it has a position, and the events after it
 * wait in the feed until their turn comes.
 *
 * Events come in order. One that is not accepted is tried again before the next, unless it alone is refused: then it is parked, with attempts
 * of its own. While an endpoint fails, one event is tried at each step of the schedule and nothing else.
 */
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeId } from "../../crypto/Secrets.ts"
import { ClientStore } from "../../store/ClientStore.ts"
import { DeliveryStore, type Lease } from "../../store/DeliveryStore.ts"
import { EventStore } from "../../store/EventStore.ts"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { WebhookStore } from "../../store/WebhookStore.ts"
import { Drain } from "../Drain.ts"
import { Journal } from "../Journal.ts"
import { beginRound, leaseMs } from "./DeliveryRound.ts"
import { follow, followRefused } from "./FeedDeliveries.ts"
import { repeatSomeFailed, retry } from "./Redeliveries.ts"
import type { RoundScope } from "./RoundScope.ts"
import { openSecrets, SecretsKeys } from "./WebhookSecrets.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { viewerOf } from "./WebhookViewer.ts"

/** The time that a round goes on: others wait for its place, and the permissions of the client are read again after it. */
const roundMs = 1_000

/** The rest of an endpoint whose client may not have it, or whose secrets cannot be opened. */
const pauseMs = 60_000

/** Delivers what is due, and ends the lease. */
const deliverIn = Effect.fnUntraced(function* (scope: RoundScope) {
  const { round } = scope
  if (!(yield* retry(scope)) || round.status() !== "enabled") return yield* round.release(undefined)
  if (round.isBlocked(yield* Clock.currentTimeMillis)) return yield* round.release(yield* followRefused(scope))
  if (!(yield* repeatSomeFailed(scope)) || round.status() !== "enabled") return yield* round.release(undefined)
  return yield* round.release(yield* follow(scope))
})

export class Deliveries extends Context.Service<
  Deliveries,
  {
    /** Delivers what is due to an endpoint, for a while, unless somebody else does. */
    readonly deliver: (endpointId: WebhookEndpointId) => Effect.Effect<void, StoreError>
    /**
     * Ends those of the deliveries to these endpoints whose lease is lost: the endpoint was deleted, disabled or changed, or another worker has it. The
     * exchange that is under way is broken off.
     */
    readonly endLost: (endpointIds: ReadonlyArray<WebhookEndpointId>) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/Deliveries") {
  static readonly layer = Layer.effect(
    Deliveries,
    Effect.gen(function* () {
      const webhooks = yield* WebhookStore
      const deliveries = yield* DeliveryStore
      const events = yield* EventStore
      const clients = yield* ClientStore
      const organizations = yield* OrganizationStore
      const journal = yield* Journal
      const sender = yield* WebhookSender
      const drain = yield* Drain
      const keys = yield* SecretsKeys

      const underLease = Effect.fnUntraced(function* (lease: Lease) {
        const found = Option.getOrUndefined(yield* webhooks.findAny(lease.endpointId))
        if (found === undefined) return
        const nowMs = yield* Clock.currentTimeMillis
        const round = beginRound({ deliveries, journal, webhooks }, lease, found.endpoint, nowMs)
        const viewer = yield* viewerOf(clients, organizations, found)
        const secrets = openSecrets(
          keys,
          { id: found.endpoint.id, organizationId: found.organizationId },
          yield* webhooks.secrets(lease.endpointId),
          nowMs
        )
        if (Option.isNone(viewer) || Option.isNone(secrets)) return yield* round.pause(nowMs + pauseMs)
        const scope: RoundScope = {
          deliveries,
          events,
          sender,
          drain,
          found,
          round,
          viewer: viewer.value,
          destination: { url: found.endpoint.url, secrets: secrets.value },
          untilMs: nowMs + roundMs
        }
        // What was sent is written down, also when the worker has to stop.
        yield* Effect.onInterrupt(deliverIn(scope), () => Effect.ignore(round.release(undefined)))
      })

      /** The leases under which deliveries go on, each with what ends them. */
      const underWay = new Map<
        WebhookEndpointId,
        Pick<Lease, "endpointId" | "token"> & { lost: Deferred.Deferred<void> }
      >()

      const endLost = Effect.fn("Deliveries.endLost")(function* (endpointIds: ReadonlyArray<WebhookEndpointId>) {
        const lost = yield* deliveries.lost(endpointIds.flatMap((id) => underWay.get(id) ?? []))
        for (const id of lost) {
          const leased = underWay.get(id)
          if (leased !== undefined) yield* Deferred.succeed(leased.lost, undefined)
        }
      })

      const untilLost = (lease: Lease) =>
        Effect.suspend(() => {
          const { endpointId, token } = lease
          const lost = Deferred.makeUnsafe<void>()
          underWay.set(endpointId, { endpointId, token, lost })
          return Effect.ensuring(
            Effect.raceFirst(underLease(lease), Deferred.await(lost)),
            Effect.sync(() => underWay.delete(endpointId))
          )
        })

      const deliver = Effect.fn("Deliveries.deliver")(function* (endpointId: WebhookEndpointId) {
        const token = yield* makeId("lse_")
        const nowMs = yield* Clock.currentTimeMillis
        const lease = yield* deliveries.claim(endpointId, { token, nowMs, untilMs: nowMs + leaseMs })
        if (Option.isSome(lease)) yield* untilLost(lease.value)
      })

      return Deliveries.of({
        deliver: (endpointId) => Effect.catchTag(deliver(endpointId), "LeaseLost", () => Effect.void),
        endLost
      })
    })
  )
}
