/**
 * A lazy list: nothing is sent before the program awaits or iterates it, and no page is fetched ahead of demand.
 *
 * Does not know addresses: each page brings the function that fetches the next one.
 */
import * as Predicate from "effect/Predicate"
import type { WithResponse } from "../core/CallResponse.ts"
import type { Page } from "../core/pages/Page.ts"

/** A page that can fetch the next one. Iterate it for its items and those of the pages after it. A page of a feed has an `End`. */
export type FetchedPage<Item, End = unknown> = Page<Item> &
  End &
  AsyncIterable<Item> & {
    /** The next page; undefined on the last page. Calling it twice fetches once. */
    nextPage(): Promise<FetchedPage<Item, End>> | undefined
  }

/**
 * A list of `Item`s. Iterate it for all items, page by page as you go; await it, or call `page()`, for the first page.
 */
export interface PendingList<Item, End = unknown> extends Promise<FetchedPage<Item, End>>, AsyncIterable<Item> {
  /** The first page. Calling it again gives the same one. */
  page(): Promise<FetchedPage<Item, End>>
  /** The pages, one at a time. */
  pages(): AsyncIterable<FetchedPage<Item, End>>
  /** All items in one array; fails with a `RangeError` when there are more than `max`. */
  all(limits: { readonly max: number }): Promise<ReadonlyArray<Item>>
  /** The first page with the status, headers and body of its response. */
  withResponse(): Promise<WithResponse<FetchedPage<Item, End>>>
}

/** The pages from one on, each when it is reached. */
async function* pagesFrom<Item, End>(
  first: () => Promise<FetchedPage<Item, End>> | FetchedPage<Item, End>
): AsyncGenerator<FetchedPage<Item, End>, void, undefined> {
  for (let page: FetchedPage<Item, End> | undefined = await first(); page; page = await page.nextPage()) yield page
}

/** The items from a page on. */
export async function* itemsFrom<Item, End>(
  first: () => Promise<FetchedPage<Item, End>> | FetchedPage<Item, End>
): AsyncGenerator<Item, void, undefined> {
  for await (const { content } of pagesFrom(first)) yield* content
}

/** Makes a list of the function that fetches its first page. Each iteration fetches its own pages: a list may be iterated again. */
export const pendingList = <Item, End = unknown>(
  first: () => Promise<WithResponse<FetchedPage<Item, End>>>
): PendingList<Item, End> => {
  let firstPage: Promise<WithResponse<FetchedPage<Item, End>>> | undefined
  const withResponse = () => (firstPage ??= first())
  const page = () => withResponse().then(({ data }) => data)
  const fresh = () => first().then(({ data }) => data)
  const pages = () => pagesFrom(fresh)

  return {
    [Symbol.toStringTag]: "PendingList",
    // oxlint-disable-next-line unicorn/no-thenable -- to be awaited is what it is for
    then: (onFulfilled, onRejected) => page().then(onFulfilled, onRejected),
    catch: (onRejected) => page().catch(onRejected),
    finally: (onFinally) => page().finally(onFinally),
    page,
    pages,
    withResponse,
    [Symbol.asyncIterator]: () => itemsFrom(fresh),
    all: async (limits) => {
      // A program in JavaScript may give none, and a limit that is no number is never reached.
      const max: unknown = Predicate.hasProperty(limits, "max") ? limits.max : undefined
      if (!Predicate.isNumber(max) || !Number.isInteger(max))
        throw new TypeError("all() needs the largest number of items: all({ max: 1_000 }).")
      const all: Array<Item> = []
      for await (const { content } of pages()) {
        if (all.length + content.length > max) throw new RangeError(`The list has more than ${max} items.`)
        all.push(...content)
      }
      return all
    }
  }
}
