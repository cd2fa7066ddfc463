/**
 * Walks through a list of a store, as requests do: page by page, each after the position where the last one ended.
 */
import { type FoundRows, type PageRequest, toPage } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"

/** The ids of all rows of a list. */
export const walk = Effect.fnUntraced(function* <Row extends { readonly id: string }, E, R>(
  limit: number,
  read: (request: PageRequest) => Effect.Effect<FoundRows<Row>, E, R>
) {
  const ids: Array<string> = []
  let after: string | undefined = undefined
  do {
    const found: FoundRows<Row> = yield* read({ after, limit })
    const page = toPage(found.rows, limit, ({ position }) => position, found.lookedTo)
    ids.push(...page.rows.map(({ row }) => row.id))
    after = page.nextAfter
  } while (after !== undefined)
  return ids
})
