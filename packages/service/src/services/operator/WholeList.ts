/**
 * Pages of the operators, which the store reads as a whole: there is one for each person who runs the service.
 */
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"

/** The page of `rows`, which are ordered by id. */
export const pageOfWhole = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  { after, limit }: PageRequest
): FoundRows<Row> => ({
  rows: rows
    .filter(({ id }) => after === undefined || id > after)
    .slice(0, lookAhead(limit))
    .map((row) => ({ position: row.id, row })),
  lookedTo: undefined
})
