/**
 * A webhook endpoint in memory: one row for each, with its secrets and deliveries.
 */
import type { OwnedWebhookEndpoint } from "@partner-api/domain/WebhookEndpoint"
import type { DeliveryProgress, StoredDelivery } from "../DeliveryStore.ts"
import type { FoundWebhookEndpoint, StoredWebhookSecret } from "../WebhookStore.ts"
import { compareCodePoints } from "./Table.ts"

/** The progress of an endpoint, and the worker that delivers to it. */
export interface WebhookPosition extends DeliveryProgress {
  readonly isFailing: boolean
  readonly dueAtMs: number
  readonly wakeAfter: number
  readonly wakes: number
  readonly leaseToken: string
  readonly leaseUntilMs: number
  readonly failedFrom: number | undefined
}

export interface WebhookRow {
  readonly owned: OwnedWebhookEndpoint
  readonly secrets: ReadonlyArray<StoredWebhookSecret>
  readonly place: WebhookPosition
  /** In the order of their events. */
  readonly deliveries: ReadonlyArray<StoredDelivery>
}

/** An endpoint as stores give it. */
export const foundOf = ({ owned, place }: WebhookRow): FoundWebhookEndpoint => ({
  ...owned,
  failingSinceMs: place.health.failingSinceMs
})

/** These deliveries with others in the place of those of the same events. */
export const withDeliveries = (
  deliveries: ReadonlyArray<StoredDelivery>,
  put: ReadonlyArray<StoredDelivery>
): ReadonlyArray<StoredDelivery> => {
  const taken = new Set(put.map(({ eventId }) => eventId))
  return [...deliveries.filter(({ eventId }) => !taken.has(eventId)), ...put].toSorted((left, right) =>
    compareCodePoints(left.eventId, right.eventId)
  )
}
