/**
 * The reads and requests of a client about the deliveries to its webhook endpoints. Sends nothing: the workers do (`Deliveries.ts`).
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { webhookEndpointEntry } from "@partner-api/domain/commands/WebhookEndpoint"
import type { Forbidden, NotFound, RateLimited, Unauthorized } from "@partner-api/domain/Errors"
import type { EventId } from "@partner-api/domain/EventId"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import { timestampFromMillis, timestampToMillis } from "@partner-api/domain/Timestamp"
import type {
  WebhookDelivery,
  WebhookDeliveryFilter,
  WebhookRecovered,
  WebhookRecovery
} from "@partner-api/domain/WebhookDelivery"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { checkDelivered } from "@partner-api/domain/WebhookReader"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { DeliveryStore, type StoredDelivery } from "../../store/DeliveryStore.ts"
import { EventStore } from "../../store/EventStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { Together } from "../../store/Together.ts"
import { TokenStore } from "../../store/TokenStore.ts"
import { type FoundWebhookEndpoint, type WebhookOwner, WebhookStore } from "../../store/WebhookStore.ts"
import { WebhookUseStore } from "../../store/WebhookUseStore.ts"
import { countWork } from "../access/RequestUsage.ts"
import { liveToken } from "../access/LiveToken.ts"
import { record } from "../Journal.ts"
import { requestPing } from "./Pings.ts"
import { repeatAll, repeatDelivery, repeatFailed } from "./RepeatedDeliveries.ts"
import { endpointOrNotFound, type WebhookManager } from "./Webhooks.ts"

/** A delivery in answers. The service sends nothing to its endpoint before `notBeforeMs`; absent where it sends nothing at all. */
export const renderDelivery = (
  { attempts, eventId, nextAttemptAtMs, status, type }: StoredDelivery,
  notBeforeMs: number | undefined
): WebhookDelivery => {
  // A ping is sent whatever the endpoint does.
  const fromMs = type === "ping" ? 0 : notBeforeMs
  const isTried = nextAttemptAtMs !== undefined && fromMs !== undefined
  return {
    event_id: eventId,
    type,
    status,
    attempts,
    ...(isTried ? { next_attempt_at: timestampFromMillis(Math.max(nextAttemptAtMs, fromMs)) } : {})
  }
}

/** A page of deliveries in answers. */
export const renderPage = (
  { lookedTo, rows }: FoundRows<StoredDelivery>,
  notBeforeMs: number | undefined
): FoundRows<WebhookDelivery> => ({
  rows: rows.map(({ position, row }) => ({ position, row: renderDelivery(row, notBeforeMs) })),
  lookedTo
})

/** Before when nothing is sent to an endpoint but a `ping`; none where it waits for one. */
export const notBefore = Effect.fnUntraced(function* (
  deliveries: DeliveryStore["Service"],
  { endpoint, failingSinceMs }: FoundWebhookEndpoint
) {
  if (endpoint.status !== "enabled") return undefined
  if (failingSinceMs === undefined) return 0
  const endpointStatus = yield* deliveries.endpointStatus(endpoint.id)
  return Option.match(endpointStatus, { onNone: () => 0, onSome: ({ health }) => health.notBeforeMs })
})

export class WebhookDeliveries extends Context.Service<
  WebhookDeliveries,
  {
    /** Has a `ping` sent. */
    readonly test: (
      manager: WebhookManager,
      id: WebhookEndpointId
    ) => Effect.Effect<WebhookDelivery, NotFound | Unauthorized | Forbidden | RateLimited | StoreError, CurrentWrite>
    /** A page of the deliveries of an endpoint, the newest event first. */
    readonly page: (
      owner: WebhookOwner,
      id: WebhookEndpointId,
      filter: WebhookDeliveryFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<WebhookDelivery>, NotFound | StoreError>
    /** Has a delivery sent again. */
    readonly redeliver: (
      manager: WebhookManager,
      id: WebhookEndpointId,
      eventId: EventId
    ) => Effect.Effect<WebhookDelivery, NotFound | Unauthorized | Forbidden | StoreError, CurrentWrite>
    /** Has what failed since a moment sent again, or everything. */
    readonly recover: (
      manager: WebhookManager,
      id: WebhookEndpointId,
      recovery: WebhookRecovery
    ) => Effect.Effect<WebhookRecovered, NotFound | Unauthorized | Forbidden | RateLimited | StoreError, CurrentWrite>
  }
>()("@partner-api/service/WebhookDeliveries") {
  static readonly layer = Layer.effect(
    WebhookDeliveries,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const deliveries = yield* DeliveryStore
      const events = yield* EventStore
      const tokens = yield* TokenStore
      const uses = yield* WebhookUseStore
      const together = yield* Together
      const stores = { deliveries, events, uses }

      const find = (owner: WebhookOwner, id: WebhookEndpointId) => endpointOrNotFound(store.find(owner, id))

      /**
       * The endpoint of a client whose deliveries the transaction under way is about to change. Fails where it delivers more than the token may
       * read.
       */
      const lock = (manager: WebhookManager, id: WebhookEndpointId) =>
        Effect.flatMap(
          together(endpointOrNotFound(store.lockOwn(manager, id)), liveToken(tokens, manager.tokenId)),
          ([stored, token]) => Effect.as(Effect.fromResult(checkDelivered(stored, token)), stored)
        )

      const page = Effect.fnUntraced(function* (
        owner: WebhookOwner,
        id: WebhookEndpointId,
        filter: WebhookDeliveryFilter,
        request: PageRequest
      ) {
        const [notBeforeMs, found] = yield* together(
          Effect.flatMap(find(owner, id), (endpoint) => notBefore(deliveries, endpoint)),
          deliveries.page(id, filter, request)
        )
        return renderPage(found, notBeforeMs)
      })

      const test = Effect.fn("Webhooks.test")(function* (manager: WebhookManager, id: WebhookEndpointId) {
        const stored = yield* lock(manager, id)
        const delivery = yield* requestPing(stores, stored)
        yield* record([webhookEndpointEntry(stored, "tested")])
        return renderDelivery(delivery, 0)
      })

      const redeliver = Effect.fn("Webhooks.redeliver")(function* (
        manager: WebhookManager,
        id: WebhookEndpointId,
        eventId: EventId
      ) {
        const stored = yield* lock(manager, id)
        const delivery = yield* repeatDelivery(deliveries, stored, eventId)
        yield* countWork("deliveries", 1)
        return renderDelivery(delivery, yield* notBefore(deliveries, stored))
      })

      const recover = Effect.fn("Webhooks.recover")(function* (
        manager: WebhookManager,
        id: WebhookEndpointId,
        { only = "failed", since }: WebhookRecovery
      ) {
        const stored = yield* lock(manager, id)
        const sinceMs = timestampToMillis(since)
        const repeat = only === "failed" ? repeatFailed : repeatAll
        const repeated = yield* repeat(stores, stored, sinceMs)
        yield* countWork("deliveries", repeated)
        return { deliveries: repeated }
      })

      return WebhookDeliveries.of({
        test,
        page,
        redeliver,
        recover
      })
    })
  )
}
