/**
 * Statements that are sent together with the next one of their transaction (docs/decisions, 73).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { isConflict, isUniqueViolation, undone } from "../../src/store/sql/kit/Errors.ts"
import * as PostgresClient from "../../src/store/postgres/PostgresClient.ts"
import { laterStatement, type StatementOptions } from "../../src/store/sql/kit/Statements.ts"
import { rowInsert } from "../../src/store/sql/kit/Writes.ts"
import { databases } from "../Postgres.ts"

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE notes (id TEXT PRIMARY KEY)`
  yield* sql`INSERT INTO notes VALUES ('taken')`
  const insertOn = (options: StatementOptions) =>
    rowInsert<"notes">(sql, ({ notes }) => sql`INSERT INTO notes ${sql.insert(notes)}`, options)
  const insert = insertOn({ isDeferred: false })
  const defer = insertOn({ isDeferred: true })
  const later = laterStatement<{ readonly id: string }>(
    sql,
    (place) => sql`INSERT INTO notes VALUES (${place("id")}) RETURNING id`
  )
  return {
    sql,
    later: (id: string) => later({ id }),
    insert: (id: string) => insert({ notes: [{ id }] }),
    defer: (id: string) => defer({ notes: [{ id }] }),
    ids: Effect.map(sql<{ id: string }>`SELECT id FROM notes ORDER BY id`, (rows) => rows.map(({ id }) => id))
  }
})

/** One connection, so that each transaction finds the statements that the one before it has prepared. With spans, nothing is deferred. */
const withTable = <A, E>(test: (notes: Effect.Success<typeof table>) => Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const url = Redacted.make(yield* Effect.promise(() => databases().create()))
    const options = { url, connections: 1, startWaitMs: 0, isBounded: true }
    return yield* Effect.provide(Effect.flatMap(table, test), PostgresClient.layer(options))
  }).pipe(Effect.withTracerEnabled(false))

describe("a deferred statement", () => {
  it.live("is done before the next one of the transaction", () =>
    withTable(({ defer, ids, sql }) =>
      Effect.gen(function* () {
        const seen = yield* sql.withTransaction(Effect.andThen(defer("a"), ids))
        assert.deepStrictEqual(seen, ["a", "taken"])
      })
    )
  )

  it.live("is done before COMMIT, after those that were deferred before it", () =>
    withTable(({ defer, ids, sql }) =>
      Effect.gen(function* () {
        yield* sql.withTransaction(Effect.andThen(defer("a"), defer("b")))
        assert.deepStrictEqual(yield* ids, ["a", "b", "taken"])
      })
    )
  )

  it.live("that another transaction was before is a conflict of the next one, and undoes the transaction", () =>
    withTable(({ defer, ids, insert, sql }) =>
      Effect.gen(function* () {
        const write = Effect.andThen(insert("a"), Effect.andThen(defer("taken"), Effect.andThen(ids, insert("b"))))
        assert.isTrue(isConflict(yield* Effect.flip(sql.withTransaction(write))))
        assert.deepStrictEqual(yield* ids, ["taken"])
      })
    )
  )

  it.live("that another transaction was before is a conflict of COMMIT, and undoes the transaction", () =>
    withTable(({ defer, ids, insert, sql }) =>
      Effect.gen(function* () {
        const write = Effect.andThen(insert("a"), Effect.andThen(defer("taken"), defer("b")))
        assert.isTrue(isConflict(yield* Effect.flip(sql.withTransaction(write))))
        assert.deepStrictEqual(yield* ids, ["taken"])
      })
    )
  )

  it.live("is not sent where the transaction fails", () =>
    withTable(({ defer, ids, sql }) =>
      Effect.gen(function* () {
        const write = Effect.andThen(defer("taken"), Effect.fail("the failure of the transaction"))
        assert.strictEqual(yield* Effect.flip(sql.withTransaction(write)), "the failure of the transaction")
        yield* sql.withTransaction(defer("a"))
        assert.deepStrictEqual(yield* ids, ["a", "taken"])
      })
    )
  )

  it.live("belongs to the part of the transaction in which it was deferred", () =>
    withTable(({ defer, ids, sql }) =>
      Effect.gen(function* () {
        const part = sql.withTransaction(Effect.andThen(defer("b"), Effect.fail("the failure of the part")))
        yield* sql.withTransaction(Effect.andThen(defer("a"), Effect.andThen(Effect.flip(part), defer("c"))))
        assert.deepStrictEqual(yield* ids, ["a", "c", "taken"])
      })
    )
  )

  it.live("outside of a transaction is done at once", () =>
    withTable(({ defer, ids }) =>
      Effect.gen(function* () {
        yield* defer("a")
        assert.deepStrictEqual(yield* ids, ["a", "taken"])
      })
    )
  )

  it.live("that the database does not know any more is not sent again after the end of the transaction", () =>
    withTable(({ defer, ids, insert, sql }) =>
      Effect.gen(function* () {
        yield* sql.withTransaction(defer("a"))
        // What the driver has prepared is forgotten: the statement, and COMMIT.
        const write = Effect.andThen(sql.unsafe("DEALLOCATE ALL").unprepared, defer("b"))
        yield* Effect.flip(sql.withTransaction(Effect.andThen(insert("c"), write)))
        assert.deepStrictEqual(yield* ids, ["a", "taken"])
        yield* sql.withTransaction(defer("d"))
        assert.deepStrictEqual(yield* ids, ["a", "d", "taken"])
      })
    )
  )
})

describe("a statement whose rows are needed later", () => {
  it.live("has them once the next one is done, or sends itself", () =>
    withTable(({ ids, later, sql }) =>
      Effect.gen(function* () {
        const both = Effect.gen(function* () {
          const rows = yield* later("a")
          // A read that begins the transaction goes before it, a later one behind it.
          const seen = [yield* ids, yield* ids]
          return [yield* rows, ...seen]
        })
        assert.deepStrictEqual(yield* sql.withTransaction(both), [[["a"]], ["taken"], ["a", "taken"]])
        assert.deepStrictEqual(yield* sql.withTransaction(Effect.flatten(later("b"))), [["b"]])
        assert.deepStrictEqual(yield* Effect.flatten(later("c")), [["c"]])
      })
    )
  )

  it.live("that fails fails for its own reader, undoes the next one and the transaction", () =>
    withTable(({ ids, insert, later, sql }) =>
      Effect.gen(function* () {
        const failures = Effect.gen(function* () {
          const rows = yield* later("taken")
          const next = yield* Effect.flip(insert("a"))
          return [next === undone, isUniqueViolation(yield* Effect.flip(rows))]
        })
        assert.match(String(yield* Effect.flip(sql.withTransaction(failures))), /rolled back/)
        const seen = sql.withTransaction(Effect.flatMap(failures, Effect.fail))
        assert.deepStrictEqual(yield* Effect.flip(seen), [true, true])
        assert.deepStrictEqual(yield* ids, ["taken"])
      })
    )
  )
})

describe("a transaction", () => {
  it.live("that has sent nothing sends neither its begin nor its end, and the next one is whole", () =>
    withTable(({ defer, ids, insert, sql }) =>
      Effect.gen(function* () {
        yield* sql.withTransaction(Effect.void)
        yield* Effect.flip(sql.withTransaction(Effect.andThen(defer("a"), Effect.fail("no"))))
        yield* Effect.flip(sql.withTransaction(Effect.andThen(insert("b"), Effect.fail("no"))))
        yield* sql.withTransaction(insert("c"))
        assert.deepStrictEqual(yield* ids, ["c", "taken"])
      })
    )
  )

  it.live("begins before its first statement, whichever kind that is", () =>
    withTable(({ ids, later, sql }) =>
      Effect.gen(function* () {
        const failing = Effect.fail("no")
        const streamed = Stream.runDrain(sql`INSERT INTO notes VALUES ('a') RETURNING id`.stream)
        const raw = sql`INSERT INTO notes VALUES ('b')`.raw
        const part = sql.withTransaction(sql`INSERT INTO notes VALUES ('c')`)
        for (const first of [streamed, raw, part, Effect.flatten(later("d"))]) {
          yield* Effect.flip(sql.withTransaction(Effect.andThen(first, failing)))
        }
        assert.deepStrictEqual(yield* ids, ["taken"])
      })
    )
  )
})

describe("a transaction that fails", () => {
  it.live("is not left open where the database does not know ROLLBACK any more", () =>
    withTable(({ ids, insert, sql }) =>
      Effect.gen(function* () {
        const failing = Effect.fail("the failure of the transaction")
        yield* Effect.flip(sql.withTransaction(failing))
        const write = Effect.andThen(insert("a"), sql.unsafe("DEALLOCATE ALL").unprepared)
        const failed = yield* Effect.flip(sql.withTransaction(Effect.andThen(write, failing)))
        assert.strictEqual(failed, "the failure of the transaction")
        assert.deepStrictEqual(yield* ids, ["taken"])
      })
    )
  )
})
