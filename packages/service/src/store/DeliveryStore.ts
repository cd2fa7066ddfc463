/**
 * The port to deliveries: how far each webhook endpoint has come in the feed, who delivers to it, and what came of each event.
 *
 * An endpoint is leased by one worker at a time. Whatever the worker writes takes effect only while its lease holds, so that a worker that was
 * held up cannot undo what another one has done since.
 */
import type { EventId } from "@partner-api/domain/EventId"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import type {
  DeliveredType,
  WebhookAttempt,
  WebhookDeliveryFilter,
  WebhookDeliveryStatus
} from "@partner-api/domain/WebhookDelivery"
import type { WebhookDisabledReason, WebhookEndpointId, WebhookStatus } from "@partner-api/domain/WebhookEndpoint"
import type { WebhookHealth } from "@partner-api/domain/WebhookSchedule"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** A delivery as it is stored. */
export interface StoredDelivery {
  readonly eventId: EventId
  /** The sequence of the event; 0 for a `ping`, which is no event of the feed. */
  readonly sequence: number
  readonly type: DeliveredType
  readonly status: WebhookDeliveryStatus
  /** The last attempts. */
  readonly attempts: ReadonlyArray<WebhookAttempt>
  /** The failed attempts since it was last requested. */
  readonly failures: number
  readonly nextAttemptAtMs: number | undefined
  readonly createdAtMs: number
}

/** An endpoint for which there is something to do. */
export interface DueEndpoint {
  readonly organizationId: OrganizationId
  readonly clientId: ClientId
  readonly endpointId: WebhookEndpointId
  /** Whether it does not answer, or has not answered yet. */
  readonly isFailing: boolean
}

/** The endpoints that are looked at. */
export interface DueAmong {
  /** Those of these organizations alone. */
  readonly organizationIds?: ReadonlyArray<OrganizationId>
  /** Clients whose endpoints have as many places as one client may have: theirs are left out. */
  readonly fullClientIds?: ReadonlyArray<ClientId>
  /** Clients whose failing endpoints have: these alone are left out. */
  readonly fullOfFailingClientIds?: ReadonlyArray<ClientId>
}

/** The progress of an endpoint. */
export interface DeliveryProgress {
  /** The last sequence of the feed that is done. */
  readonly position: number
  readonly health: WebhookHealth
}

/** An endpoint that a worker delivers to. */
export interface Lease extends DeliveryProgress {
  readonly endpointId: WebhookEndpointId
  /** Names the lease; another one has another name. */
  readonly token: string
  /** Counts the requests about the endpoint's deliveries: a request during a lease is done after it. */
  readonly wakes: number
  /** The sequence from which on failed deliveries are to be made once more; none where nobody has requested it, or all of them were. */
  readonly failedFrom: number | undefined
}

/** The status of the deliveries to an endpoint: its position in the feed of its organization, its health, and when a worker is due. */
export interface EndpointStatus extends DeliveryProgress {
  readonly organizationId: OrganizationId
  readonly endpointId: WebhookEndpointId
  readonly status: WebhookStatus
  readonly disabledReason: WebhookDisabledReason | undefined
  /** When the endpoint itself was changed last. */
  readonly updatedAtMs: number
  /** The last sequence of the journal. */
  readonly head: number
  /** When the first event after the position happened; none where there is no such event. */
  readonly waitingSinceMs: number | undefined
  /** Whether it does not answer, has not answered yet, or rests. */
  readonly isFailing: boolean
  /** As in a lease. */
  readonly failedFrom: number | undefined
  /** When there is work that the feed does not have: 0 for at once, none for never. */
  readonly dueAtMs: number | undefined
  /** When the first delivery of one that is due at once was requested; none where no delivery was. */
  readonly requestedAtMs: number | undefined
  /** The sequence after which an entry of the journal makes it due; none where only time does. */
  readonly wakeAfter: number | undefined
  /** Until when a worker has it, or when the last one has left it; 0 for never. */
  readonly leaseUntilMs: number
}

/** The write of a worker at the end of its work. */
export interface DeliveryCommit {
  readonly progress: DeliveryProgress
  readonly deliveries: ReadonlyArray<StoredDelivery>
  /** The sequence from which on failed deliveries are still to be made once more. It is not written where more was requested during the lease. */
  readonly failedFrom: number | undefined
  /** Until when the lease holds on. */
  readonly untilMs: number
  /** Ends the lease, and sets when there is something to do again. */
  readonly release?: {
    /** The sequence after which an entry of the journal makes it due; none where only time does. */
    readonly wakeAfter: number | undefined
    /** The deliveries that make it due when their time comes. */
    readonly sends: "all" | "pings" | "nothing"
    /** Before then no delivery but a `ping` makes it due. */
    readonly notBeforeMs: number
    /** Then it is due, whatever its deliveries are; none where they alone decide. */
    readonly dueAtMs: number | undefined
    readonly isFailing: boolean
  }
}

/** The number of deliveries that are removed at once; a larger batch would delay requests. */
export const deliveriesPerPurge = 250

export class DeliveryStore extends Context.Service<
  DeliveryStore,
  {
    /**
     * Endpoints for which there is something to do and that nobody delivers to: those that answer, then those that fail. Clients take turns: the
     * endpoint of each that has waited longest comes before the second one of any.
     */
    readonly due: (
      nowMs: number,
      most: { readonly healthy: number; readonly failing: number },
      among?: DueAmong
    ) => Effect.Effect<ReadonlyArray<DueEndpoint>, StoreError>
    /** Leases an endpoint; none where another worker was faster. */
    readonly claim: (
      endpointId: WebhookEndpointId,
      lease: { readonly token: string; readonly nowMs: number; readonly untilMs: number }
    ) => Effect.Effect<Option.Option<Lease>, StoreError>
    /** Those of these leases that do not hold any more: their endpoints were changed or deleted, or another worker has them. */
    readonly lost: (
      leases: ReadonlyArray<Pick<Lease, "endpointId" | "token">>
    ) => Effect.Effect<ReadonlyArray<WebhookEndpointId>, StoreError>
    /** Writes what was done under a lease, in the transaction under way, and returns whether the lease still held. */
    readonly commit: (lease: Lease, commit: DeliveryCommit) => Effect.Effect<boolean, StoreError>
    /** Deliveries that are to be tried now, those that have waited longest first: the parked ones, and those of events up to a position. */
    readonly toRetry: (
      endpointId: WebhookEndpointId,
      until: {
        readonly nowMs: number
        readonly position: number
        readonly limit: number
        readonly isPingsOnly: boolean
      }
    ) => Effect.Effect<ReadonlyArray<StoredDelivery>, StoreError>
    /** Failed deliveries of the events from a sequence on and up to a position, the oldest event first. A `ping` is no event. */
    readonly failed: (
      endpointId: WebhookEndpointId,
      among: { readonly from: number; readonly position: number; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<StoredDelivery>, StoreError>
    /** The deliveries of some events, as far as there are any. */
    readonly find: (
      endpointId: WebhookEndpointId,
      eventIds: ReadonlyArray<EventId>
    ) => Effect.Effect<ReadonlyArray<StoredDelivery>, StoreError>
    /** A page of the deliveries of an endpoint, the newest event first. */
    readonly page: (
      endpointId: WebhookEndpointId,
      filter: WebhookDeliveryFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredDelivery>, StoreError>
    /** The number of deliveries of an endpoint, of all or of one status, of events from a sequence on: `deliveriesCountedMax` of them at most. */
    readonly count: (
      endpointId: WebhookEndpointId,
      of: { readonly status: WebhookDeliveryStatus | undefined; readonly sequence: number }
    ) => Effect.Effect<number, StoreError>
    /** Those of some endpoints that have deliveries which have not succeeded. */
    readonly unfinished: (
      endpointIds: ReadonlyArray<WebhookEndpointId>
    ) => Effect.Effect<ReadonlyArray<WebhookEndpointId>, StoreError>
    /** The statuses of all endpoints, by id. */
    readonly endpointStatuses: Effect.Effect<ReadonlyArray<EndpointStatus>, StoreError>
    /** The statuses of these endpoints, by id. */
    readonly endpointStatusesOf: (
      endpointIds: ReadonlyArray<WebhookEndpointId>
    ) => Effect.Effect<ReadonlyArray<EndpointStatus>, StoreError>
    /** The status of one endpoint. */
    readonly endpointStatus: (endpointId: WebhookEndpointId) => Effect.Effect<Option.Option<EndpointStatus>, StoreError>
    /** Begins the deliveries of an endpoint after a position. Its turn comes after those who wait already. */
    readonly begin: (
      endpointId: WebhookEndpointId,
      begin: { readonly organizationId: OrganizationId; readonly position: number; readonly nowMs: number }
    ) => Effect.Effect<void, StoreError>
    /** Has a delivery made now, or once more. */
    readonly request: (endpointId: WebhookEndpointId, delivery: StoredDelivery) => Effect.Effect<void, StoreError>
    /** Has every failed delivery of the events from a sequence on made once more. Changes none of them: workers come to them in turn. */
    readonly repeatFailed: (endpointId: WebhookEndpointId, sequence: number) => Effect.Effect<void, StoreError>
    /** Ends the lease of an endpoint and has it looked at in its turn: it was changed, and is given another chance. */
    readonly interrupt: (endpointId: WebhookEndpointId, nowMs: number) => Effect.Effect<void, StoreError>
    /** Goes back to a position, unless the endpoint has not come so far. Changes no delivery: events are delivered anew as it comes to them. */
    readonly rewind: (
      endpointId: WebhookEndpointId,
      to: { readonly position: number; readonly nowMs: number }
    ) => Effect.Effect<void, StoreError>
    /** Removes one batch of deliveries from before a moment, and returns how many it removed. */
    readonly purge: (beforeMs: number) => Effect.Effect<number, StoreError>
    /** Removes one batch of the deliveries that deleted endpoints have left, and returns whether there may be more. */
    readonly purgeRemoved: Effect.Effect<boolean, StoreError>
  }
>()("@partner-api/service/DeliveryStore") {}
