/**
 * Runs writes. Each write is one transaction (`store/Transaction.ts`), which appends the recorded entries to the journal before it commits.
 *
 * Services decide, save and {@link record} entries. The stage `RunOnce` and the commands of operators call `write` with the actor.
 */
import { CurrentWrite } from "@partner-api/contract/Middleware"
import { type Actor, auditEntryOf, type JournalEntry } from "@partner-api/domain/Journal"
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeIdSequence, RandomBytes } from "../crypto/Secrets.ts"
import { JournalStore } from "../store/JournalStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { EventSignal, layer as signalLayer } from "./EventSignal.ts"
import { Transaction } from "../store/Transaction.ts"

/**
 * The clock of a write, which shows the moment of its begin: all times of a write are equal. With a running clock, `updated_at` of a record differed from
 * the moment of its last write, by which `updated_since` finds it.
 */
const frozen = (clock: Clock.Clock): Clock.Clock => {
  const nowMs = clock.currentTimeMillisUnsafe()
  return {
    currentTimeMillisUnsafe: () => nowMs,
    currentTimeMillis: Effect.succeed(nowMs),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    currentTimeNanos: clock.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/** The organizations that entries belong to. */
const organizationsOf = (entries: ReadonlyArray<JournalEntry>): ReadonlySet<OrganizationId> =>
  new Set(entries.flatMap(({ organizationId }) => (organizationId === undefined ? [] : [organizationId])))

export class Journal extends Context.Service<
  Journal,
  {
    /** Runs `effect` as one write of `actor`, and appends its entries. A failure rolls changes and entries back. */
    readonly write: <A, E, R>(
      actor: Actor,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StoreError, Exclude<R, CurrentWrite>>
  }
>()("@partner-api/service/Journal") {
  static readonly layer = Layer.effect(
    Journal,
    Effect.gen(function* () {
      const store = yield* JournalStore
      const transaction = yield* Transaction
      const signal = yield* EventSignal
      const nextId = makeIdSequence("aud_", yield* RandomBytes)

      const append = Effect.fnUntraced(function* (actor: Actor, entries: ReadonlyArray<JournalEntry>) {
        if (entries.length === 0) return
        const nowMs = yield* Clock.currentTimeMillis
        yield* store.append(
          yield* Effect.forEach(entries, (entry) =>
            Effect.map(nextId, (id) => ({
              organizationId: entry.organizationId,
              entry: auditEntryOf(entry, { id, actor, nowMs }),
              ...(entry.event === undefined ? {} : { event: entry.event }),
              ...(entry.audience === undefined ? {} : { audience: entry.audience })
            }))
          )
        )
      })

      return Journal.of({
        write: (actor, effect) =>
          transaction(
            // A repeated transaction begins with no recorded entries.
            Effect.clockWith((clock) => {
              const recorded: Array<JournalEntry> = []
              const record = (entries: ReadonlyArray<JournalEntry>) => Effect.sync(() => void recorded.push(...entries))
              return Effect.provideService(effect, CurrentWrite, { record }).pipe(
                Effect.tap(() => append(actor, recorded)),
                Effect.map((written) => ({ written, recorded })),
                Effect.provideService(Clock.Clock, frozen(clock))
              )
            })
          ).pipe(
            Effect.tap(({ recorded }) =>
              Effect.sync(() => {
                if (recorded.length > 0) signal.notify(organizationsOf(recorded))
              })
            ),
            Effect.map(({ written }) => written)
          )
      })
    })
  ).pipe(
    // All journals of a process share one signal, so that a listener gets the commits of each.
    Layer.provide(signalLayer)
  )
}

/** Records entries in the write under way. */
export const record = (entries: ReadonlyArray<JournalEntry>): Effect.Effect<void, never, CurrentWrite> =>
  Effect.flatMap(CurrentWrite, (write) => write.record(entries))
