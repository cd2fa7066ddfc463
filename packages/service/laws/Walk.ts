/**
 * Walks through a list of a store, as requests do: page by page, each after the position where the last one ended.
 */
import { type FoundRows, type PageRequest, toPage } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"

/** The ids of the rows of a list, page by page. */
export const walkPages = Effect.fnUntraced(function* <Row extends { readonly id: string }, E, R>(
  limit: number,
  read: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>
) {
  const pages: Array<ReadonlyArray<string>> = []
  let after: string | undefined = undefined
  do {
    const found: FoundRows<Row> = yield* read({ after, limit })
    const page = toPage(found.rows, limit, ({ position }) => position, found.lookedTo)
    pages.push(page.rows.map(({ row }) => row.id))
    after = page.nextAfter
  } while (after !== undefined)
  return pages
})

/** The ids of all rows of a list. */
export const walk = <Row extends { readonly id: string }, E, R>(
  limit: number,
  read: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>
) => Effect.map(walkPages(limit, read), (pages) => pages.flat())
