/**
 * Derives facts from the status of a webhook endpoint: its state, its lag, and the moment since which a delivery has been due. Pure; the clock is an argument.
 */
import type { EndpointStatus } from "../../store/DeliveryStore.ts"

/**
 * The states of an endpoint. A `failing` one is enabled, and its last attempt was not accepted. A `paused` one is enabled, and nothing is sent to
 * it: its client may not have webhooks any more, or its secrets do not open.
 */
export const endpointStates = ["enabled", "failing", "paused", "pending", "disabled"] as const
export type EndpointState = (typeof endpointStates)[number]

/** The state of an endpoint. */
export const endpointState = ({ dueAtMs, health, isFailing, status }: EndpointStatus): EndpointState => {
  if (status !== "enabled") return status
  if (health.failures > 0) return "failing"
  // One for which something was requested is due at once, and not paused before it was looked at.
  return isFailing && dueAtMs !== 0 ? "paused" : "enabled"
}

/** The time that the oldest event has waited for an endpoint that accepts events; 0 where none waits. */
export const lagMs = (endpointStatus: EndpointStatus, nowMs: number): number =>
  endpointState(endpointStatus) === "enabled" ? Math.max(0, nowMs - (endpointStatus.waitingSinceMs ?? nowMs)) : 0

/**
 * Since when something has been due to an endpoint; none where nothing is. A delivery that was requested is due since then, or since the end of
 * the pause of an endpoint that fails.
 */
export const dueSinceMs = (endpointStatus: EndpointStatus, nowMs: number): number | undefined => {
  const { requestedAtMs, dueAtMs, head, health, status, updatedAtMs, waitingSinceMs, wakeAfter = head } = endpointStatus
  if (status === "disabled") return undefined
  if (status === "pending") return updatedAtMs
  const moments = [
    ...(wakeAfter < head && waitingSinceMs !== undefined ? [waitingSinceMs] : []),
    // 0, which means at once, is no moment; `requestedAtMs` has the moment of the requested delivery.
    ...(dueAtMs === undefined || dueAtMs === 0 ? [] : [dueAtMs]),
    ...(requestedAtMs === undefined ? [] : [Math.max(requestedAtMs, health.notBeforeMs)])
  ].filter((moment) => moment <= nowMs)
  return moments.length === 0 ? undefined : Math.min(...moments)
}

/** The host of an address, which operators may see. The rest of the address may be a secret of the partner. */
export const visibleHost = (url: string): string => URL.parse(url)?.host ?? ""
