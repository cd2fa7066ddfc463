/**
 * Slices of records in the order of a list, of which a page looks at one after the other. A slice is bounded in records and in the bytes of their words: SQLite
 * blocks the process during a statement, and the process answers other requests between two slices. The caller chooses the records and their order.
 */
import { readWrittenPosition } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, limitMax, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { limitClause, placeColumns } from "./Lists.ts"
import { allRows, firstRow } from "./Rows.ts"

/** The most records of a slice. SQLite looks at this number in 2 to 3 ms, however few words they have. */
const sliceRowsMax = 1_000

/** The most bytes that a slice reads: those of the words of a record once for each word of the search. SQLite takes 1 to 7 ms, the most for ASCII. */
export const sliceBytesMax = 750_000

/**
 * The most rows that a slice gives. SQLite takes 0.2 ms to find one by its id among 10,000 rows of 60 kB: it compares whole rows on the way. PostgreSQL is
 * another process, for which fewer statements cost less: it gives a page in one.
 */
const foundRowsMaxOf = (sql: SqlClient): number =>
  sql.onDialectOrElse({ sqlite: () => 40, orElse: () => lookAhead(limitMax) })

/** The most slices of a page, so that the whole of it takes less than 25 ms. A page that has fewer records than its limit has a next one. */
const slicesMax = 10

const Place = Schema.Struct(placeColumns)
export type Place = typeof Place.Type
const placeRow = firstRow(Place)

/** The records that a slice may have: those after a position, up to a place where there is one, `count` at most. */
interface SliceRange {
  readonly after: string | undefined
  readonly until: Option.Option<Place>
  readonly count: number
}

/** Records in the order of a list, of which a search looks at the next ones. */
export interface SlicedRecords {
  /** The records of a range: tables, behind FROM, and conditions. */
  readonly within: (range: SliceRange) => { readonly from: Fragment; readonly conditions: ReadonlyArray<Fragment> }
  /** The columns `place_id` and `place_ms` of a record. */
  readonly place: Fragment
  /** The columns by which the records are ordered, and their names in the place. */
  readonly order: Fragment
  readonly placeOrder: Fragment
  readonly positionOf: (place: Place) => string
  /** The condition of the records that the search finds. */
  readonly met: ReadonlyArray<Fragment>
  /** The bytes that are read to find it, from the tables of `from`; nothing where no record is looked at. */
  readonly bytes: Fragment | undefined
}

/** The records of tables that are in the order of the list. */
export const inTables =
  (
    from: Fragment,
    {
      after,
      upTo
    }: {
      readonly after: (position: string | undefined) => Fragment
      readonly upTo: (place: Place) => Fragment
    }
  ): SlicedRecords["within"] =>
  (range) => ({
    from,
    conditions: [after(range.after), ...Option.toArray(Option.map(range.until, upTo))]
  })

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
  end: ({ bytes, order, place, placeOrder, within }: SlicedRecords, after: string | undefined): Fragment => {
    const { conditions, from } = within({ after, until: Option.none(), count: sliceRowsMax })
    return sql`SELECT place_id, place_ms FROM (
        SELECT place_id, place_ms, sum(bytes) OVER so_far AS read_bytes, row_number() OVER so_far AS looked
        FROM (SELECT ${place}, ${bytes ?? sql`0`} AS bytes FROM ${from} WHERE ${sql.and(conditions)}
          ORDER BY ${order} ${limitClause(sql, sliceRowsMax)}) AS records
        WINDOW so_far AS (ORDER BY ${placeOrder} ROWS UNBOUNDED PRECEDING)
      ) AS counted
      WHERE read_bytes >= ${sliceBytesMax} OR looked = ${sliceRowsMax} LIMIT 1`
  },

  /** The rows that are found. Left to choose, PostgreSQL may go through all rows of the table for each of them. */
  rows: (
    organizationId: string,
    { bytes, met, order, place, placeOrder, within }: SlicedRecords,
    slice: { readonly after: string | undefined; readonly end: Option.Option<Place>; readonly count: number }
  ): Fragment => {
    const name = sql(table.name)
    // Every record is found where none is looked at.
    const range = { after: slice.after, until: slice.end, count: bytes === undefined ? slice.count : sliceRowsMax }
    const { conditions, from } = within(range)
    const isFound = sql`organization_id = ${organizationId} AND id = place_id`
    const row = sql.onDialectOrElse({
      sqlite: () => sql`CROSS JOIN ${name} ON ${isFound}`,
      orElse: () => sql`CROSS JOIN LATERAL (SELECT * FROM ${name} WHERE ${isFound} OFFSET 0) AS ${name}`
    })
    return sql`SELECT place_id, place_ms, ${sql.literal(table.columns)} FROM (
        SELECT ${place} FROM ${from} WHERE ${sql.and([...conditions, ...met])}
        ORDER BY ${order} ${limitClause(sql, slice.count)}) AS found
      ${row} ORDER BY ${placeOrder}`
  }
})

/** Pages of records of a table that a search looks at. */
export const slicedPage = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const slices = inSlices(sql)
  const resultRows = allRows(result)
  const statements = sliceStatements(sql, table)
  const foundRowsMax = foundRowsMaxOf(sql)
  const endOf = (records: SlicedRecords, after: string | undefined) => placeRow(sql`${statements.end(records, after)}`)
  const read = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    records: SlicedRecords,
    { after, limit }: PageRequest
  ) {
    const end = records.bytes === undefined ? Option.none<Place>() : yield* endOf(records, after)
    // To find where a full slice ends takes as long as to read it.
    if (Option.isSome(end)) yield* Effect.yieldNow
    const count = Math.min(lookAhead(limit), foundRowsMax)
    const rows = yield* resultRows(sql`${statements.rows(organizationId, records, { after, end, count })}`)
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

/** The condition of records that were written since a moment, after a position. `id` is the column of their ids. */
export const writtenAfter = (sql: SqlClient, id: string, sinceMs: number, position: string | undefined): Fragment => {
  if (position === undefined) return sql`written_at_ms >= ${sinceMs}`
  const place = readWrittenPosition(position)
  return sql`(written_at_ms, ${sql(id)}) > (${place.writtenAtMs}, ${place.id})`
}

export const writtenUpTo = (sql: SqlClient, id: string, { place_id, place_ms }: Place): Fragment =>
  sql`(written_at_ms, ${sql(id)}) <= (${place_ms}, ${place_id})`
