/**
 * How an endpoint in memory stands with the feed.
 */
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import type { EndpointStanding } from "../DeliveryStore.ts"
import { journalOf, type MemoryState } from "./MemoryState.ts"
import type { WebhookRow } from "./MemoryWebhooks.ts"

const orNever = (value: number): number | undefined => (value === Number.MAX_SAFE_INTEGER ? undefined : value)

/** The standing of an endpoint. */
export const standingOf = ({ journals }: MemoryState, { owned, place }: WebhookRow): EndpointStanding => {
  const { endpoint, organizationId } = owned
  const { entries, events } = journalOf(journals, organizationId)
  return {
    organizationId,
    endpointId: endpoint.id,
    status: endpoint.status,
    disabledReason: endpoint.disabled_reason,
    updatedAtMs: timestampToMillis(endpoint.updated_at),
    position: place.position,
    health: place.health,
    head: entries.length,
    waitingSinceMs: events.find(({ sequence }) => sequence > place.position)?.occurredAtMs,
    isFailing: place.isFailing,
    dueAtMs: orNever(place.dueAtMs),
    wakeAfter: orNever(place.wakeAfter),
    leaseUntilMs: place.leaseUntilMs
  }
}
