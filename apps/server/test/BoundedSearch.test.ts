/**
 * The index of words after migration 23 (docs/decisions, 88): records that have more words than now may be indexed get theirs anew, and words of
 * people are overwritten when they are deleted.
 */
import { assert, describe, it } from "@effect/vitest"
import { UserId } from "@partner-api/domain/Ids"
import type { User } from "@partner-api/domain/User"
import { at, furnish, one } from "@partner-api/service/laws/Furnished"
import { UserStore } from "@partner-api/service/store/UserStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { runUpTo } from "../src/store/Migrations.ts"
import * as PostgresClient from "../src/store/postgres/PostgresClient.ts"
import * as SqliteClient from "../src/store/sqlite/SqliteClient.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()

/** The schema before the words of a record had bounds. */
const before = 22

/** Words with the tag of their organization and kind, of a number of bytes each. */
const wordsOf = (count: number, bytes: number): string =>
  Array.from({ length: count }, (_, index) => `abcdef${String(index).padStart(bytes, "0")}`).join(" ")

const words: Arr.NonEmptyReadonlyArray<readonly [id: string, words: string]> = [
  ["few", wordsOf(10, 5)],
  ["most", wordsOf(1_000, 12)],
  ["long", wordsOf(121, 100)],
  ["many", wordsOf(1_001, 5)],
  ["largest", wordsOf(120, 100)]
]

/** The jobs whose words are missing once a database from before has the present schema. */
const missing = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* runUpTo(before)
  yield* sql`INSERT INTO organizations ${sql.insert({ id: one, name: "One", created_at: "2026-01-01T00:00:00.000Z" })}`
  const jobs = Arr.map(words, ([id]) => ({ organization_id: one, id, json: "{}", written_at_ms: 1, searched_at_ms: 1 }))
  yield* sql`INSERT INTO jobs ${sql.insert(jobs)}`
  const rows = Arr.map(words, ([id, text]) => ({ organization_id: one, kind: "jobs", id, words: text }))
  yield* sql`INSERT INTO search_words ${sql.insert(rows)}`
  yield* runUpTo(before + 1)
  const found = yield* sql<{ readonly id: string }>`SELECT id FROM jobs WHERE searched_at_ms IS NULL ORDER BY id`
  return found.map(({ id }) => id)
})

/** How many pieces of the index on SQLite hold a text. */
const piecesWith = (text: string) =>
  Effect.map(
    Effect.flatMap(
      SqlClient,
      (sql) => sql<{ readonly n: number }>`SELECT count(*) AS n FROM search_index_data
        WHERE instr(block, CAST(${text} AS BLOB)) > 0`
    ),
    ([row]) => row?.n
  )

describe("the index of words", () => {
  it.live("is made anew on SQLite for jobs of more than 1,000 words or 12,000 bytes alone (docs/decisions, 88)", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* missing, ["long", "many"])
    }).pipe(Effect.provide(SqliteClient.unmappedLayer(folder.file("older.db"))))
  )

  it.live("is made anew on PostgreSQL for the same jobs (docs/decisions, 88)", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* Effect.promise(() => databases().create()))
      const client = PostgresClient.layer({ url, connections: 1, startWaitMs: 0, isBounded: false })
      assert.deepStrictEqual(yield* Effect.provide(missing, client), ["long", "many"])
    })
  )

  it.live("holds nothing of a person who was removed or renamed (docs/personal-data)", () =>
    Effect.gen(function* () {
      yield* furnish
      const store = yield* UserStore
      const person = (id: string, last_name: string): User => ({
        id: UserId.make(id),
        created_at: at,
        updated_at: at,
        first_name: "Ada",
        last_name,
        email: `${id}@example.com`,
        status: "ACTIVE"
      })
      yield* store.insert(one, person("usr_a", "Zyxremoved"))
      yield* store.insert(one, person("usr_b", "Zyxbefore"))
      assert.deepStrictEqual([yield* piecesWith("removed"), yield* piecesWith("before")], [1, 1])
      yield* store.remove(one, UserId.make("usr_a"))
      yield* store.save(one, person("usr_b", "Zyxafter"))
      assert.deepStrictEqual([yield* piecesWith("removed"), yield* piecesWith("before")], [0, 0])
      assert.strictEqual(yield* piecesWith("after"), 1)
    }).pipe(Effect.provide(Database.layer(readTarget(`sqlite:${folder.file("people.db")}`))), Effect.scoped)
  )
})
