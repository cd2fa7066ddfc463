/**
 * One page of a list as a result: whole items within the budget, and a cursor of this server for the rest.
 *
 * The platform's page may be larger than a result. The cursor then holds the start of that page and how many of its items were shown. The
 * platform's address of the next page is neither shown nor followed.
 */
import type { Page } from "@partner-api/client/effect"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { limitMax } from "@partner-api/domain/Pagination"
import { fit } from "../protocol/answer/Budget.ts"
import {
  decodePageCursor,
  encodePageCursor,
  type PageCursor,
  pageCursorLifetimeMs
} from "../protocol/answer/PageCursor.ts"
import { Signer } from "../protocol/Signer.ts"
import { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Item, shorten } from "./ShownItem.ts"

/** The query of a page of the platform. */
export interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

/** Where a walk through a list is. */
export interface Place {
  /** The platform's cursor of the page; null is its first page. */
  readonly upstream: string | null
  /** How many items of that page were shown. */
  readonly offset: number
}

const beginning: Place = { upstream: null, offset: 0 }

/** Where a walk continues: at a place, at its end, or at an address without a cursor, which is lost. */
export type Position = Place | "end" | "lost"

export const queryAt = ({ upstream }: Place, limit: number): PageQuery =>
  upstream === null ? { limit } : { limit, cursor: upstream }

/**
 * Where a page's `next` leads. The specification's address holds a cursor (spec 4.8); one that holds none is not kept, because the
 * client can follow it only while the walk lasts.
 */
export const positionOf = (next: string | null): Position => {
  if (next === null) return "end"
  const upstream = URL.parse(next, "http://localhost")?.searchParams.get("cursor") ?? null
  return upstream === null ? "lost" : { upstream, offset: 0 }
}

/** The failure of a list whose rest cannot be requested. */
export const cannotGoOn = (remedy: string, next: ReadonlyArray<string>): ToolFailure =>
  new ToolFailure({
    error: "cannot_go_on",
    message: `There is more, but the platform's address of the next page holds no cursor to go on with. ${remedy}`,
    outcome: "rejected",
    retryable: false,
    next
  })

/** Reads and writes the cursors of one tool in one organization. */
export const makeCursors = Effect.fnUntraced(function* (tool: string, organizationId: string | null) {
  const signer = yield* Signer
  const nowMs = yield* Clock.currentTimeMillis
  return {
    read: (text: string | undefined): Effect.Effect<Place, ToolFailure> =>
      text === undefined
        ? Effect.succeed(beginning)
        : Effect.fromResult(decodePageCursor(text, { tool, organizationId, nowMs }, signer)),
    write: (place: Place): string => {
      const cursor: PageCursor = { tool, organizationId, ...place, expiresAtMs: nowMs + pageCursorLifetimeMs }
      return encodePageCursor(cursor, signer)
    }
  }
})

export interface ItemPageRequest<Upstream> {
  readonly tool: string
  readonly organizationId: string | null
  readonly cursor: string | undefined
  readonly limit: number
  readonly fetch: (query: PageQuery) => Effect.Effect<Page<Upstream>, ToolFailure>
  readonly show: (item: Upstream) => Item
}

export interface ItemPage {
  readonly items: ReadonlyArray<Item>
  readonly next: { readonly next_cursor?: string }
}

/** The result of a page. */
export const itemPage = Effect.fnUntraced(function* <Upstream, Output>(
  { tool, organizationId, cursor, limit, fetch, show }: ItemPageRequest<Upstream>,
  render: (page: ItemPage) => Output
) {
  const cursors = yield* makeCursors(tool, organizationId)
  const place = yield* cursors.read(cursor)
  // A page begins where its cursor says, whatever its size, so what was shown of it stands in front again.
  const asked = Math.min(limitMax, place.offset + limit)
  const first = yield* fetch(queryAt(place, asked))
  // A platform that answers with a plain array (spec 4.4) cannot say that there is more, so a full one is asked for all it gives.
  const isCut = first.next === null && first.content.length === asked && asked < limitMax
  const page = isCut ? yield* fetch(queryAt(place, limitMax)) : first
  const items = page.content.slice(place.offset, place.offset + limit).map(show)
  const following = positionOf(page.next)
  if (following === "lost") {
    return yield* cannotGoOn(
      tool === "list_jobs" ? "find_jobs can walk on within one call." : "Tell the user; do not retry.",
      tool === "list_jobs" ? ["find_jobs"] : []
    )
  }
  const nextOf = (taken: number): ItemPage["next"] => {
    const offset = place.offset + taken
    if (offset < page.content.length) return { next_cursor: cursors.write({ ...place, offset }) }
    return following === "end" ? {} : { next_cursor: cursors.write(following) }
  }
  return fit({ items, shorten, render: (shown, taken) => render({ items: shown, next: nextOf(taken) }) }).output
})
