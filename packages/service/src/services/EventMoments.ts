/**
 * Finds the place of a moment in the change feed. Events have no index of their moments: they come in the order of the commits, so the
 * first one at or after a moment is found by halves, with one look at the key of the table for each.
 *
 * The clocks of nodes differ by a little, so the moments of events that were written at once may be out of order by as much. The walk
 * begins at one of these; a reader who must have all requests a moment that is earlier by a minute.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { EventStore } from "../store/EventStore.ts"

/** The sequence after which the events at or after a moment come: 0 for a moment before all of them, the head for one after all. */
export const placeBefore = Effect.fnUntraced(function* (
  store: EventStore["Service"],
  organizationId: OrganizationId,
  timeMs: number
) {
  if (timeMs === Number.NEGATIVE_INFINITY) return 0
  const { head, purgedTo } = yield* store.ends(organizationId)
  if (timeMs === Number.POSITIVE_INFINITY) return head
  // Every event up to `before` is too early, and none from `first` on.
  let before = purgedTo
  let first = head + 1
  while (first - before > 1) {
    const middle = before + Math.floor((first - before) / 2)
    const found = yield* store.firstFrom(organizationId, middle)
    if (Option.isSome(found) && found.value.occurredAtMs < timeMs) before = found.value.sequence
    else first = middle
  }
  return before
})
