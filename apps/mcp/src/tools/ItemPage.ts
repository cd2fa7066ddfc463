/**
 * One page of a list as a result: whole items within the budget, and a cursor of this server for the rest.
 *
 * The platform's page may be larger than a result. The cursor then holds the start of that page and how many of its items were shown. The
 * platform's address of the next page is neither shown nor followed. Where it holds no cursor, or one that is too long, the cursor here
 * counts items from the last place that the platform's cursors lead to, and the pages from there are read again.
 */
import type { ClientError, Listing, Page } from "@partner-api/client/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { readUrl } from "@partner-api/domain/WebhookAddressRules"
import { limitMax } from "@partner-api/domain/Pagination"
import * as Stream from "effect/Stream"
import { fit } from "../protocol/answer/Budget.ts"
import {
  decodePageCursor,
  encodePageCursor,
  pageCursorLifetimeMs,
  type PageCursorUse,
  type Place
} from "../protocol/answer/PageCursor.ts"
import { Signer } from "../protocol/Signer.ts"
import { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { explain, type FailedCall } from "../upstream/UpstreamFailure.ts"
import { type Item, shorten } from "./ItemView.ts"

/** The query of a page of the platform. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

/** A list of the platform, from a page on. */
export type ListFrom<Upstream> = (query: PageQuery) => Pick<Listing<Upstream>, "page" | "pages">

/** A list that a tool walks through, call after call. */
export interface Walk {
  readonly tool: string
  /** The operation of the platform that lists the items. */
  readonly operation: string
  /** Null for a list that belongs to no organization. */
  readonly organizationId: string | null
  /** The filters that the platform is given. */
  readonly filters: object
  /** All arguments that choose items, the filters among them. */
  readonly chosen: object
}

/** The position from which a walk continues. */
export type Position = Place | "end"

/** The maximum number of pages that are read again to come to a place: five thousand items, some seconds. */
export const pagesAgainMax = 50

export const queryAt = ({ upstream }: Place, limit: number): PageQuery =>
  upstream === null ? { limit } : { limit, cursor: upstream }

/** The failure of a list whose rest is too far from where the platform's cursors lead. */
export const cannotGoOn = (tool: string): ToolFailure =>
  new ToolFailure({
    error: "cannot_go_on",
    message:
      "There is more, but the platform's addresses hold no cursor to go on with, and it is too far to read the list again. " +
      "Search for less, or tell the user.",
    outcome: "rejected",
    retryable: false,
    next: [tool]
  })

/** The parts of a request that the cursors of the platform repeat: with our service, all of it. */
const vocabularyOf = ({ operation, organizationId, filters }: Walk): string => {
  const written = Object.entries(filters).map(([name, value]) => [name, JSON.stringify(value)])
  return JSON.stringify([1, operation, organizationId, "", limitMax, Object.fromEntries(written), 1])
}

/** Reads and writes the cursors of a walk. */
export const makeCursors = Effect.fnUntraced(function* (walk: Walk) {
  const signer = yield* Signer
  const nowMs = yield* Clock.currentTimeMillis
  const { chosen, organizationId, tool } = walk
  const use: PageCursorUse = { tool, organizationId, chosen, vocabulary: vocabularyOf(walk) }
  const write = (place: Place) => encodePageCursor(place, use, nowMs + pageCursorLifetimeMs, signer)
  return {
    read: (text: string | undefined): Effect.Effect<Place, ToolFailure> =>
      text === undefined
        ? Effect.succeed({ upstream: null, offset: 0 })
        : Effect.fromResult(decodePageCursor(text, use, nowMs, signer)),
    /** The member of a result that leads on. */
    next: (position: Position): { readonly next_cursor?: string } => {
      const cursor = position === "end" ? undefined : write(position)
      return cursor === undefined ? {} : { next_cursor: cursor }
    },
    /** The place after a page that ends `count` items after a cursor of the platform. */
    after: ({ next }: Pick<Page<unknown>, "next">, upstream: Place["upstream"], count: number): Position => {
      if (next === null) return "end"
      const following = readUrl(next, "http://localhost")?.searchParams.get("cursor") ?? null
      const isKept = following !== null && write({ upstream: following, offset: limitMax }) !== undefined
      return isKept ? { upstream: following, offset: 0 } : { upstream, offset: count }
    }
  }
})

export type Cursors = Effect.Success<ReturnType<typeof makeCursors>>

export interface ItemPageRequest<Upstream> extends Pick<FailedCall, "about" | "next"> {
  readonly walk: Walk
  readonly cursor: string | undefined
  readonly limit: number
  readonly list: ListFrom<Upstream>
  readonly show: (item: Upstream) => Item
}

export interface ItemPage {
  readonly items: ReadonlyArray<Item>
  readonly next: { readonly next_cursor?: string }
}

/** A page, and how many items there are before it since a cursor of the platform. */
interface PlacedPage<Upstream> {
  readonly page: Page<Upstream>
  readonly start: number
}

/** The page where the platform's cursor leads. What was shown of it stands in front again. */
const firstPage = <Upstream>(
  list: ListFrom<Upstream>,
  place: Place,
  limit: number
): Effect.Effect<PlacedPage<Upstream>, ClientError> =>
  Effect.gen(function* () {
    const pageLimit = Math.min(limitMax, place.offset + limit)
    const first = yield* list(queryAt(place, pageLimit)).page
    // A platform that answers with a plain array (spec 4.4) cannot show that there is more, so a full one is read to its end.
    const isCut = first.next === null && first.content.length === pageLimit && pageLimit < limitMax
    return { page: isCut ? yield* list(queryAt(place, limitMax)).page : first, start: 0 }
  })

/** The page that a place lies on, some pages after the first; undefined when it is too far. */
const laterPage = <Upstream>(
  list: ListFrom<Upstream>,
  place: Place
): Effect.Effect<PlacedPage<Upstream> | undefined, ClientError> =>
  list(queryAt(place, limitMax)).pages.pipe(
    Stream.take(pagesAgainMax),
    Stream.mapAccum(
      () => 0,
      (start, page: Page<Upstream>) => [start + page.content.length, [{ page, start }]] as const
    ),
    Stream.filter((placed) => isOn(placed, place)),
    Stream.runHead,
    Effect.map((found) => (found._tag === "Some" ? found.value : undefined))
  )

/** Whether a place lies on a page, or behind the last one. */
const isOn = ({ page, start }: PlacedPage<unknown>, { offset }: Place): boolean =>
  offset < start + page.content.length || page.next === null

const pageAt = <Upstream>(
  list: ListFrom<Upstream>,
  place: Place,
  limit: number
): Effect.Effect<PlacedPage<Upstream> | undefined, ClientError> =>
  place.offset < limitMax
    ? Effect.flatMap(firstPage(list, place, limit), (first) =>
        isOn(first, place) ? Effect.succeed(first) : laterPage(list, place)
      )
    : laterPage(list, place)

/** The result of a page. */
export const itemPage = Effect.fnUntraced(function* <Upstream, Output>(
  { walk, cursor, limit, list, show, ...failed }: ItemPageRequest<Upstream>,
  render: (page: ItemPage) => Output
) {
  const cursors = yield* makeCursors(walk)
  const place = yield* cursors.read(cursor)
  const placed = yield* explain(pageAt(list, place, limit), { tool: walk.tool, ...failed })
  if (placed === undefined) return yield* cannotGoOn(walk.tool)
  const { page, start } = placed
  const end = start + page.content.length
  const items = page.content.slice(place.offset - start, place.offset - start + limit).map(show)
  const nextOf = (taken: number): Position => {
    const offset = place.offset + taken
    return offset < end ? { ...place, offset } : cursors.after(page, place.upstream, end)
  }
  return fit({ items, shorten, render: (shown, taken) => render({ items: shown, next: cursors.next(nextOf(taken)) }) })
    .output
})
