/**
 * Two processes with one database file, both of them in this process: the one that writes waits for its turn and not for SQLite's lock, which
 * would hold up everything else (docs/decisions, 43).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { makeWriteLockQueue } from "../../src/platform/workers/WriteLockQueue.ts"
import { WriteLock } from "../../src/platform/WriteLock.ts"
import { ReadSql } from "../../src/store/sql/kit/Statements.ts"
import * as SqliteClient from "../../src/store/sqlite/SqliteClient.ts"
import { sharedFolder } from "../TestServer.ts"

const folder = sharedFolder()

describe("two processes that write to one file", () => {
  it("do so one after the other, and read meanwhile (decisions, 43)", async () => {
    const turns = makeWriteLockQueue()
    const file = folder.file("turns.db")
    const events: Array<string> = []
    const insert = (sql: SqlClient, name: string) =>
      Effect.andThen(
        sql`INSERT INTO written (name) VALUES (${name})`,
        Effect.sync(() => void events.push(name))
      )
    await Effect.gen(function* () {
      const first = yield* Layer.build(SqliteClient.layer(file))
      const one = Context.get(first, SqlClient)
      yield* one`CREATE TABLE written (name TEXT)`
      const second = yield* Layer.build(SqliteClient.preparedLayer(file))
      const two = Context.get(second, SqlClient)
      const [begun, mayEnd] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const long = yield* insert(one, "one").pipe(
        Effect.andThen(Deferred.succeed(begun, undefined)),
        Effect.andThen(Deferred.await(mayEnd)),
        one.withTransaction,
        Effect.asVoid,
        Effect.forkChild
      )
      yield* Deferred.await(begun)
      // These would wait for SQLite's lock, and nothing here would go on.
      const short = [
        yield* Effect.forkChild(two.withTransaction(insert(two, "two")), { startImmediately: true }),
        yield* Effect.forkChild(insert(one, "three"), { startImmediately: true })
      ]
      const read = Context.get(second, ReadSql)
      assert.deepStrictEqual(yield* read`SELECT name FROM written`, [])
      assert.deepStrictEqual(events, ["one"])
      yield* Deferred.succeed(mayEnd, undefined)
      yield* Effect.forEach([long, ...short], Fiber.join, { discard: true })
      assert.deepStrictEqual(events, ["one", "two", "three"])
      assert.deepStrictEqual(yield* read`SELECT count(*) AS n FROM written`, [{ n: 3 }])
    }).pipe(Effect.scoped, Effect.provideService(WriteLock, turns.own), Effect.runPromise)
  })
})
