/**
 * Statements whose values have names (docs/decisions, 101).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { memoryLayer } from "../src/store/sqlite/SqliteClient.ts"
import { namedStatement } from "../src/store/sql/kit/Statements.ts"
import { rowInsert } from "../src/store/sql/kit/Writes.ts"

interface Values {
  readonly first: string
  readonly second: string
}

describe("a named statement", () => {
  it.effect("looks each value up by its name, in any order of the members (docs/decisions, 101)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const run = namedStatement<Values>(sql, (place) => sql`SELECT ${place("second")}, ${place("first")}`)
      assert.deepStrictEqual(yield* run({ first: "1", second: "2" }), [["2", "1"]])
      assert.deepStrictEqual(yield* run({ second: "2", first: "1" }), [["2", "1"]])
    }).pipe(Effect.provide(memoryLayer))
  )

  it.effect("has a name in several places, and keeps a value of its own text (docs/decisions, 101)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const run = namedStatement<Values>(
        sql,
        (place) => sql`SELECT ${place("first")}, ${"fixed"}, ${place("second")}, ${place("first")}`
      )
      assert.deepStrictEqual(yield* run({ first: "1", second: "2" }), [["1", "fixed", "2", "1"]])
      assert.deepStrictEqual(yield* run({ first: "3", second: "4" }), [["3", "fixed", "4", "3"]])
    }).pipe(Effect.provide(memoryLayer))
  )

  it.effect("does not compile with a place or a value that it does not have (docs/decisions, 101)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      // @ts-expect-error: no value has the name of the place.
      const misnamed = namedStatement<Values>(sql, (place) => sql`SELECT ${place("third")}`)
      const run = namedStatement<Values>(sql, (place) => sql`SELECT ${place("first")}`)
      // @ts-expect-error: a value is missing.
      assert.deepStrictEqual(yield* run({ first: "1" }), [["1"]])
      assert.isFunction(misnamed)
    }).pipe(Effect.provide(memoryLayer))
  )
})

describe("an insert of rows", () => {
  it.effect("looks each value up by table and column, in the order of the statement (docs/decisions, 101)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`CREATE TABLE notes (id TEXT, author TEXT)`
      const insert = rowInsert<"authors" | "notes">(
        sql,
        ({ authors: [author], notes: [note] }) =>
          sql`INSERT INTO notes (author, id) VALUES (${author["name"]}, ${note["id"]}) RETURNING id, author`
      )
      assert.deepStrictEqual(yield* insert({ notes: [{ id: "n1" }], authors: [{ name: "Ada" }] }), [["n1", "Ada"]])
      assert.deepStrictEqual(yield* insert({ authors: [{ name: "Bo" }], notes: [{ id: "n2" }] }), [["n2", "Bo"]])
    }).pipe(Effect.provide(memoryLayer))
  )
})
