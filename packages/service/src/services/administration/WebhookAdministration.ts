/**
 * The operator's work on webhook endpoints: reads their status, disables and enables them, has events sent again, and seals their secrets
 * with another key. Secrets are never shown; the addresses may hold secrets of partners.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { disableWebhookEndpoint, requestWebhookEndpoint } from "@partner-api/domain/commands/WebhookEndpoint"
import { secretsRewrapped } from "@partner-api/domain/commands/WebhookSecret"
import { NotFound, type Unavailable } from "@partner-api/domain/Errors"
import type { EventId } from "@partner-api/domain/EventId"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type { WebhookDelivery, WebhookDeliveryFilter } from "@partner-api/domain/WebhookDelivery"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { DeliveryStore, type EndpointStatus } from "../../store/DeliveryStore.ts"
import { EventStore } from "../../store/EventStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { type FoundWebhookEndpoint, type StoredWebhookSecret, WebhookStore } from "../../store/WebhookStore.ts"
import { WebhookUseStore } from "../../store/WebhookUseStore.ts"
import { record } from "../Journal.ts"
import { notBefore, renderPage } from "../webhooks/WebhookDeliveries.ts"
import { orRefuse } from "../OrNotFound.ts"
import { changeEndpoint } from "../webhooks/EndpointChange.ts"
import { requestOperatorPing } from "../webhooks/Pings.ts"
import { countFailed, repeatDelivery, repeatFailedByOperator } from "../webhooks/RepeatedDeliveries.ts"
import { rewrapped, SecretsKeys } from "../webhooks/WebhookSecrets.ts"

/** An endpoint, and how it stands. */
export interface WebhookOverview {
  readonly found: FoundWebhookEndpoint
  readonly endpointStatus: EndpointStatus
}

/** A secret of an endpoint, by the key that seals it. */
export interface WebhookSecretDetails extends Pick<StoredWebhookSecret, "version" | "keyId" | "expiresAtMs"> {
  /** Its place among the keys that are set: the one that seals, one that only opens, or none of them. */
  readonly key: "current" | "previous" | "missing"
}

/** The number of deliveries that are not through, as far as they are counted. Those that have failed are counted where they can be sent again. */
export interface DeliveryCounts {
  readonly pending: number
  readonly parked: number
  readonly failed: number
}

/** An endpoint whose deliveries are counted. */
export interface CountedWebhook extends WebhookOverview {
  readonly deliveries: DeliveryCounts
}

const allThrough: DeliveryCounts = { pending: 0, parked: 0, failed: 0 }

/** An endpoint with all its facts, but for its secrets. */
export interface WebhookDetails extends CountedWebhook {
  /** The newest first. */
  readonly secrets: ReadonlyArray<WebhookSecretDetails>
}

/** The owners of the endpoints: without a member, all. */
export interface WebhookFilter {
  readonly organizationId?: OrganizationId
  readonly clientId?: ClientId
}

/** A secret that does not open with the keys that are set. */
export interface LostSecret {
  readonly endpointId: WebhookEndpointId
  readonly version: number
  readonly keyId: string
}

/** The result for secrets that were to be sealed with the first key. */
export interface RewrapResult {
  readonly sealed: number
  readonly lost: ReadonlyArray<LostSecret>
}

/** The number of endpoints whose secrets are sealed in one transaction: requests come between. */
export const endpointsPerRewrap = 100

const noEndpoint = (id: WebhookEndpointId) => new NotFound({ message: `There is no webhook endpoint ${id}.` })

type Refused = NotFound | StoreError

export class WebhookAdministration extends Context.Service<
  WebhookAdministration,
  {
    /** Endpoints, ordered by organization and id. */
    readonly list: (filter: WebhookFilter) => Effect.Effect<ReadonlyArray<WebhookOverview>, StoreError>
    /** A page of endpoints, ordered by id. */
    readonly page: (
      filter: WebhookFilter,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<CountedWebhook>, StoreError>
    readonly show: (id: WebhookEndpointId) => Effect.Effect<WebhookDetails, Refused>
    /** A page of the deliveries of an endpoint, the newest event first. */
    readonly deliveries: (
      id: WebhookEndpointId,
      filter: WebhookDeliveryFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<WebhookDelivery>, Refused>
    /** Disables an endpoint; its client cannot enable it. */
    readonly disable: (id: WebhookEndpointId) => Effect.Effect<void, Refused, CurrentWrite>
    /** Enables an endpoint that partner, operator or service has disabled, once its address has answered a `ping`. */
    readonly enable: (id: WebhookEndpointId) => Effect.Effect<void, Refused, CurrentWrite>
    /** Has an event that was sent before sent again. */
    readonly redeliver: (id: WebhookEndpointId, eventId: EventId) => Effect.Effect<void, Refused, CurrentWrite>
    /** The number of deliveries of events since a moment that have failed, and can be sent again. */
    readonly countFailed: (id: WebhookEndpointId, sinceMs: number) => Effect.Effect<number, Refused>
    /** Has what failed of the events since a moment sent again, and returns how many deliveries that is. */
    readonly redeliverFailed: (id: WebhookEndpointId, sinceMs: number) => Effect.Effect<number, Refused, CurrentWrite>
    /** The endpoints that have secrets, in the order in which {@link endpointsPerRewrap} of them at a time are to be rewrapped. */
    readonly sealed: Effect.Effect<ReadonlyArray<WebhookEndpointId>, StoreError>
    /** Seals the secrets of some endpoints with the first key. Fails where there is no key. */
    readonly rewrap: (
      ids: ReadonlyArray<WebhookEndpointId>
    ) => Effect.Effect<RewrapResult, Unavailable | StoreError, CurrentWrite>
  }
>()("@partner-api/service/WebhookAdministration") {
  static readonly layer = Layer.effect(
    WebhookAdministration,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const deliveries = yield* DeliveryStore
      const events = yield* EventStore
      const keys = yield* SecretsKeys
      const uses = yield* WebhookUseStore

      const find = (id: WebhookEndpointId) => orRefuse(noEndpoint(id))(store.findAny(id))
      const lock = (id: WebhookEndpointId) => orRefuse(noEndpoint(id))(store.lock(id))

      const list = Effect.fn("WebhookAdministration.list")(function* ({ clientId, organizationId }: WebhookFilter) {
        const endpointStatuses = yield* deliveries.endpointStatuses
        const byId = new Map(endpointStatuses.map((endpointStatus) => [endpointStatus.endpointId, endpointStatus]))
        return (yield* store.all).flatMap((found): ReadonlyArray<WebhookOverview> => {
          const endpointStatus = byId.get(found.endpoint.id)
          const isSelected =
            (organizationId === undefined || found.organizationId === organizationId) &&
            (clientId === undefined || found.clientId === clientId)
          return endpointStatus !== undefined && isSelected ? [{ found, endpointStatus }] : []
        })
      })

      const detailsOf = ({ expiresAtMs, keyId, version }: StoredWebhookSecret): WebhookSecretDetails => {
        const place = keys.findIndex(({ id }) => id === keyId)
        return { version, keyId, expiresAtMs, key: place < 0 ? "missing" : place === 0 ? "current" : "previous" }
      }

      const counts = Effect.fnUntraced(function* ({ found, endpointStatus: { failedFrom } }: WebhookOverview) {
        const { id } = found.endpoint
        const count = (status: "pending" | "parked") => deliveries.count(id, { status, sequence: 0 })
        const failed = yield* countFailed({ deliveries, events }, found)
        // Those that were requested once more and whose turn has not come are on their way.
        const repeated =
          failedFrom === undefined ? 0 : yield* deliveries.count(id, { status: "failed", sequence: failedFrom })
        return {
          pending: (yield* count("pending")) + repeated,
          parked: yield* count("parked"),
          failed: Math.max(0, failed - repeated)
        }
      })

      const page = Effect.fn("WebhookAdministration.page")(function* (filter: WebhookFilter, request: PageRequest) {
        const found = yield* store.pageOfAll(filter, request)
        // A hundred of them have half a megabyte.
        yield* Effect.yieldNow
        const ids = found.map(({ endpoint }) => endpoint.id)
        const endpointStatuses = yield* deliveries.endpointStatusesOf(ids)
        const byId = new Map(endpointStatuses.map((endpointStatus) => [endpointStatus.endpointId, endpointStatus]))
        // Of most endpoints every delivery is through: there is nothing to count.
        const unfinished = new Set(yield* deliveries.unfinished(ids))
        const counted = yield* Effect.forEach(found, (one) => {
          const endpointStatus = byId.get(one.endpoint.id)
          if (endpointStatus === undefined) return Effect.succeed([])
          const overview: WebhookOverview = { found: one, endpointStatus }
          return Effect.map(
            unfinished.has(one.endpoint.id) ? counts(overview) : Effect.succeed(allThrough),
            (counted): ReadonlyArray<CountedWebhook> => [{ ...overview, deliveries: counted }]
          )
        })
        return counted.flat()
      })

      const show = Effect.fn("WebhookAdministration.show")(function* (id: WebhookEndpointId) {
        const found = yield* find(id)
        const endpointStatus = yield* orRefuse(noEndpoint(id))(deliveries.endpointStatus(id))
        const details: WebhookDetails = {
          found,
          endpointStatus,
          secrets: (yield* store.secrets(id)).map(detailsOf),
          deliveries: yield* counts({ found, endpointStatus })
        }
        return details
      })

      const change = Effect.fnUntraced(function* (
        id: WebhookEndpointId,
        decide: (found: FoundWebhookEndpoint, nowMs: number) => ReturnType<typeof requestWebhookEndpoint>
      ) {
        const found = yield* lock(id)
        const nowMs = yield* Clock.currentTimeMillis
        yield* changeEndpoint({ store, deliveries, events, uses }, found, decide(found, nowMs), requestOperatorPing)
      })

      const disable = Effect.fn("WebhookAdministration.disable")((id: WebhookEndpointId) =>
        change(id, (found, nowMs) => disableWebhookEndpoint(found, "operator", nowMs))
      )

      const enable = Effect.fn("WebhookAdministration.enable")((id: WebhookEndpointId) =>
        change(id, (found, nowMs) =>
          found.endpoint.status === "disabled" ? requestWebhookEndpoint(found, nowMs) : { next: found, entries: [] }
        )
      )

      const redeliver = Effect.fn("WebhookAdministration.redeliver")(function* (
        id: WebhookEndpointId,
        eventId: EventId
      ) {
        yield* repeatDelivery(deliveries, yield* lock(id), eventId)
      })

      const countFailedSince = Effect.fn("WebhookAdministration.countFailed")(function* (
        id: WebhookEndpointId,
        sinceMs: number
      ) {
        return yield* countFailed({ deliveries, events }, yield* find(id), sinceMs)
      })

      const redeliverFailed = Effect.fn("WebhookAdministration.redeliverFailed")(function* (
        id: WebhookEndpointId,
        sinceMs: number
      ) {
        return yield* repeatFailedByOperator({ deliveries, events, uses }, yield* lock(id), sinceMs)
      })

      const rewrapOne = Effect.fnUntraced(function* (id: WebhookEndpointId) {
        // Locked, because its client may replace the secrets at this moment.
        const found = Option.getOrUndefined(yield* store.lock(id))
        if (found === undefined) return { sealed: 0, lost: [] }
        const nowMs = yield* Clock.currentTimeMillis
        const place = { id, organizationId: found.organizationId }
        const made = yield* rewrapped(keys, place, yield* store.secrets(id), nowMs)
        if (made.sealed > 0) yield* store.replaceSecrets(id, made.secrets)
        return {
          sealed: made.sealed,
          lost: made.lost.map(({ keyId, version }): LostSecret => ({ endpointId: id, version, keyId }))
        }
      })

      const rewrap = Effect.fn("WebhookAdministration.rewrap")(function* (ids: ReadonlyArray<WebhookEndpointId>) {
        const each = yield* Effect.forEach(ids, rewrapOne)
        const made: RewrapResult = {
          sealed: each.reduce((sum, { sealed }) => sum + sealed, 0),
          lost: each.flatMap(({ lost }) => lost)
        }
        if (made.sealed > 0) yield* record(keys.slice(0, 1).map(({ id }) => secretsRewrapped(id)))
        return made
      })

      const deliveriesOf = Effect.fn("WebhookAdministration.deliveries")(function* (
        id: WebhookEndpointId,
        filter: WebhookDeliveryFilter,
        request: PageRequest
      ) {
        const notBeforeMs = yield* notBefore(deliveries, yield* find(id))
        return renderPage(yield* deliveries.page(id, filter, request), notBeforeMs)
      })

      return WebhookAdministration.of({
        page,
        deliveries: deliveriesOf,
        list,
        show,
        disable,
        enable,
        redeliver,
        countFailed: countFailedSince,
        redeliverFailed,
        sealed: Effect.map(deliveries.endpointStatuses, (all) => all.map(({ endpointId }) => endpointId)),
        rewrap
      })
    })
  )
}
