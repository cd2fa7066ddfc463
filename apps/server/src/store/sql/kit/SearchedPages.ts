/**
 * Pages of lists that are filtered and searched (decisions, Filters), on either engine.
 */
import { readWrittenPosition, sinceMs, writtenPosition } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { inPieces } from "@partner-api/service/services/Pieces"
import * as Arr from "effect/Array"
import type { NoSuchElementError } from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import {
  type FilterInput,
  limitClause,
  chosenBy,
  filteredPage,
  indexedTable,
  filterPlanOf,
  meets,
  placeColumns,
  placed
} from "./Lists.ts"
import { requireIndexed, type Search, searchFor, type SearchKind } from "./SearchIndex.ts"

// Slices. A search reads records one by one in slices, bounded in records and in the bytes of their words: SQLite blocks the process during a statement.
// The process answers other requests between two slices. The caller chooses the records and their order.

/** The most records of a slice. SQLite looks at this number in 2 to 3 ms, however few words they have. */
const sliceRowsMax = 1_000

/** The most bytes that a slice reads: those of the words of a record once for each word of the search. SQLite takes 1 to 7 ms, the most for ASCII. */
const sliceBytesMax = 750_000

/** The most rows that a slice gives. SQLite takes 0.2 ms to find one by its id among 10,000 rows of 60 kB: it compares whole rows on the way. */
const foundRowsMax = 40

/** The most slices of a page, so that the whole of it takes less than 25 ms. A page that has fewer records than its limit has a next one. */
const slicesMax = 10

const Place = Schema.Struct(placeColumns)
type Place = typeof Place.Type

/** Records in the order of a list, of which a search looks at the next ones. */
interface SlicedRecords {
  /** Tables, behind FROM. */
  readonly from: Fragment
  /** The columns `place_id` and `place_ms` of a record. */
  readonly place: Fragment
  /** The columns by which the records are ordered, and their names in the place. */
  readonly order: Fragment
  readonly placeOrder: Fragment
  /** Those after a position. */
  readonly after: (position: string | undefined) => Fragment
  readonly upTo: (place: Place) => Fragment
  readonly positionOf: (place: Place) => string
  /** The condition of the records that the search finds. */
  readonly met: ReadonlyArray<Fragment>
  /** The bytes that are read to know it, from the tables of `from`; nothing where no record is looked at. */
  readonly bytes: Fragment | undefined
}

/** Gives a page of what slices hold, each of which is read after the end of the one before. On SQLite, slices of several pages take turns. */
const inSlices = (sql: SqlClient) => {
  const turn = Semaphore.makeUnsafe(1)
  const inTurn = <A, E, R>(read: Effect.Effect<A, E, R>) =>
    sql.onDialectOrElse({
      sqlite: () => turn.withPermit(Effect.tap(read, () => Effect.yieldNow)),
      orElse: () => read
    })
  return Effect.fnUntraced(function* <Row, E, R>(
    { after, limit }: PageRequest,
    read: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>
  ) {
    let found: FoundRows<Row> = { rows: [], lookedTo: after }
    for (let slice = 0; slice < slicesMax; slice++) {
      const { lookedTo, rows } = yield* inTurn(read({ after: found.lookedTo, limit: limit - found.rows.length }))
      found = { rows: [...found.rows, ...rows], lookedTo }
      if (lookedTo === undefined || found.rows.length >= lookAhead(limit)) break
    }
    return found
  })
}

/** The statements of a slice of a table. */
const sliceStatements = (sql: SqlClient, table: { readonly name: string; readonly columns: string }) => ({
  /**
   * The place of the last record; none where the records end before. The records are counted in their order, and no further: to order the
   * result would count all of them.
   */
  end: ({ after, bytes, from, order, place, placeOrder }: SlicedRecords, position: string | undefined): Fragment =>
    sql`SELECT place_id, place_ms FROM (
        SELECT place_id, place_ms, sum(bytes) OVER so_far AS read_bytes, row_number() OVER so_far AS looked
        FROM (SELECT ${place}, ${bytes ?? sql`0`} AS bytes FROM ${from} WHERE ${after(position)}
          ORDER BY ${order} ${limitClause(sql, sliceRowsMax)}) AS records
        WINDOW so_far AS (ORDER BY ${placeOrder} ROWS UNBOUNDED PRECEDING)
      ) AS counted
      WHERE read_bytes >= ${sliceBytesMax} OR looked = ${sliceRowsMax} LIMIT 1`,

  /** The rows that are found. Left to choose, PostgreSQL may go through all rows of the table for each of them. */
  rows: (
    organizationId: string,
    { after, from, met, order, place, placeOrder, upTo }: SlicedRecords,
    slice: { readonly after: string | undefined; readonly end: Option.Option<Place>; readonly count: number }
  ): Fragment => {
    const name = sql(table.name)
    const until = Option.match(slice.end, { onNone: () => [], onSome: (last) => [upTo(last)] })
    const isFound = sql`organization_id = ${organizationId} AND id = place_id`
    const row = sql.onDialectOrElse({
      sqlite: () => sql`CROSS JOIN ${name} ON ${isFound}`,
      orElse: () => sql`CROSS JOIN LATERAL (SELECT * FROM ${name} WHERE ${isFound} OFFSET 0) AS ${name}`
    })
    return sql`SELECT place_id, place_ms, ${sql.literal(table.columns)} FROM (
        SELECT ${place} FROM ${from} WHERE ${sql.and([after(slice.after), ...until, ...met])}
        ORDER BY ${order} ${limitClause(sql, slice.count)}) AS found
      ${row} ORDER BY ${placeOrder}`
  }
})

/** Pages of records of a table that a search looks at. */
const slicedPage = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const slices = inSlices(sql)
  const statements = sliceStatements(sql, table)
  const endOf = (records: SlicedRecords, after: string | undefined) =>
    SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Place,
      execute: () => sql`${statements.end(records, after)}`
    })()
  const read = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    records: SlicedRecords,
    { after, limit }: PageRequest
  ) {
    const end = records.bytes === undefined ? Option.none<Place>() : yield* endOf(records, after)
    // To find where a full slice ends takes as long as to read it.
    if (Option.isSome(end)) yield* Effect.yieldNow
    const count = Math.min(lookAhead(limit), foundRowsMax)
    const rows = yield* SqlSchema.findAll({
      Request: Schema.Void,
      Result: result,
      execute: () => sql`${statements.rows(organizationId, records, { after, end, count })}`
    })()
    const last: Option.Option<Place> = rows.length === count && count < lookAhead(limit) ? Arr.last(rows) : end
    const found: FoundRows<Shown> = {
      rows: rows.map((row) => ({ position: records.positionOf(row), row: show(row) })),
      lookedTo: Option.getOrUndefined(Option.map(last, records.positionOf))
    }
    return found
  })
  return (organizationId: OrganizationId, records: SlicedRecords, request: PageRequest) =>
    slices(request, (slice) => read(organizationId, records, slice))
}

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
    const sample = yield* SqlSchema.findOne({
      Request: Schema.Void,
      Result: Sample,
      execute: () => sql`SELECT count(*) AS looked, ${sql.csv(hits)} FROM (
        SELECT ' ' || words AS spaced FROM (
          SELECT words, sum(octet_length(words)) OVER so_far AS bytes, row_number() OVER so_far AS number
          FROM (SELECT id, words FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id ${limitClause(sql, sampledMax)}) AS next
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
        sql`SELECT count(*) AS found FROM (SELECT 1 FROM ${found(seldom)} ${limitClause(sql, foundMax + 1)}) AS by_words`
    })()
    return counted.found > foundMax ? [] : seldom
  })

/** Finds the words of a search that lead to its records; none where each of them would lead to too many. */
const seldomWords = (sql: SqlClient): SeldomWords =>
  sql.onDialectOrElse({ sqlite: () => onSqlite(sql), orElse: () => onPostgres(sql) })

// Pages in the order of ids, which no index of words has.
//
// The index of words finds the records of words that few records have. Where all words of a search are those of many records, its records
// come soon in the list. Either way the page reads records for the words that the index does not lead by.

/** What is searched beside words. */
interface SearchLookup {
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

  return Effect.fnUntraced(function* (organizationId: OrganizationId, plan: SearchLookup, request: PageRequest) {
    const nothing: FoundRows<Shown> = { rows: [], lookedTo: undefined }
    if (plan.search.words.length === 0) return nothing
    const leading = yield* seldom(plan.search, request.after ?? "")
    return yield* page(organizationId, recordsOf(plan, leading), request)
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
    from: indexedTable(sql, table.name, `${table.name}_written`),
    place: sql.literal(placed),
    order: sql`written_at_ms, id`,
    placeOrder: sql`place_ms, place_id`,
    after: (position) => {
      const organization = sql`organization_id = ${organizationId}`
      if (position === undefined) return sql`${organization} AND written_at_ms >= ${sinceMs}`
      const place = readWrittenPosition(position)
      return sql`${organization} AND (written_at_ms, id) > (${place.writtenAtMs}, ${place.id})`
    },
    upTo: ({ place_id, place_ms }) => sql`(written_at_ms, id) <= (${place_ms}, ${place_id})`,
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

/** What is input of a list. */
export interface ListInput extends FilterInput {
  readonly q: string | undefined
  /** Equations that many rows may meet. The first leads a list that nothing else leads; a search comes before it. */
  readonly equal?: ReadonlyArray<Indexed>
  /** The rows that the caller is not shown. */
  readonly hidden?: Indexed
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
    (organizationId: string, { choice, equal = [], hidden, leads }: ListInput) =>
    (id: Fragment): ReadonlyArray<Fragment> => [
      ...leads.map(
        ({ condition }) =>
          sql`${id} IN (SELECT id FROM ${sql(table.name)} WHERE organization_id = ${organizationId} AND ${condition})`
      ),
      ...equal.map((one) => isIndexed(organizationId, one, id)),
      ...(choice === undefined ? [] : [isIndexed(organizationId, choice, id)]),
      ...(hidden === undefined ? [] : [sql`NOT ${isIndexed(organizationId, hidden, id)}`])
    ]

  return Effect.fnUntraced(function* (organizationId: OrganizationId, input: ListInput, request: PageRequest) {
    const { equal = [], hidden, leads, q, updated_since } = input
    const isHidden = hidden === undefined ? undefined : meets(sql, table.name, chosenBy(sql, table.name, hidden))
    const shown = isHidden === undefined ? [] : [(organization: string) => sql`NOT ${isHidden(organization)}`]
    const all = [...leads, ...equal.map((one) => chosenBy(sql, table.name, one))]
    const { also, ...plan } = filterPlanOf(sql, { ...input, leads: all, table: table.name })
    if (q === undefined) return yield* byFilter(organizationId, { ...plan, also: [...also, ...shown] }, request)
    yield* requireIndexed(sql, table.name, organizationId)
    const search = searchFor(sql, table.name, organizationId, q)
    const searched = { search, also: conditionsOf(organizationId, input) }
    if (updated_since !== undefined) return yield* byWrites(organizationId, sinceMs(updated_since), searched, request)
    if (leads.length === 0) return yield* bySearch(organizationId, searched, request)
    // A row at most has such a name.
    const isMet = search.isMetBy(sql`${sql(table.name)}.id`)
    return yield* byFilter(organizationId, { ...plan, also: [...also, ...shown, () => isMet] }, request)
  })
}
