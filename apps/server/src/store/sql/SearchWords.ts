/**
 * The words of records in the table that is searched, and the conditions of a search (decisions, Filters). The domain finds the words;
 * each engine gets them finished, separated by spaces, and keeps an index of them.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { wordsOf } from "@partner-api/domain/Search"
import { shortTagOf } from "@partner-api/service/crypto/Secrets"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { chunksByKey } from "./Chunks.ts"
import { deferred } from "./PreparedStatement.ts"
import { type NewRows, rowInsert } from "./RowInsert.ts"

/** What is searched: tables, each with a key of organization and id. */
export type SearchKind = "jobs" | "users" | "agencies"

/** What of a record is searched. */
export type SearchedTexts = ReadonlyArray<string | undefined>

/** The words with the tag of their organization and kind, without which an engine would pass through those of all others. */
const taggedWords = (kind: SearchKind, organizationId: string) => {
  const tag = shortTagOf(`${organizationId} ${kind}`)
  return (texts: SearchedTexts) => wordsOf(texts).map((word) => tag + word)
}

/** Writes the words of records of a kind. Takes part in the transaction under way. */
export const makeSearchWords = <Searched>(
  sql: SqlClient,
  kind: SearchKind,
  textsOf: (record: Searched) => SearchedTexts
) => {
  const insert = rowInsert(
    sql,
    (rows: NewRows) => sql`INSERT INTO search_words ${sql.insert(rows)}
    ON CONFLICT (organization_id, kind, id) DO UPDATE SET words = excluded.words
    WHERE search_words.words <> excluded.words`,
    deferred(sql)
  )
  return {
    save: (organizationId: OrganizationId, records: ReadonlyArray<Searched & { readonly id: string }>) => {
      const words = taggedWords(kind, organizationId)
      const rowOf = (record: Searched & { readonly id: string }) => ({
        organization_id: organizationId,
        kind,
        id: record.id,
        words: words(textsOf(record)).join(" ")
      })
      return Effect.forEach(
        chunksByKey(records, ({ id }) => id),
        (chunk) => insert(Arr.map(chunk, rowOf)),
        { discard: true }
      )
    },
    remove: (organizationId: OrganizationId, id: string) =>
      sql`DELETE FROM search_words WHERE organization_id = ${organizationId} AND kind = ${kind} AND id = ${id}`
  }
}

/** The conditions of one search. */
export interface Search {
  /** The words that it asks for; without one it finds nothing. */
  readonly words: ReadonlyArray<string>
  /** The rows of the table of words that are of its organization and kind. */
  readonly scope: Fragment
  /** Whether such a row has some of the words. Reads all words of the row for each of them. */
  readonly has: (words: ReadonlyArray<string>) => Fragment
  /** Whether the record with an id has all words of the search. */
  readonly isMetBy: (id: Fragment) => Fragment
  /** The bytes of the words of the record with an id. */
  readonly bytesOf: (id: Fragment) => Fragment
  /** The rows of the table of words that have some of the words, by the index, in no order, some of them of other organizations. Stands behind FROM. */
  readonly found: (words: ReadonlyArray<string>) => Fragment
}

const ftsQuery = (words: ReadonlyArray<string>) => words.map((word) => `"${word}" *`).join(" AND ")
const tsQuery = (words: ReadonlyArray<string>) => words.map((word) => `'${word}':*`).join(" & ")

/** What a search asks of the table of words. Words are letters and digits, so nothing in them is a sign to an engine. */
export const searchFor = (sql: SqlClient, kind: SearchKind, organizationId: OrganizationId, query: string): Search => {
  const words = taggedWords(kind, organizationId)([query])
  const scope = sql`organization_id = ${organizationId} AND kind = ${kind}`
  const has = (some: ReadonlyArray<string>) =>
    sql.onDialectOrElse({
      sqlite: () => sql.and(some.map((word) => sql`instr(' ' || words, ${` ${word}`}) > 0`)),
      // PostgreSQL unpacks the words of a row at each place of a condition: here at one.
      orElse: () => sql`(SELECT bool_and(strpos(spaced, word) > 0)
        FROM (SELECT ' ' || words AS spaced OFFSET 0) AS unpacked, unnest(ARRAY[${sql.csv(some.map((word) => sql`${` ${word}`}`))}]) AS word)`
    })
  const rowOf = (id: Fragment) => sql`FROM search_words WHERE ${scope} AND id = ${id}`
  return {
    words,
    scope,
    has,
    isMetBy: (id) => (words.length === 0 ? sql`FALSE` : sql`(SELECT ${has(words)} ${rowOf(id)})`),
    bytesOf: (id) => sql`(SELECT octet_length(words) ${rowOf(id)})`,
    found: (some) =>
      sql.onDialectOrElse({
        // The index is read first. Left to choose, SQLite would walk through all rows and look for each in the index.
        sqlite: () => sql`(SELECT rowid AS number FROM search_index WHERE search_index MATCH ${ftsQuery(some)})
          AS by_index CROSS JOIN search_words USING (number)`,
        // PostgreSQL would find the words of each row anew, which it takes to be cheap: the function has the true cost, and OFFSET keeps other
        // conditions, by which it would read the table, away from the index.
        orElse: () => sql`(SELECT organization_id, kind, id, words FROM search_words
          WHERE array_to_tsvector(string_to_array(words, ' ')) @@ CAST(${tsQuery(some)} AS tsquery) AND search_costs(id) OFFSET 0) AS search_words`
      })
  }
}
