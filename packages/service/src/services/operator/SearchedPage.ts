/**
 * A page of the rows that meet a filter, from a list in the order of ids: reads the list in slices until the page is full or `lookedMax` rows are read.
 */
import { type FoundRows, foundById, lookAhead, lookedMax, type PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"

/** The rows of one statement: to read, decode and search them takes less than 5 ms, and the process answers other requests between two statements. */
const sliceRows = 100

/** Finds the rows that meet a filter. `read` gives the rows after a position, with one row of look-ahead. */
export const searchedPage = Effect.fnUntraced(function* <Row extends { readonly id: string }, E>(
  read: (request: PageRequest) => Effect.Effect<ReadonlyArray<Row>, E>,
  meets: (row: Row) => boolean,
  { after, limit }: PageRequest
) {
  const found: Array<Row> = []
  let place = after
  for (let looked = 0; looked < lookedMax; looked += sliceRows) {
    const rows = (yield* read({ after: place, limit: sliceRows })).slice(0, sliceRows)
    found.push(...rows.filter(meets).slice(0, lookAhead(limit) - found.length))
    if (rows.length < sliceRows || found.length === lookAhead(limit)) return foundById(found)
    place = rows.at(-1)?.id
    yield* Effect.yieldNow
  }
  return { ...foundById(found), lookedTo: place } satisfies FoundRows<Row>
})
