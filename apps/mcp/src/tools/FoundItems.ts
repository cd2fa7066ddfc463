/**
 * The answer of a tool that finds: what matches in the pages that were read, and a cursor for the rest.
 */
import type { ClientError, Page } from "@partner-api/client/effect"
import { limitMax } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { fit } from "../protocol/answer/Budget.ts"
import type { PlainSchema } from "../protocol/tool/Arguments.ts"
import type { ToolContext } from "../protocol/tool/ToolContext.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { nextCursor } from "./Inputs.ts"
import { cannotGoOn, makeCursors, type PageQuery, type Position, queryAt } from "./ItemPage.ts"
import { search } from "./ItemSearch.ts"
import { type Item, shorten } from "./ShownItem.ts"

/** A thousand items in one call, a few seconds. */
const pagesMax = 10
const pagesDefault = 5

/** The longest text that is searched for. */
export const textLengthMax = 200

/** The argument that says how many pages one call reads. */
export const maxPages = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pagesMax })))

/** The result of a tool that finds. */
export const foundSchema = (item: PlainSchema<Item>) =>
  Schema.Struct({
    matches: Schema.Array(item),
    scanned: Schema.Int,
    complete: Schema.Boolean,
    next_cursor: nextCursor
  })

/** Whether a text holds words that are in lower case already. */
export const contains = (text: string | undefined, words: string): boolean =>
  text?.toLowerCase().includes(words) ?? false

export interface FindRequest<Upstream> {
  readonly tool: string
  /** What is found, in the plural. */
  readonly noun: string
  readonly organizationId: string
  readonly cursor: string | undefined
  readonly pagesMax: number | undefined
  readonly pages: (query: PageQuery) => Stream.Stream<Page<Upstream>, ClientError>
  readonly matches: (item: Upstream) => boolean
  readonly show: (item: Upstream) => Item
  /** The number of matches after which there can be no more. */
  readonly enough?: number
  readonly progress: ToolContext["progress"]
}

/** Reads pages until the result is full, and shows as many matches as fit. */
export const foundItems = Effect.fnUntraced(function* <Upstream>(request: FindRequest<Upstream>) {
  const { enough = Number.POSITIVE_INFINITY, noun, tool } = request
  const cursors = yield* makeCursors(tool, request.organizationId)
  const start = yield* cursors.read(request.cursor)
  const max = request.pagesMax ?? pagesDefault
  const found = yield* explain(
    search({
      pages: request.pages(queryAt(start, limitMax)),
      start,
      pagesMax: max,
      matches: request.matches,
      show: request.show,
      isDone: (count) => count >= enough,
      progress: (pages, scanned) => request.progress(pages, max, `${scanned} ${noun} looked at`)
    }),
    { tool }
  )
  const isDone = found.matches.length >= enough
  /** The last match that is shown, when others do not fit. */
  const lastOf = (taken: number) => (taken < found.matches.length ? found.matches[taken - 1] : undefined)
  const restOf = (taken: number): Position => lastOf(taken)?.after ?? (isDone ? "end" : found.rest)
  const { output, taken } = fit({
    items: found.matches.map(({ item }) => item),
    shorten,
    render: (shown, shownCount) => {
      const rest = restOf(shownCount)
      return {
        matches: shown,
        scanned: lastOf(shownCount)?.scanned ?? found.scanned,
        complete: rest === "end",
        ...(typeof rest === "object" ? { next_cursor: cursors.write(rest) } : {})
      }
    }
  })
  return restOf(taken) === "lost"
    ? yield* cannotGoOn(`Ask for fewer ${noun}, or for max_pages up to ${pagesMax}.`, [tool])
    : output
})
