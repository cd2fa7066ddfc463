/**
 * A write has one moment (decisions, Filters): the time in a record, in its journal entry and in the order of last writes is the same, also
 * where the clock goes on between two looks at it.
 */
import { assert, describe, it } from "@effect/vitest"
import { operator } from "@partner-api/domain/Journal"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { furnish, one } from "@partner-api/service/laws/Furnished"
import { Jobs } from "@partner-api/service/services/Jobs"
import { Journal } from "@partner-api/service/services/Journal"
import { Users } from "@partner-api/service/services/Users"
import { JobPages } from "@partner-api/service/store/JobPages"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { makeMemory } from "@partner-api/service/store/memory/Memory"
import * as MemoryStores from "@partner-api/service/store/memory/MemoryStores"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const startMs = Date.parse("2026-01-31T09:30:00.000Z")
const page = { after: undefined, limit: 10 }

/** A clock that goes on by a millisecond with each look. */
const tickingFrom = (clock: Clock.Clock): Clock.Clock => {
  let nowMs = startMs
  return {
    currentTimeMillisUnsafe: () => nowMs++,
    currentTimeMillis: Effect.sync(() => nowMs++),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    currentTimeNanos: clock.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

describe("the moment of a write", () => {
  it.effect("is that of its record, its journal entry and `updated_since` (decisions, Filters)", () =>
    Effect.gen(function* () {
      yield* furnish
      const { write } = yield* Journal
      const [jobs, users] = [yield* Jobs, yield* Users]
      const job = yield* write(operator, jobs.create(one, { title: "Engineer", description: "Builds" }))
      const changed = yield* write(operator, jobs.update(one, job.id, { title: "Lead" }, undefined))
      const user = yield* write(
        operator,
        users.create(one, { first_name: "Ada", last_name: "King", email: "ada@example.com" })
      )
      assert.notStrictEqual(job.updated_at, changed.updated_at)

      const { rows } = yield* (yield* JournalStore).page(one, { after: 0, limit: 10 })
      assert.deepStrictEqual(
        rows.map(({ row }) => row.entry.occurred_at),
        [job.updated_at, changed.updated_at, user.updated_at]
      )

      const [jobPages, userStore] = [yield* JobPages, yield* UserStore]
      const foundFrom = (since: string | undefined, laterMs: number) => {
        const filter = { updated_since: timestampFromMillis(Date.parse(since ?? "") + laterMs) }
        return Effect.all([jobPages.filtered(one, filter, undefined, page), userStore.page(one, filter, page)])
      }
      const [[foundJobs], [laterJobs]] = [
        yield* foundFrom(changed.updated_at, 0),
        yield* foundFrom(changed.updated_at, 1)
      ]
      assert.deepStrictEqual([foundJobs.rows.length, laterJobs.rows.length], [1, 0])
      const [[, foundUsers], [, laterUsers]] = [
        yield* foundFrom(user.updated_at, 0),
        yield* foundFrom(user.updated_at, 1)
      ]
      assert.deepStrictEqual([foundUsers.rows.length, laterUsers.rows.length], [1, 0])
    }).pipe(
      Effect.provide(
        Layer.mergeAll(Jobs.layer, Users.layer).pipe(
          Layer.provideMerge(Journal.layer),
          Layer.provideMerge(MemoryStores.layer(makeMemory()))
        )
      ),
      (test) => Clock.clockWith((clock) => Effect.provideService(test, Clock.Clock, tickingFrom(clock)))
    )
  )
})
