/**
 * Pages of lists that are filtered and searched (decisions, Filters), on either engine.
 */
import { sinceMs, writtenPosition } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import { inPieces } from "@partner-api/service/services/Pieces"
import * as Arr from "effect/Array"
import type { NoSuchElementError } from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { chosenBy, type FilterInput, limitClause, filteredPage, indexedTable, filterPlanOf, placed } from "./Lists.ts"
import { requireIndexed, type Search, searchFor, type SearchKind } from "./SearchIndex.ts"
import { placeId, seenById, seenByWrite, type SeenRecords } from "./SeenRecords.ts"
import {
  inTables,
  sliceBytesMax,
  type Place,
  type SlicedRecords,
  slicedPage,
  writtenAfter,
  writtenUpTo
} from "./Slices.ts"
import { onlyRow } from "./Rows.ts"

// Words that few records have: the index gives their records. The records of other words would be too many, so those words are looked up in the records.
//
// SQLite counts the entries of a word in the index, up to a bound. The index of PostgreSQL has no entries to count: the next records of the
// list are a sample, and the records that the index finds are counted.

/** The most entries of the index that lead to the records of a page, which are sorted. SQLite counts this number in 1 ms. */
const foundMax = 5_000

/** The most records of a sample. */
const sampledMax = 200

/** The part of a sample that has a word of many records. */
const manyPart = 0.02

const Sample = Schema.Record(Schema.String, Schema.Int)
const Counted = Schema.Struct({ found: Schema.Int })
const sampleRow = onlyRow(Sample)
const countedRow = onlyRow(Counted)

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
      SELECT 1 FROM search_entries WHERE term >= ${word} AND term < ${`${word}${afterAll}`} ${limitClause(sql, foundMax + 1)})`
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
    const sample = yield* sampleRow(sql`SELECT count(*) AS looked, ${sql.csv(hits)} FROM (
        SELECT ' ' || words AS spaced FROM (
          SELECT words, sum(octet_length(words)) OVER so_far AS bytes, row_number() OVER so_far AS number
          FROM (SELECT id, words FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id ${limitClause(sql, sampledMax)}) AS next
          WINDOW so_far AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
        ) AS counted WHERE bytes <= ${Math.ceil(sliceBytesMax / words.length)} OR number = 1 OFFSET 0) AS sample`)
    const looked = sample["looked"] ?? 0
    const seldom = words.filter((_, index) => (sample[`word${index}`] ?? 0) < looked * manyPart)
    if (seldom.length === 0) return []
    const counted = yield* countedRow(
      sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${found(seldom)} ${limitClause(sql, foundMax + 1)}) AS by_words`
    )
    return counted.found > foundMax ? [] : seldom
  })

/** Finds the words of a search that lead to its records; none where each of them would lead to too many. */
const seldomWords = (sql: SqlClient): SeldomWords =>
  sql.onDialectOrElse({ sqlite: () => onSqlite(sql), orElse: () => onPostgres(sql) })

// Pages in the order of ids, which no index of words has.
//
// The index of words finds the records of words that few records have. Where all words of a search are those of many records, its records
// come soon in the list. Either way the page reads records for the words that the index does not lead by.

/** The conditions of a search beside its words. */
interface SearchLookup {
  readonly search: Search
  /** The conditions that the record with an id must meet beside it. */
  readonly also: (id: Fragment) => ReadonlyArray<Fragment>
  /** The records that are looked at where no word leads to few; without them, all that have words. */
  readonly otherwise?: SlicedRecords
}

const nothingFound: FoundRows<never> = { rows: [], lookedTo: undefined }

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
      within: inTables(leading.length === 0 ? sql`search_words` : search.found(leading), {
        after: (position = "") => sql`${search.scope} AND id > ${position}`,
        upTo: ({ place_id }) => sql`id <= ${place_id}`
      }),
      place: sql`id AS place_id, 0 AS place_ms`,
      order: sql`id`,
      placeOrder: sql`place_id`,
      positionOf: ({ place_id }) => place_id,
      met: [...(others.length === 0 ? [] : [search.has(others)]), ...conditions],
      bytes: others.length === 0 && conditions.length === 0 ? undefined : ofWords
    }
  }

  return Effect.fnUntraced(function* (organizationId: OrganizationId, plan: SearchLookup, request: PageRequest) {
    if (plan.search.words.length === 0) return nothingFound
    const leading = yield* seldom(plan.search, request.after ?? "")
    const records = leading.length === 0 ? plan.otherwise : undefined
    return yield* page(organizationId, records ?? recordsOf(plan, leading), request)
  })
}

// Pages in the order of last writes. The index of that order leads, and the page reads its records one by one.

/** Pages of a table by a search, of what was written since a moment, in milliseconds since 1970. */
const searchedWrites = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const page = slicedPage(sql, table, result, show)
  const id = sql`${sql(table.name)}.id`

  const recordsOf = (organizationId: string, sinceMs: number, { also, search }: SearchLookup): SlicedRecords => ({
    within: inTables(indexedTable(sql, table.name, `${table.name}_written`), {
      after: (position) => sql`organization_id = ${organizationId} AND ${writtenAfter(sql, "id", sinceMs, position)}`,
      upTo: (last) => writtenUpTo(sql, "id", last)
    }),
    place: sql.literal(placed),
    order: sql`written_at_ms, id`,
    placeOrder: sql`place_ms, place_id`,
    positionOf: ({ place_id, place_ms }) => writtenPosition({ writtenAtMs: place_ms, id: place_id }),
    met: [search.isMetBy(id), ...also(id)],
    bytes: sql`${search.words.length} * ${search.bytesOf(id)}`
  })

  return (organizationId: OrganizationId, sinceMs: number, plan: SearchLookup, request: PageRequest) =>
    page(organizationId, recordsOf(organizationId, sinceMs, plan), request)
}

// Pages by filters and a search. A search leads before a choice, and follows any other filter that leads.

/** A value of a column that an index has before the id. */
interface Indexed {
  readonly column: string
  readonly values: ReadonlyArray<string>
}

/** The input of a list. */
export interface ListInput extends FilterInput {
  readonly q: string | undefined
  /** Equations that many rows may meet. The first leads a list that nothing else leads; a search comes before it. */
  readonly equal?: ReadonlyArray<Indexed>
  /** The records that the caller sees; without them, all of the organization. */
  readonly seen?: SeenRecords
}

/** The pages of a table. */
export const searchableList = <Row extends { readonly place_id: string; readonly place_ms: number }, Shown>(
  sql: SqlClient,
  table: { readonly name: Exclude<SearchKind, "agencies">; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const byFilter = filteredPage(sql, table, result, show)
  const bySearch = searchedPage(sql, table, result, show)
  const bySlices = slicedPage(sql, table, result, show)
  const byWrites = searchedWrites(sql, table, result, show)

  /** Whether the index of a column has the record with an id at one of the values. The row itself, which may be long, is not read. */
  const isIndexed = (organizationId: string, { column, values }: Indexed, id: Fragment): Fragment => {
    const same = sql.onDialectOrElse({
      sqlite: () => sql`${sql(table.name)} AS same INDEXED BY ${sql(`${table.name}_${column}`)}`,
      orElse: () => sql`${sql(table.name)} AS same`
    })
    return sql`COALESCE((SELECT TRUE FROM ${same} WHERE same.organization_id = ${organizationId}
      AND same.${sql(column)} IN ${sql.in(values)} AND same.id = ${id}), FALSE)`
  }

  /** The same conditions as those of a filter, for the record with an id. */
  const conditionsOf =
    (organizationId: string, { choice, equal = [], leads }: ListInput) =>
    (id: Fragment): ReadonlyArray<Fragment> => [
      ...leads.map(
        ({ condition }) =>
          sql`${id} IN (SELECT id FROM ${sql(table.name)} WHERE organization_id = ${organizationId} AND ${condition})`
      ),
      ...equal.map((one) => isIndexed(organizationId, one, id)),
      ...(choice === undefined ? [] : [isIndexed(organizationId, choice, id)])
    ]

  /** A page of the records that a caller sees. */
  const seenPage = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    input: ListInput & { readonly seen: SeenRecords },
    request: PageRequest
  ) {
    const { choice, equal = [], leads, q, seen, updated_since } = input
    const search = q === undefined ? undefined : searchFor(sql, table.name, organizationId, q)
    if (search?.words.length === 0) return nothingFound
    if (search !== undefined) yield* requireIndexed(sql, table.name, organizationId)
    const ofEquations = (id: Fragment) => equal.map((one) => isIndexed(organizationId, one, id))
    const ofSearch = (id: Fragment) => (search === undefined ? [] : [search.isMetBy(id)])
    const bytesOf = (conditions: ReadonlyArray<Fragment>) => {
      if (search !== undefined) return sql`${search.words.length} * ${search.bytesOf(placeId(sql))}`
      return conditions.length === 0 ? undefined : sql`0`
    }
    if (updated_since !== undefined) {
      const met = [...ofSearch(placeId(sql)), ...conditionsOf(organizationId, input)(placeId(sql))]
      const records = { ...seenByWrite(sql, seen, sinceMs(updated_since)), met, bytes: bytesOf(met) }
      return yield* bySlices(organizationId, records, request)
    }
    const [lead] = leads
    if (lead !== undefined) {
      // A row at most has such a name.
      const { also, ...plan } = filterPlanOf(sql, { ...input, table: table.name })
      const id = sql`${sql(table.name)}.id`
      const shown = [seen.isSeen(id), ...ofEquations(id), ...ofSearch(id)].map((condition) => () => condition)
      return yield* byFilter(organizationId, { ...plan, also: [...also, ...shown] }, request)
    }
    const met = [...ofEquations(placeId(sql)), ...ofSearch(placeId(sql))]
    const records = { ...seenById(sql, seen, choice?.values), met, bytes: bytesOf(met) }
    if (search === undefined) return yield* bySlices(organizationId, records, request)
    const also = (id: Fragment) => [seen.isSeen(id), ...conditionsOf(organizationId, input)(id)]
    return yield* bySearch(organizationId, { search, also, otherwise: records }, request)
  })

  return Effect.fnUntraced(function* (organizationId: OrganizationId, input: ListInput, request: PageRequest) {
    const { equal = [], leads, q, seen, updated_since } = input
    if (seen !== undefined) return yield* seenPage(organizationId, { ...input, seen }, request)
    const all = [...leads, ...equal.map((one) => chosenBy(sql, table.name, one))]
    const { also, ...plan } = filterPlanOf(sql, { ...input, leads: all, table: table.name })
    if (q === undefined) return yield* byFilter(organizationId, { ...plan, also }, request)
    yield* requireIndexed(sql, table.name, organizationId)
    const search = searchFor(sql, table.name, organizationId, q)
    const searched = { search, also: conditionsOf(organizationId, input) }
    if (updated_since !== undefined) return yield* byWrites(organizationId, sinceMs(updated_since), searched, request)
    if (leads.length === 0) return yield* bySearch(organizationId, searched, request)
    // A row at most has such a name.
    const isMet = search.isMetBy(sql`${sql(table.name)}.id`)
    return yield* byFilter(organizationId, { ...plan, also: [...also, () => isMet] }, request)
  })
}
