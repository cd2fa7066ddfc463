/**
 * A search looks at records one by one in slices, bounded in records and in the bytes of their words: SQLite answers nobody else while it
 * runs a statement. Between two slices it does. What the records are, and their order, is the caller's.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { atMost } from "./AtMost.ts"
import { placeColumns } from "./FilteredPage.ts"

/** The most records of a slice. SQLite looks at this number in 2 to 3 ms, however few words they have. */
const sliceRowsMax = 1_000

/** The most bytes that a slice reads: those of the words of a record once for each word of the search. SQLite takes 1 to 7 ms, the most for ASCII. */
export const sliceBytesMax = 750_000

/** The most rows that a slice gives. SQLite takes 0.2 ms to find one by its id among 10,000 rows of 60 kB: it compares whole rows on the way. */
const foundRowsMax = 40

/** The most slices of a page, so that the whole of it takes less than 25 ms. A page that has fewer records than its limit has a next one. */
const slicesMax = 10

const Place = Schema.Struct(placeColumns)
export type Place = typeof Place.Type

/** Records in the order of a list, of which a search looks at the next ones. */
export interface SlicedRecords {
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
  /** What records meet that are found. */
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
          ORDER BY ${order} ${atMost(sql, sliceRowsMax)}) AS records
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
        ORDER BY ${order} ${atMost(sql, slice.count)}) AS found
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
