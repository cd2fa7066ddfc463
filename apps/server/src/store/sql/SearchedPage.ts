/**
 * Pages of a list that is searched (decisions, Filters), in the order of ids, which no index of words has.
 *
 * The index of words finds the records of words that few records have. Where all words of a search are those of many records, its records
 * come soon in the list. Either way records are looked at for what the index does not hold.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type Place, slicedPage, type SlicedRecords } from "./SearchSlices.ts"
import type { Search } from "./SearchWords.ts"
import { seldomWords } from "./SeldomWords.ts"

/** What is searched beside words. */
export interface SearchLookup {
  readonly search: Search
  /** What the record with an id must meet beside it. */
  readonly also: (id: Fragment) => ReadonlyArray<Fragment>
}

/** Pages of a table by a search. */
export const searchedPage = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const seldom = seldomWords(sql)
  const page = slicedPage(sql, table, result, show)

  const recordsOf = ({ also, search }: SearchLookup, leading: ReadonlyArray<string>): SlicedRecords => {
    const others = search.words.filter((word) => !leading.includes(word))
    const conditions = also(sql`search_words.id`)
    const ofWords = others.length === 0 ? sql`0` : sql`${others.length} * octet_length(words)`
    return {
      from: leading.length === 0 ? sql`search_words` : search.found(leading),
      place: sql`id AS place_id, 0 AS place_ms`,
      order: sql`id`,
      placeOrder: sql`place_id`,
      after: (position = "") => sql`${search.scope} AND id > ${position}`,
      upTo: ({ place_id }) => sql`id <= ${place_id}`,
      positionOf: ({ place_id }) => place_id,
      met: [...(others.length === 0 ? [] : [search.has(others)]), ...conditions],
      bytes: others.length === 0 && conditions.length === 0 ? undefined : ofWords
    }
  }

  return Effect.fnUntraced(function* (organizationId: OrganizationId, lookup: SearchLookup, request: PageRequest) {
    const nothing: FoundRows<Shown> = { rows: [], lookedTo: undefined }
    if (lookup.search.words.length === 0) return nothing
    const leading = yield* seldom(lookup.search, request.after ?? "")
    return yield* page(organizationId, recordsOf(lookup, leading), request)
  })
}
