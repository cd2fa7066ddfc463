/**
 * Which words of a search few records have: the index gives their records. Those of the other words would be too many, and are looked for in
 * the records.
 *
 * SQLite counts the entries of a word in the index, up to a bound. The index of PostgreSQL has no entries to count: the next records of the
 * list are a sample, and what the index finds is counted.
 */
import { inPieces } from "@partner-api/service/services/Pieces"
import * as Arr from "effect/Array"
import type { NoSuchElementError } from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import { atMost } from "./AtMost.ts"
import { sliceBytesMax } from "./SearchSlices.ts"
import type { Search } from "./SearchWords.ts"

/** The most entries of the index that lead to the records of a page, which are sorted. SQLite counts this number in 1 ms. */
const foundMax = 5_000

/** The most records of a sample. */
const sampledMax = 200

/** The part of a sample that has a word of many records. */
const manyPart = 0.02

const Sample = Schema.Record(Schema.String, Schema.Int)
const Counted = Schema.Struct({ found: Schema.Int })

/** Comes after all words: no word has it. */
const afterAll = "\u{10ffff}"

type Entries = readonly [word: string, entries: number]
const byEntries = Order.mapInput(Order.Number, ([, entries]: Entries) => entries)

/** The words with the fewest entries, {@link foundMax} together. */
const fewest = (counted: ReadonlyArray<Entries>): ReadonlyArray<string> => {
  let left = foundMax
  const words: Array<string> = []
  for (const [word, entries] of Arr.sort(counted, byEntries)) {
    left -= entries
    if (left < 0) break
    words.push(word)
  }
  return words
}

/** Gives the seldom words of a search of the records after one. */
type SeldomWords = (
  search: Search,
  after: string
) => Effect.Effect<ReadonlyArray<string>, SqlError | Schema.SchemaError | NoSuchElementError>

const onSqlite = (sql: SqlClient): SeldomWords => {
  const count = SqlSchema.findOne({
    Request: Schema.String,
    Result: Counted,
    execute: (word) => sql`SELECT count(*) AS found FROM (
      SELECT 1 FROM search_entries WHERE term >= ${word} AND term < ${`${word}${afterAll}`} ${atMost(sql, foundMax + 1)})`
  })
  return ({ words }: Search) =>
    Effect.map(
      inPieces(words, (word) => Effect.map(count(word), ({ found }): Entries => [word, found])),
      fewest
    )
}

const onPostgres = (sql: SqlClient): SeldomWords =>
  Effect.fnUntraced(function* ({ found, scope, words }: Search, after: string) {
    const hits = words.map(
      (word, index) => sql`count(*) FILTER (WHERE strpos(spaced, ${` ${word}`}) > 0) AS ${sql(`word${index}`)}`
    )
    const sample = yield* SqlSchema.findOne({
      Request: Schema.Void,
      Result: Sample,
      execute: () => sql`SELECT count(*) AS looked, ${sql.csv(hits)} FROM (
        SELECT ' ' || words AS spaced FROM (
          SELECT words, sum(octet_length(words)) OVER so_far AS bytes, row_number() OVER so_far AS number
          FROM (SELECT id, words FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id ${atMost(sql, sampledMax)}) AS next
          WINDOW so_far AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
        ) AS counted WHERE bytes <= ${Math.ceil(sliceBytesMax / words.length)} OR number = 1 OFFSET 0) AS sample`
    })()
    const looked = sample["looked"] ?? 0
    const seldom = words.filter((_, index) => (sample[`word${index}`] ?? 0) < looked * manyPart)
    if (seldom.length === 0) return []
    const counted = yield* SqlSchema.findOne({
      Request: Schema.Void,
      Result: Counted,
      execute: () =>
        sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${found(seldom)} ${atMost(sql, foundMax + 1)}) AS by_words`
    })()
    return counted.found > foundMax ? [] : seldom
  })

/** Finds the words of a search that lead to its records; none where each of them would lead to too many. */
export const seldomWords = (sql: SqlClient): SeldomWords =>
  sql.onDialectOrElse({ sqlite: () => onSqlite(sql), orElse: () => onPostgres(sql) })
