/**
 * A list in Effect: its first page, its pages, its items. Nothing is sent before one of them runs, and no page is fetched ahead of demand.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { ClientError } from "../core/ClientError.ts"
import type { Page } from "../core/pages/Page.ts"

/** A list of `Item`s. */
export interface Listing<Item, End = unknown> {
  /** The first page. */
  readonly page: Effect.Effect<Page<Item> & End, ClientError>
  /** The pages, one request each. */
  readonly pages: Stream.Stream<Page<Item> & End, ClientError>
  /** All items, page by page. */
  readonly items: Stream.Stream<Item, ClientError>
}

/** A page and the effect that fetches the next one; none on the last page. */
export interface Fetched<Item> {
  readonly page: Page<Item>
  readonly next: Effect.Effect<Fetched<Item>, ClientError> | undefined
}

/** Makes a listing of the effect that fetches its first page. */
export const listing = <Item>(first: Effect.Effect<Fetched<Item>, ClientError>): Listing<Item> => {
  const pages = Stream.paginate(first, (fetch) =>
    Effect.map(fetch, ({ next, page }) => [[page], Option.fromUndefinedOr(next)] as const)
  )
  return {
    page: Effect.map(first, ({ page }) => page),
    pages,
    items: Stream.flatMap(pages, ({ content }) => Stream.fromIterable(content))
  }
}
