/**
 * All rows of a list of a store, page by page, for work of the service itself. Other requests come between two pages.
 */
import { type FoundRows, limitMax, type PageRequest, toPage } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { StoreError } from "../store/StoreError.ts"

/** The rows of each page of a list. */
export const pagesOf = <Row>(read: (request: PageRequest) => Effect.Effect<FoundRows<Row>, StoreError>) =>
  Stream.paginate<string | undefined, ReadonlyArray<Row>, StoreError>(undefined, (after) =>
    Effect.map(Effect.andThen(Effect.yieldNow, read({ after, limit: limitMax })), (found) => {
      const { nextAfter, rows } = toPage(found.rows, limitMax, ({ position }) => position, found.lookedTo)
      return [[rows.map(({ row }) => row)], Option.fromUndefinedOr(nextAfter)]
    })
  )
