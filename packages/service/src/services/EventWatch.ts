/**
 * Wakes requests that wait for events. `EventSignal` wakes them for the commits of this process. Once a second one look at each organization finds what other
 * processes have committed, and one at each token finds that it has ended, however many requests wait. Nothing is looked at while none waits.
 *
 * A request that is woken looks for itself: what it may read, and whether there is something for it, is not known here.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { EventStore } from "../store/EventStore.ts"
import { Tokens } from "./access/Tokens.ts"
import { EventSignal } from "./EventSignal.ts"

/** The interval of the looks: the end of a token takes effect within a second. */
const lookIntervalMs = 1_000

/** Looks at once. Each takes a connection on PostgreSQL, of which requests need most. */
const looksAtOnce = 2

/** A request that waits. */
interface Waiter {
  readonly organizationId: OrganizationId
  readonly tokenId: string
  /** The end of the journal at its last look. */
  head: number
  readonly woken: Deferred.Deferred<void>
}

const wake = (waiters: Iterable<Waiter>): void => {
  for (const { woken } of waiters) Deferred.doneUnsafe(woken, Effect.void)
}

/** The watch of a process, for as long as the scope. */
export const makeEventWatch = Effect.gen(function* () {
  const store = yield* EventStore
  const tokens = yield* Tokens
  const signal = yield* EventSignal
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const waiting = new Set<Waiter>()
  let isWatching = false

  const lookAtJournal = ([organizationId, waiters]: readonly [OrganizationId, ReadonlyArray<Waiter>]) =>
    Effect.match(store.ends(organizationId), {
      onFailure: () => wake(waiters),
      onSuccess: ({ head }) => wake(waiters.filter((waiter) => waiter.head < head))
    })

  const lookAtToken = ([tokenId, waiters]: readonly [string, ReadonlyArray<Waiter>]) =>
    Effect.match(tokens.find(tokenId), { onFailure: () => wake(waiters), onSuccess: () => {} })

  const watch = Effect.gen(function* () {
    while (waiting.size > 0) {
      yield* Effect.sleep(Duration.millis(lookIntervalMs))
      const byOrganization = Map.groupBy(waiting, ({ organizationId }) => organizationId)
      yield* Effect.forEach(byOrganization, lookAtJournal, { discard: true, concurrency: looksAtOnce })
      const byToken = Map.groupBy(waiting, ({ tokenId }) => tokenId)
      yield* Effect.forEach(byToken, lookAtToken, { discard: true, concurrency: looksAtOnce })
    }
    isWatching = false
  })

  return {
    /** Listens for a request, from the call on, so that what comes before it waits is not missed. */
    listen: ({ organizationId, tokenId }: Pick<Waiter, "organizationId" | "tokenId">) => {
      const listening = signal.listen(organizationId)
      const waiter: Waiter = { organizationId, tokenId, head: 0, woken: Deferred.makeUnsafe<void>() }
      return {
        /** Waits for something that a look up to this end of the journal has not seen. */
        woken: (head: number): Effect.Effect<void> =>
          Effect.suspend(() => {
            waiter.head = head
            waiting.add(waiter)
            if (!isWatching) {
              isWatching = true
              Fiber.runIn(run(watch), scope)
            }
            return Effect.raceFirst(listening.notified, Deferred.await(waiter.woken))
          }),
        end: (): void => {
          listening.end()
          waiting.delete(waiter)
        }
      }
    }
  }
})
