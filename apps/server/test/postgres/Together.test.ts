/**
 * Looks that are sent together (docs/decisions, 157): in one piece, in their order, on one session.
 */
import { assert, describe, it } from "@effect/vitest"
import { Together } from "@partner-api/service/store/Together"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { orStoreError } from "../../src/store/sql/kit/Errors.ts"
import { laterStatement, ReadSql } from "../../src/store/sql/kit/Statements.ts"
import { written } from "../../src/store/sql/kit/Writes.ts"
import * as PostgresClient from "../../src/store/postgres/PostgresClient.ts"
import { databases } from "../Postgres.ts"
import { startTripCounter } from "./RoundTrips.ts"
import { untilWaiting } from "./WaitingSessions.ts"

const notes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const read = yield* ReadSql
  const later = laterStatement<{ readonly id: string }>(
    sql,
    (place) => sql`INSERT INTO notes VALUES (${place("id")}) RETURNING id`
  )
  const ids = (of: SqlClient.SqlClient, id: string, rest = of.literal("")) =>
    Effect.map(of<{ id: string }>`SELECT id FROM notes WHERE id = ${id} ${rest}`, (rows) => rows.map((row) => row.id))
  return {
    sql,
    together: yield* Together,
    find: (id: string) => orStoreError(ids(read, id)),
    lock: (id: string) => orStoreError(ids(sql, id, sql.literal("FOR UPDATE"))),
    reserve: (id: string) => later({ id }),
    add: (id: string) => written(sql, sql`INSERT INTO notes VALUES (${id})`),
    isFree: (id: string) =>
      Effect.map(ids(sql, id, sql.literal("FOR UPDATE SKIP LOCKED")), (found) => found.length > 0),
    failing: orStoreError(sql`SELECT 1 / 0`)
  }
})

/** Two rows on a database behind a counter of round trips, without spans: looks of a traced request run one after the other. */
const withNotes = <A, E>(
  test: (
    world: Effect.Success<typeof notes> & { readonly trips: () => ReadonlyArray<ReadonlyArray<string>> }
  ) => Effect.Effect<A, E>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const counter = yield* Effect.acquireRelease(
        Effect.promise(async () => startTripCounter(await databases().create())),
        (opened) => Effect.promise(() => opened[Symbol.asyncDispose]())
      )
      const options = { url: Redacted.make(counter.url), connections: 4, startWaitMs: 0, isBounded: true }
      return yield* Effect.provide(
        Effect.gen(function* () {
          const world = yield* notes
          yield* world.sql`CREATE TABLE notes (id TEXT PRIMARY KEY)`
          yield* world.sql`INSERT INTO notes VALUES ('a'), ('b')`
          counter.take()
          return yield* test({ ...world, trips: counter.take })
        }),
        PostgresClient.layer(options)
      )
    })
  ).pipe(Effect.withTracerEnabled(false))

describe("two looks together", () => {
  it.live("leave in one piece, and more of them too", () =>
    withNotes(({ find, together, trips }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* together(find("a"), together(find("b"), find("c"))), [["a"], [["b"], []]])
        assert.deepStrictEqual(
          trips().map((trip) => trip.length),
          [3]
        )
      })
    )
  )

  it.live("leave in one piece with what waits in their transaction", () =>
    withNotes(({ add, find, lock, sql, together, trips }) =>
      Effect.gen(function* () {
        const write = Effect.gen(function* () {
          const locked = yield* together(lock("a"), find("b"))
          yield* add("c")
          return [locked, yield* together(find("c"), find("a"))]
        })
        assert.deepStrictEqual(yield* sql.withTransaction(write), [
          [["a"], ["b"]],
          [["c"], ["a"]]
        ])
        assert.deepStrictEqual(
          trips().map((trip) => trip.map((text) => text.slice(0, 6))),
          [["BEGIN", "SELECT", "SELECT"], ["INSERT", "SELECT", "SELECT"], ["COMMIT"]]
        )
      })
    )
  )

  it.live("leave without a statement that writes, which is sent once BEGIN is done", () =>
    withNotes(({ find, lock, reserve, sql, together, trips }) =>
      Effect.gen(function* () {
        const write = Effect.gen(function* () {
          const reserved = yield* reserve("c")
          const before = yield* together(lock("a"), find("c"))
          return [before, yield* find("c"), yield* reserved]
        })
        assert.deepStrictEqual(yield* sql.withTransaction(write), [[["a"], []], ["c"], [["c"]]])
        assert.deepStrictEqual(
          trips().map((trip) => trip.map((text) => text.slice(0, 6))),
          [["BEGIN", "SELECT", "SELECT"], ["INSERT", "SELECT"], ["COMMIT"]]
        )
      })
    )
  )

  it.live("wait for BEGIN where a statement that writes is before them", () =>
    withNotes(({ add, find, sql, together, trips }) =>
      Effect.gen(function* () {
        const write = Effect.andThen(add("c"), together(find("c"), find("a")))
        assert.deepStrictEqual(yield* sql.withTransaction(write), [["c"], ["a"]])
        assert.deepStrictEqual(
          trips().map((trip) => trip.map((text) => text.slice(0, 6))),
          [["BEGIN"], ["INSERT", "SELECT"], ["SELECT"], ["COMMIT"]]
        )
      })
    )
  )

  it.live("lock in their order: the second lock is not taken while the first one is waited for", () =>
    withNotes(({ isFree, lock, sql, together }) =>
      Effect.gen(function* () {
        const isHeld = yield* Deferred.make<void>()
        const holder = sql.withTransaction(
          Effect.gen(function* () {
            yield* lock("a")
            yield* Deferred.succeed(isHeld, undefined)
            yield* untilWaiting(1)
            assert.isTrue(yield* isFree("b"))
          })
        )
        const waiter = Effect.andThen(Deferred.await(isHeld), sql.withTransaction(together(lock("a"), lock("b"))))
        const [, locked] = yield* Effect.all([holder, waiter], { concurrency: 2 })
        assert.deepStrictEqual(locked, [["a"], ["b"]])
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    )
  )

  it.live("fail as the first of them did, also where the second one was not run for it", () =>
    withNotes(({ failing, find, sql, together }) =>
      Effect.gen(function* () {
        const failed = yield* Effect.flip(sql.withTransaction(together(failing, find("a"))))
        assert.strictEqual(failed._tag, "InternalError")
        // The second statement of the first look is not run either.
        const twice = Effect.andThen(find("a"), find("b"))
        const behind = yield* Effect.flip(sql.withTransaction(together(twice, failing)))
        assert.strictEqual(behind._tag, "InternalError")
        assert.strictEqual((yield* Effect.flip(together(failing, find("a"))))._tag, "InternalError")
        assert.deepStrictEqual(yield* find("a"), ["a"])
      })
    )
  )
})
