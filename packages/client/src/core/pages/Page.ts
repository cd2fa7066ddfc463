/**
 * One answer of a list: its items, and where the next ones are. A plain array is read as a list of one page (spec 4.4).
 */

/** A page of a list. */
export interface Page<Item> {
  readonly content: ReadonlyArray<Item>
  /** Address of the next page as the service gave it; null when this is the last one. */
  readonly next: string | null
  /** How many items this page has. There is no total: the service does not count everything. */
  readonly count: number
}
