/**
 * Pages of a list that is searched (decisions, Filters), in the order of ids, which no index of words has.
 *
 * A word that many records have is met soon: then records are looked at one by one, of which a page passes {@link walkedMax} at most. What
 * few records have is found by the index and sorted. The next records of the list tell which it is.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, lookAhead, lookedMax, type PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import type { Search } from "./SearchWords.ts"

/** The most records that a page looks at one by one. Their words may be long, and nobody else is answered while SQLite looks at them. */
const walkedMax = 2_000

/** How many records tell whether a search meets many, and how many of them must meet it for that: of 2,000, a page full. */
const sampled = 200
const metByMany = 10

/** What is searched beside words. */
export interface SearchLookup {
  readonly search: Search
  /** What the rows must meet beside it. */
  readonly also: ReadonlyArray<Fragment>
}

const Sample = Schema.Struct({ looked: Schema.Int, met: Schema.Int })
const Count = Schema.Struct({ count: Schema.Int })
const Bound = Schema.Struct({ id: Schema.String })

/** Pages of a table by a search. `columns` are those of a row, its id as `place_id` among them. */
export const searchedPage = <Row extends { readonly place_id: string }, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const one = <A>(Result: Schema.Codec<A, unknown>, statement: Fragment) =>
    SqlSchema.findOneOption({ Request: Schema.Void, Result, execute: () => sql`${statement}` })()

  /** Whether a page is likely to be full after {@link walkedMax} records. */
  const isMetByMany = Effect.fnUntraced(function* ({ isMet, scope, found }: Search, after: string) {
    const next = yield* one(
      Sample,
      sql`SELECT count(*) AS looked, COALESCE(sum(CASE WHEN ${isMet} THEN 1 ELSE 0 END), 0) AS met FROM (
        SELECT words FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id LIMIT ${sampled}) AS sample`
    )
    if (Option.exists(next, ({ looked, met }) => looked < sampled || met >= metByMany)) return true
    const all = yield* one(Count, sql`SELECT count(*) AS count FROM (${found(lookedMax + 1)}) AS found`)
    return Option.exists(all, ({ count }) => count > lookedMax)
  })

  const walkedTo = ({ scope }: Search, after: string) =>
    one(
      Bound,
      sql`SELECT id FROM search_words WHERE ${scope} AND id > ${after} ORDER BY id LIMIT 1 OFFSET ${walkedMax - 1}`
    )

  const rowsOf = (organizationId: string, found: Fragment, also: ReadonlyArray<Fragment>, count: number) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: result,
      execute: () => sql`SELECT ${sql.literal(table.columns)}
        FROM (SELECT id AS found_id FROM (${found}) AS matching) AS found CROSS JOIN ${sql(table.name)}
        WHERE ${sql.and([sql`organization_id = ${organizationId}`, sql`id = found_id`, ...also])}
        ORDER BY found_id LIMIT ${count}`
    })()

  return Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    { also, search }: SearchLookup,
    request: PageRequest
  ) {
    const nothing: FoundRows<Shown> = { rows: [], lookedTo: undefined }
    if (search.isEmpty) return nothing
    const [after, count] = [request.after ?? "", lookAhead(request.limit)]
    const isWalk = yield* isMetByMany(search, after)
    const bound = isWalk ? Option.map(yield* walkedTo(search, after), ({ id }) => id) : Option.none<string>()
    const upTo = Option.match(bound, { onNone: () => [], onSome: (id) => [sql`id <= ${id}`] })
    const found = isWalk
      ? sql`SELECT id FROM search_words WHERE ${sql.and([search.scope, sql`id > ${after}`, search.isMet, ...upTo])}`
      : search.found(lookedMax)
    const rows = yield* rowsOf(organizationId, found, isWalk ? also : [sql`found_id > ${after}`, ...also], count)
    const answer: FoundRows<Shown> = {
      rows: rows.map((row) => ({ position: row.place_id, row: show(row) })),
      lookedTo: Option.getOrUndefined(bound)
    }
    return answer
  })
}
