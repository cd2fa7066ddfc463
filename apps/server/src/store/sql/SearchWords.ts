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

/** What is searched: tables, each with a key of organization and id. */
export type SearchKind = "jobs" | "users" | "agencies"

/** A record as it is searched. */
export interface SearchedRecord {
  readonly id: string
  readonly texts: ReadonlyArray<string | undefined>
}

/** The words with the tag of their organization and kind, without which an engine would pass through those of all others. */
const taggedWords = (kind: SearchKind, organizationId: string) => {
  const tag = shortTagOf(`${organizationId} ${kind}`)
  return (texts: SearchedRecord["texts"]) => wordsOf(texts).map((word) => tag + word)
}

/** Writes the words of records. Takes part in the transaction under way. */
export const makeSearchWords = (sql: SqlClient) => ({
  save: (kind: SearchKind, organizationId: OrganizationId, records: ReadonlyArray<SearchedRecord>) => {
    const words = taggedWords(kind, organizationId)
    const insert = (chunk: Arr.NonEmptyReadonlyArray<SearchedRecord>) =>
      sql`INSERT INTO search_words ${sql.insert(
        Arr.map(chunk, ({ id, texts }) => ({
          organization_id: organizationId,
          kind,
          id,
          words: words(texts).join(" ")
        }))
      )} ON CONFLICT (organization_id, kind, id) DO UPDATE SET words = excluded.words
        WHERE search_words.words <> excluded.words`
    return Effect.forEach(
      chunksByKey(records, ({ id }) => id),
      insert,
      { discard: true }
    )
  },
  remove: (kind: SearchKind, organizationId: OrganizationId, id: string) =>
    sql`DELETE FROM search_words WHERE organization_id = ${organizationId} AND kind = ${kind} AND id = ${id}`
})

/** The conditions of one search. */
export interface Search {
  /** Whether it has no word, and so finds nothing. */
  readonly isEmpty: boolean
  /** The rows of the table of words that are of its organization and kind. */
  readonly scope: Fragment
  /** Whether such a row meets it, looked at alone. */
  readonly isMet: Fragment
  /** Whether a row of its list meets it, looked at alone. */
  readonly isMetBy: (list: string) => Fragment
  /** The ids of records that meet it, by the index, at most `count` and in no order. */
  readonly found: (count: number) => Fragment
}

/** What a search asks of the table of words. Words are letters and digits, so nothing in them is a sign to an engine. */
export const searchFor = (sql: SqlClient, kind: SearchKind, organizationId: OrganizationId, query: string): Search => {
  const words = taggedWords(kind, organizationId)([query])
  const scope = sql`organization_id = ${organizationId} AND kind = ${kind}`
  const found = (count: number) =>
    sql.onDialectOrElse({
      sqlite: () => sql`SELECT id FROM search_index CROSS JOIN search_words
        WHERE search_index MATCH ${words.map((word) => `"${word}" *`).join(" AND ")}
        AND number = search_index.rowid AND ${scope} LIMIT ${count}`,
      orElse: () => sql`SELECT id FROM search_words
        WHERE array_to_tsvector(string_to_array(words, ' ')) @@ CAST(${words
          .map((word) => `'${word}':*`)
          .join(" & ")} AS tsquery)
        AND ${scope} LIMIT ${count}`
    })
  const isMet = words.length === 0 ? sql`FALSE` : sql.and(words.map((word) => sql`' ' || words LIKE ${`% ${word}%`}`))
  return {
    isEmpty: words.length === 0,
    scope,
    isMet,
    isMetBy: (list) => sql`id IN (SELECT id FROM search_words WHERE ${scope} AND id = ${sql(list)}.id AND ${isMet})`,
    found
  }
}
