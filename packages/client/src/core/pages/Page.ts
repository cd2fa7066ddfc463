/**
 * One page of a list: its items and the address of the next page. A plain array is read as a list of one page (spec 4.4).
 */

/** A page of a list. */
export interface Page<Item> {
  readonly content: ReadonlyArray<Item>
  /** The address of the next page, as the service gave it; null on the last page. */
  readonly next: string | null
  /** The cursor of the next page, for the parameter `cursor` of the list; null on the last page. */
  readonly nextCursor: string | null
  /** The number of items on this page. There is no total: the service does not count the list. */
  readonly count: number
}

/** The members that a page of a feed has besides: a feed goes on. */
export interface FeedEnd {
  /** The position to go on from, for the parameter `cursor`: keep it. It is there on the last page too. */
  readonly cursor: string
}

/** A page of a feed. */
export interface FeedPage<Item> extends Page<Item>, FeedEnd {}
