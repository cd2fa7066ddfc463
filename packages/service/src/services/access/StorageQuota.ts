/**
 * The bytes that a client may store in a day (decisions, Limits): counts the stored bytes of its writes, and refuses the next write once they reach the
 * quota.
 *
 * Each process counts in memory, so that a write runs no further statement. Between requests it adds its counts to the store and reads those of other nodes
 * ({@link StorageQuota.exchanging}). A crash loses the counts of one interval, and other nodes get counts one interval late.
 */
import type { RateLimited } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { dayStartMs, quotaReached } from "@partner-api/domain/StorageQuota"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { StoreError } from "../../store/StoreError.ts"
import { type StoredBytes, StoredBytesStore } from "../../store/StoredBytesStore.ts"

/** The interval in which counts are added to the store. A client stores at most some 60 MB in it. */
export const exchangeIntervalMs = 5_000

/** Bytes by client and day. */
type Counts = Map<string, StoredBytes>

const keyOf = ({ clientId, dayAtMs }: Omit<StoredBytes, "bytes">): string => `${dayAtMs} ${clientId}`

/** Adds bytes to those of their client and day. */
const addTo = (counts: Counts, row: StoredBytes): void => {
  const key = keyOf(row)
  counts.set(key, { ...row, bytes: (counts.get(key)?.bytes ?? 0) + row.bytes })
}

const addAll = (counts: Counts, rows: Iterable<StoredBytes>): Counts => {
  for (const row of rows) addTo(counts, row)
  return counts
}

export class StorageQuota extends Context.Service<
  StorageQuota,
  {
    /** Refuses a write of a client that has stored its quota of the day. The first check of a process reads the store. */
    readonly check: (clientId: ClientId) => Effect.Effect<void, RateLimited>
    /** Counts bytes that a client stores now. */
    readonly count: (clientId: ClientId, bytes: number) => void
    /** Waits until bytes are counted. */
    readonly counted: Effect.Effect<void>
    /** Adds the counts of this process to the store, and reads today's counts of all nodes. Counts that could not be added are added later. */
    readonly exchange: Effect.Effect<void, StoreError>
    /** The largest part of its quota that a client has stored today, as far as this process knows: 1 for all of it. */
    readonly largestShare: () => number
  }
>()("@partner-api/service/StorageQuota") {
  static readonly layer = (bytesMax: number) =>
    Layer.effect(
      StorageQuota,
      Effect.gen(function* () {
        const store = yield* StoredBytesStore
        const clock = yield* Clock.Clock
        const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
        /** Today's counts of the store, from the last read, with those that are being added. */
        let stored: Counts = new Map()
        /** The counts that are not in the store yet. */
        let waiting: Counts = new Map()
        let hasRead = false
        let woken = Deferred.makeUnsafe<void>()
        let refusal: RateLimited | undefined

        const today = () => dayStartMs(clock.currentTimeMillisUnsafe())

        const bytesOf = (key: string): number => (stored.get(key)?.bytes ?? 0) + (waiting.get(key)?.bytes ?? 0)

        const add = (row: StoredBytes): void => {
          addTo(waiting, row)
          Deferred.doneUnsafe(woken, Effect.void)
        }

        const addWaiting = Effect.suspend(() => {
          woken = Deferred.makeUnsafe()
          const added = [...waiting.values()]
          if (added.length === 0) return Effect.void
          waiting = new Map()
          const before = stored
          stored = addAll(new Map(stored), added)
          return Effect.onError(store.add(added), () =>
            Effect.sync(() => {
              stored = before
              for (const row of added) add(row)
            })
          )
        })

        const readToday = Effect.suspend(() =>
          Effect.map(store.ofDay(today()), (rows) => {
            stored = addAll(new Map(), rows)
            hasRead = true
          })
        )

        // The read is uninterruptible: other requests wait for it too.
        const firstRead = oneAtATime(
          Effect.suspend(() => (hasRead ? Effect.void : Effect.uninterruptible(Effect.ignore(readToday))))
        )

        /** The refusal of this second: a flood is answered with one value. */
        const refuse = Effect.suspend(() => {
          const made = quotaReached(bytesMax, clock.currentTimeMillisUnsafe())
          if (refusal?.retryAfterSeconds !== made.retryAfterSeconds) refusal = made
          return Effect.fail(refusal ?? made)
        })

        const checkKnown = (clientId: ClientId) =>
          bytesOf(keyOf({ clientId, dayAtMs: today() })) < bytesMax ? Effect.void : refuse

        return StorageQuota.of({
          check: (clientId) =>
            hasRead
              ? checkKnown(clientId)
              : Effect.andThen(
                  firstRead,
                  Effect.suspend(() => checkKnown(clientId))
                ),
          count: (clientId, bytes) => {
            if (bytes !== 0) add({ clientId, dayAtMs: today(), bytes })
          },
          counted: Effect.suspend(() => Deferred.await(woken)),
          exchange: oneAtATime(Effect.andThen(addWaiting, readToday)),
          largestShare: () => {
            const dayAtMs = today()
            const rows = addAll(addAll(new Map(), stored.values()), waiting.values()).values()
            return Math.max(0, ...[...rows].map((row) => (row.dayAtMs === dayAtMs ? row.bytes / bytesMax : 0)))
          }
        })
      })
    )

  /** Operators have no quota. */
  static readonly none = Layer.succeed(StorageQuota, {
    check: () => Effect.void,
    count: () => {},
    counted: Effect.never,
    exchange: Effect.void,
    largestShare: () => 0
  })

  /** Exchanges counts with the store for as long as the scope, and adds the last ones when it ends. Nothing runs where nothing is counted. */
  static readonly exchanging = Layer.effectDiscard(
    Effect.gen(function* () {
      const { counted, exchange } = yield* StorageQuota
      yield* Effect.addFinalizer(() => Effect.ignore(exchange))
      yield* counted.pipe(
        Effect.andThen(Effect.sleep(Duration.millis(exchangeIntervalMs))),
        Effect.andThen(Effect.ignore(exchange)),
        Effect.forever,
        Effect.forkScoped
      )
    })
  )
}
