/**
 * The requests that were handled, in memory, for as long as they would be taken again: what is recorded on its way and sent again has no effect.
 *
 * A request is its id and its time, which are both signed. When the service sends an event again, the time is another one, so that nothing the
 * service sends is skipped here. Other processes know nothing of it.
 */
import { toleranceSecondsDefault } from "./Unwrap.ts"
import type { SeenEvents } from "./SeenEvents.ts"

/** The most requests that are kept, the oldest go first: 2 MB, and more than an endpoint gets in the default of 10 minutes at 15 a second. */
export const handledRequestsMax = 10_000

/** The time that a request is kept: its time may be ahead of this machine's clock by the tolerance, and then behind it by as much. */
const keptMs = (toleranceSeconds: number): number => 2 * toleranceSeconds * 1_000

/** Keeps requests by the key that names them. */
export const handledRequests = (toleranceSeconds: number = toleranceSecondsDefault): SeenEvents => {
  const endsMs = new Map<string, number>()
  return {
    add: (key) => {
      const nowMs = Date.now()
      // Looked at first: what is sent again must not push out others.
      if ((endsMs.get(key) ?? 0) > nowMs) return false
      for (const [oldest, endMs] of endsMs) {
        if (endMs > nowMs && endsMs.size < handledRequestsMax) break
        endsMs.delete(oldest)
      }
      endsMs.set(key, nowMs + keptMs(toleranceSeconds))
      return true
    },
    delete: (key) => endsMs.delete(key)
  }
}
