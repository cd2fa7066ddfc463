/**
 * Pages of a list that is searched (decisions, Filters), in the order of ids, which no index of words has.
 *
 * A word that many records have is met soon, and its index would give all of them: records are looked at one by one, of which a page passes
 * {@link walkedMax} at most. What few records have is found by the index and sorted. The next records of the list tell which word is which.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { atMost } from "./AtMost.ts"
import type { Search } from "./SearchWords.ts"

/** The most records that a page looks at one by one: nobody else is answered while SQLite looks at them, and their words may be long. */
const walkedMax = 5_000

/** The most records that are found by the index and sorted for a page. */
const foundMax = 5_000

/** How many records tell whether many have a word, and how many of them must have it: then 5,000 hold a page full. */
const sampled = 200
const hadByMany = 4

/** What is searched beside words. */
export interface SearchLookup {
  readonly search: Search
  /** What the rows must meet beside it. */
  readonly also: ReadonlyArray<Fragment>
}

const Sample = Schema.Record(Schema.String, Schema.Int)
const decodeCounts = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ found_count: Schema.Int })))
const Bound = Schema.Struct({ id: Schema.String })

/** Pages of a table by a search. `columns` are those of a row, its id as `place_id` among them. */
export const searchedPage = <Row extends { readonly place_id: string }, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(result))
  const one = <A>(Result: Schema.Codec<A, unknown>, statement: Fragment) =>
    SqlSchema.findOneOption({ Request: Schema.Void, Result, execute: () => sql`${statement}` })()

  /** The words that few of the next records have; none where there are few records. */
  const seldomWords = Effect.fnUntraced(function* ({ has, scope, words }: Search, after: string) {
    const hits = sql.csv(
      words.map((word, index) => sql`sum(CASE WHEN ${has([word])} THEN 1 ELSE 0 END) AS ${sql(`word${index}`)}`)
    )
    const sample = yield* one(
      Sample,
      sql`SELECT count(*) AS looked, ${hits} FROM (
        SELECT words FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id ${atMost(sql, sampled)}) AS sample`
    )
    return Option.match(
      Option.filter(sample, ({ looked }) => looked === sampled),
      { onNone: () => [], onSome: (met) => words.filter((_, index) => (met[`word${index}`] ?? 0) < hadByMany) }
    )
  })

  /** Only the records of the page are read; with more conditions, all that were found may have to be. */
  const rowsOf = (organizationId: string, ids: Fragment, also: ReadonlyArray<Fragment>, count: number) =>
    sql`SELECT ${sql.literal(table.columns)}, found_count
      FROM (${ids} ${also.length === 0 ? sql`ORDER BY id ${atMost(sql, count)}` : sql.literal("")}) AS found
      CROSS JOIN ${sql(table.name)}
      WHERE ${sql.and([sql`organization_id = ${organizationId}`, sql`id = found_id`, ...also])}
      ORDER BY found_id ${atMost(sql, count)}`

  /** What the index finds of the words that few records have; none where it finds too much. */
  const byIndex = Effect.fnUntraced(function* (
    organizationId: string,
    { search, also }: SearchLookup,
    seldom: ReadonlyArray<string>,
    request: PageRequest
  ) {
    if (seldom.length === 0) return Option.none()
    const { found, has, scope, words } = search
    const others = words.filter((word) => !seldom.includes(word))
    const rest = others.length === 0 ? [] : [has(others)]
    const columns = others.length === 0 ? "organization_id, kind, id" : "organization_id, kind, id, words"
    const all = found(seldom, columns, foundMax + 1)
    const ids = sql`SELECT id AS found_id, found_count FROM (${all}) AS counted
      WHERE ${sql.and([scope, sql`id > ${request.after ?? ""}`, ...rest])}`
    const rows = yield* rowsOf(organizationId, ids, also, lookAhead(request.limit))
    const [counted] = yield* decodeCounts(
      rows.length > 0 ? rows.slice(0, 1) : yield* sql`SELECT count(*) AS found_count FROM (${all}) AS found`
    )
    return (counted?.found_count ?? 0) > foundMax ? Option.none() : Option.some(rows)
  })

  const walkedTo = ({ scope }: Search, after: string) =>
    one(
      Bound,
      sql`SELECT id FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id LIMIT 1 OFFSET ${walkedMax - 1}`
    )

  /** What is met among the next records. */
  const byWalk = Effect.fnUntraced(function* (
    organizationId: string,
    { search, also }: SearchLookup,
    request: PageRequest
  ) {
    const { has, scope, words } = search
    const after = request.after ?? ""
    const bound = Option.map(yield* walkedTo(search, after), ({ id }) => id)
    const upTo = Option.match(bound, { onNone: () => [], onSome: (id) => [sql`id <= ${id}`] })
    const ids = sql`SELECT id AS found_id, 0 AS found_count FROM search_words
      WHERE ${sql.and([scope, sql`id > ${after}`, ...upTo, has(words)])}`
    return { rows: yield* rowsOf(organizationId, ids, also, lookAhead(request.limit)), bound }
  })

  return Effect.fnUntraced(function* (organizationId: OrganizationId, lookup: SearchLookup, request: PageRequest) {
    const nothing: FoundRows<Shown> = { rows: [], lookedTo: undefined }
    if (lookup.search.words.length === 0) return nothing
    const seldom = yield* seldomWords(lookup.search, request.after ?? "")
    const found = yield* byIndex(organizationId, lookup, seldom, request)
    const { bound, rows } = Option.isSome(found)
      ? { rows: found.value, bound: Option.none() }
      : yield* byWalk(organizationId, lookup, request)
    const answer: FoundRows<Shown> = {
      rows: (yield* decodeRows(rows)).map((row) => ({ position: row.place_id, row: show(row) })),
      lookedTo: Option.getOrUndefined(bound)
    }
    return answer
  })
}
