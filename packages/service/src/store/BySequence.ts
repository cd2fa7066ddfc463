/**
 * Pages in the order of a journal: the position of a row is its sequence.
 */
import type { FoundRows } from "@partner-api/domain/Pagination"

/** Rows by their sequences; `lookedTo` is the last sequence of a search that has ended at a bound. */
export const foundBySequence = <Row extends { readonly sequence: number }>(
  rows: ReadonlyArray<Row>,
  lookedTo?: number
): FoundRows<Row> => ({
  rows: rows.map((row) => ({ position: String(row.sequence), row })),
  lookedTo: lookedTo === undefined ? undefined : String(lookedTo)
})

/** The events of a page, and its last sequence where a bound has ended it. */
export const eventsOf = <Row>({ lookedTo, rows }: FoundRows<Row>) => ({
  events: rows.map(({ row }) => row),
  lookedTo: lookedTo === undefined ? undefined : Number(lookedTo)
})
