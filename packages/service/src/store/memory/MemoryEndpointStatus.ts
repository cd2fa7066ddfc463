/**
 * The status of a webhook endpoint in memory.
 */
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import type { EndpointStatus } from "../DeliveryStore.ts"
import { journalOf, type MemoryState } from "./MemoryState.ts"
import type { WebhookRow } from "./MemoryWebhooks.ts"

const orNever = (value: number): number | undefined => (value === Number.MAX_SAFE_INTEGER ? undefined : value)

/** When the first delivery is to be tried again. */
const firstAttemptAtMs = (deliveries: WebhookRow["deliveries"]): number | undefined => {
  const moments = deliveries.flatMap(({ nextAttemptAtMs }) => nextAttemptAtMs ?? [])
  return moments.length === 0 ? undefined : Math.min(...moments)
}

/** The status of an endpoint. */
export const endpointStatusOf = (
  { journals }: MemoryState,
  { deliveries, owned, place }: WebhookRow
): EndpointStatus => {
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
    failedFrom: place.failedFrom,
    dueAtMs: orNever(place.dueAtMs),
    requestedAtMs: place.dueAtMs === 0 ? firstAttemptAtMs(deliveries) : undefined,
    wakeAfter: orNever(place.wakeAfter),
    leaseUntilMs: place.leaseUntilMs
  }
}
