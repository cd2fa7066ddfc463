/**
 * The answer of a tool that finds: the matches, as many as are wanted and fit, and a cursor for the rest.
 *
 * A platform with filters (decisions, Filters) searches; any other one is read page by page, and what matches is found here.
 */
import type { ClientError, Page } from "@partner-api/client/effect"
import { boundedInteger } from "@partner-api/domain/Integer"
import { limitMax } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { fit } from "../protocol/answer/Budget.ts"
import type { ToolContext } from "../protocol/tool/ToolContext.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { nextCursor } from "./Inputs.ts"
import { cannotGoOn, makeCursors, type PageQuery, type Position, queryAt, type Walk } from "./ItemPage.ts"
import { search } from "./ItemSearch.ts"
import { briefSchema, type Item, shorten } from "./ItemView.ts"

/** A thousand items in one call, a few seconds, where the platform does not search. */
const pagesMax = 10

/** A page of a search may be short or empty: the platform looks at some thousand items for each. These are 150,000 items. */
const filteredPagesMax = 30

/** The argument for the number of pages that one call reads. */
export const maxPages = Schema.optionalKey(boundedInteger(1, pagesMax))

/** The default number of matches: more than of a list, because a search leaves out the rest. */
export const matchesDefault = 50

/** The result of a tool that finds. */
export const foundSchema = Schema.Struct({
  matches: Schema.Array(briefSchema([])),
  complete: Schema.Boolean,
  scanned: Schema.optionalKey(Schema.Int),
  next_cursor: nextCursor
})

export interface FindRequest<Upstream> {
  readonly walk: Walk
  /** The noun of the items that are found, in the plural. */
  readonly noun: string
  readonly cursor: string | undefined
  readonly limit: number | undefined
  readonly pagesMax?: number | undefined
  readonly pages: (query: PageQuery) => Stream.Stream<Page<Upstream>, ClientError>
  /** Whether an item is wanted; undefined where the platform finds those alone. */
  readonly matches: ((item: Upstream) => boolean) | undefined
  readonly show: (item: Upstream) => Item
  /** The number of matches after which there can be no more. */
  readonly enough?: number | undefined
  readonly progress: ToolContext["progress"]
}

/** Reads pages until the result is full, and shows as many matches as fit. */
export const foundItems = Effect.fnUntraced(function* <Upstream>(request: FindRequest<Upstream>) {
  const { enough = Number.POSITIVE_INFINITY, limit = matchesDefault, matches, noun, walk } = request
  const cursors = yield* makeCursors(walk)
  const start = yield* cursors.read(request.cursor)
  const isFiltered = Object.keys(walk.filters).length > 0
  const max = request.pagesMax ?? (isFiltered ? filteredPagesMax : pagesMax)
  const pageLimit = matches === undefined ? Math.min(limitMax, start.offset + limit) : limitMax
  const found = yield* explain(
    search({
      pages: request.pages(queryAt(start, pageLimit)),
      start,
      cursors,
      pagesMax: max,
      matches: matches ?? (() => true),
      show: request.show,
      isDone: (count) => count >= Math.min(enough, limit),
      progress: (pages, scanned) => request.progress(pages, max, `${scanned} ${noun} looked at`)
    }),
    { tool: walk.tool }
  )
  if (found.pages === 0) return yield* cannotGoOn(walk.tool)
  const isDone = found.matches.length >= enough
  /** The last match that is shown, when others are left. */
  const lastOf = (taken: number) => (taken < found.matches.length ? found.matches[taken - 1] : undefined)
  const restOf = (taken: number): Position => lastOf(taken)?.after ?? (isDone ? "end" : found.rest)
  return fit({
    items: found.matches.slice(0, limit).map(({ item }) => item),
    shorten,
    render: (shown, taken) => {
      const rest = restOf(taken)
      return {
        matches: shown,
        complete: rest === "end",
        // What the platform looked at is not reported.
        ...(matches === undefined ? {} : { scanned: lastOf(taken)?.scanned ?? found.scanned }),
        ...cursors.next(rest)
      }
    }
  }).output
})
