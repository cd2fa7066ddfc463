/**
 * The rules of lists (spec 4.8; decisions, Lists): ascending by an immutable key, never by offset, with one row of look-ahead. A page is bounded in
 * rows and in bytes.
 *
 * Because a page starts after a key and not at a number, a row that exists unchanged during a whole walk is seen exactly once,
 * whatever is inserted or deleted meanwhile, and a deep page costs what the first one costs.
 */
import * as Schema from "effect/Schema"

import * as SchemaTransformation from "effect/SchemaTransformation"
import { problem } from "./Problem.ts"

/** The size of a page when none is requested, and the largest there is (spec 8). */
export const limitDefault = 100
export const limitMax = 100

const remedy = problem("range", `must be an integer from 1 to ${limitMax}`)

/** The size of a page. Anything outside 1..100 is refused: a silent clamp hides bugs. */
export const Limit = Schema.Number.check(
  Schema.isInt(remedy).abort(),
  Schema.isBetween({ minimum: 1, maximum: limitMax }, remedy)
)

/** The size of a page as it stands in an address. */
export const LimitText = Schema.String.check(
  // Decimal digits and nothing else, no zero in front. `Limit` bounds the number.
  Schema.isPattern(/^[^0]/, remedy).abort(),
  Schema.isPattern(/^[0-9]{1,16}$/, remedy)
).pipe(Schema.decodeTo(Limit, SchemaTransformation.numberFromString))

/** The request of a page to a store: the rows after the position `after`, ascending, {@link lookAhead} of them. */
export interface PageRequest {
  /** The key of the last row of the page before; absent for the first page. */
  readonly after: string | undefined
  readonly limit: number
}

/** The rows of a page and the key that the next one starts after; absent on the last page. */
export interface PageRows<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly nextAfter: string | undefined
}

/** The number of rows that a store reads: one more than the limit shows whether a full page is the last. */
export const lookAhead = (limit: number): number => limit + 1

/** The most rows that a filtered page checks. A page may be shorter than its limit and still have a next one. */
export const lookedMax = 10_000

/** The most stored text that a filtered page reads to check it, in bytes: that of {@link lookedMax} usual rows. */
export const lookedBytesMax = 4_194_304

/** The rows that a store finds for a page. */
export interface FoundRows<Row> {
  /** The rows in their order with the position of each, {@link lookAhead} of them at most. */
  readonly rows: ReadonlyArray<{ readonly position: string; readonly row: Row }>
  /** The position of the last row of the search, where {@link lookedMax} or {@link pageBytesMax} end it and there may be more. */
  readonly lookedTo: string | undefined
}

/**
 * The most stored text of a page, in bytes of UTF-8: the tenfold of a page of usual jobs. To read, join and write it takes the event loop 10 ms, in
 * pieces. A page ends before the row that exceeds it, and has at least one row.
 */
export const pageBytesMax = 1_048_576

/** The longest text that a store reads together with its row, in bytes: the rows of the largest page hold {@link pageBytesMax} with it. */
export const shortTextBytesMax = Math.floor(pageBytesMax / lookAhead(limitMax))

/** Ends a page before the row whose text exceeds {@link pageBytesMax}; the next page starts after the last row that is left. */
export const withinBytes = <Row>(found: FoundRows<Row>, bytesOf: (row: Row) => number): FoundRows<Row> => {
  let bytes = 0
  const end = found.rows.findIndex(({ row }, index) => {
    bytes += bytesOf(row)
    return bytes > pageBytesMax && index > 0
  })
  const last = found.rows[end - 1]
  return last === undefined ? found : { rows: found.rows.slice(0, end), lookedTo: last.position }
}

/** The found rows of a list in the order of ids, without a bound of the search. */
export const foundById = <Row extends { readonly id: string }>(rows: ReadonlyArray<Row>): FoundRows<Row> => ({
  rows: rows.map((row) => ({ position: row.id, row })),
  lookedTo: undefined
})

/** The found rows, each mapped to another value. */
export const mapFound = <Row, Shown>(
  { lookedTo, rows }: FoundRows<Row>,
  show: (row: Row) => Shown
): FoundRows<Shown> => ({ rows: rows.map(({ position, row }) => ({ position, row: show(row) })), lookedTo })

/** Cuts the look-ahead row off. The next page starts after the last row, or after `lookedTo` where the search ended before the page was full. */
export const toPage = <Row>(
  found: ReadonlyArray<Row>,
  limit: number,
  key: (row: Row) => string,
  lookedTo?: string
): PageRows<Row> => {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextAfter: found.length > limit && last !== undefined ? key(last) : lookedTo }
}
