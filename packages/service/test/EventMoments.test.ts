/**
 * The place of a moment in the change feed (docs/decisions/0060-feed-start-at-a-moment.md), in the time of a test clock, on stores in memory.
 */
import { assert, describe, it } from "@effect/vitest"
import { operator } from "@partner-api/domain/Journal"
import { furnish, one } from "@partner-api/service/laws/Furnished"
import { placeBefore } from "@partner-api/service/services/EventMoments"
import * as EventSignal from "@partner-api/service/services/EventSignal"
import { Jobs } from "@partner-api/service/services/Jobs"
import { Journal } from "@partner-api/service/services/Journal"
import { EventStore } from "@partner-api/service/store/EventStore"
import { makeMemory } from "@partner-api/service/store/memory/Memory"
import * as MemoryStores from "@partner-api/service/store/memory/MemoryStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

const services = () =>
  Jobs.layer.pipe(
    Layer.provideMerge(Journal.layer),
    Layer.provide(EventSignal.layer),
    Layer.provideMerge(MemoryStores.layer(makeMemory()))
  )

const stepMs = 1_000

/** Adds jobs, one at each step of the clock: event `n` has the sequence `n` and happens at `n` steps. */
const addJobs = Effect.fnUntraced(function* (count: number) {
  yield* furnish
  const { write } = yield* Journal
  const jobs = yield* Jobs
  for (let added = 0; added < count; added++) {
    yield* TestClock.adjust(stepMs)
    yield* write(operator, jobs.create(one, { title: "Engineer", description: "Builds" }))
  }
})

/** The place of a moment, and how often it was read from the store. */
const placed = Effect.fnUntraced(function* (timeMs: number) {
  const store = yield* EventStore
  let looks = 0
  const counting = EventStore.of({
    ...store,
    firstFrom: (organizationId, sequence) => {
      looks++
      return store.firstFrom(organizationId, sequence)
    }
  })
  return { after: yield* placeBefore(counting, one, timeMs), looks }
})

const placeOf = (timeMs: number) => Effect.map(placed(timeMs), ({ after }) => after)

describe("the place of a moment in the feed", () => {
  it.effect("is before the first event at or after it", () =>
    Effect.gen(function* () {
      yield* addJobs(9)
      for (let sequence = 1; sequence <= 9; sequence++) {
        assert.strictEqual(yield* placeOf(sequence * stepMs), sequence - 1)
        assert.strictEqual(yield* placeOf(sequence * stepMs - 1), sequence - 1)
        assert.strictEqual(yield* placeOf(sequence * stepMs + 1), sequence)
      }
    }).pipe(Effect.provide(services()))
  )

  it.effect("is the beginning for a moment before all, and the end for one after all", () =>
    Effect.gen(function* () {
      yield* addJobs(3)
      for (const early of [Number.NEGATIVE_INFINITY, 0]) assert.strictEqual(yield* placeOf(early), 0)
      for (const late of [4 * stepMs, Number.POSITIVE_INFINITY]) assert.strictEqual(yield* placeOf(late), 3)
    }).pipe(Effect.provide(services()))
  )

  it.effect("is after the events that are not kept any more", () =>
    Effect.gen(function* () {
      yield* addJobs(6)
      yield* (yield* EventStore).purge(3 * stepMs)
      assert.deepStrictEqual([yield* placeOf(0), yield* placeOf(3 * stepMs), yield* placeOf(5 * stepMs)], [2, 2, 4])
    }).pipe(Effect.provide(services()))
  )

  it.effect("is none in a journal without events", () =>
    Effect.gen(function* () {
      yield* furnish
      assert.strictEqual(yield* placeOf(stepMs), 0)
    }).pipe(Effect.provide(services()))
  )

  it.effect("is found by halves", () =>
    Effect.gen(function* () {
      yield* addJobs(100)
      const { after, looks } = yield* placed(77 * stepMs)
      assert.strictEqual(after, 76)
      assert.isAtMost(looks, 7)
    }).pipe(Effect.provide(services()))
  )
})
