/**
 * Items in the order of their ids: those that were given at the start, as an array or as a function of their number, and those
 * that were added since. A million items given by a function take no memory: pages are found by halving.
 */

/** Anything that a collection holds. */
export interface TestItem {
  readonly id: string
}

/** Items as an array, or made one by one: the one at `index`, with ids that ascend. */
export type TestItems<Item extends TestItem> =
  | ReadonlyArray<Item>
  | { readonly count: number; readonly item: (index: number) => Item }

/** A collection, read and added to. */
export interface Collection<Item extends TestItem = TestItem> {
  readonly count: () => number
  /** At most `limit` items whose ids come after this one; from the beginning without one. */
  readonly after: (id: string | undefined, limit: number) => ReadonlyArray<Item>
  readonly find: (id: string) => Item | undefined
  add(item: Item): void
  /** Items that can be looked through one by one: all but those that a function makes. */
  readonly listed: () => Iterable<Item>
}

interface Source<Item> {
  readonly count: number
  readonly item: (index: number) => Item | undefined
}

const sourceOf = <Item>(items: ReadonlyArray<Item>): Source<Item> => ({
  count: items.length,
  item: (index) => items[index]
})

/** The number of the first item whose id comes after `id`. */
const placeAfter = <Item extends TestItem>({ count, item }: Source<Item>, id: string): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = item(middle)
    if (found !== undefined && found.id <= id) low = middle + 1
    else high = middle
  }
  return low
}

const byId = (left: TestItem, right: TestItem): number => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)

const takeAfter = <Item extends TestItem>(source: Source<Item>, id: string | undefined, limit: number): Array<Item> => {
  const start = id === undefined ? 0 : placeAfter(source, id)
  const found: Array<Item> = []
  for (let index = start; index < Math.min(source.count, start + limit); index++) {
    const item = source.item(index)
    if (item !== undefined) found.push(item)
  }
  return found
}

const findIn = <Item extends TestItem>(source: Source<Item>, id: string): Item | undefined => {
  const item = source.item(placeAfter(source, id) - 1)
  return item?.id === id ? item : undefined
}

/** Makes a collection of what is there at the start. */
export const makeCollection = <Item extends TestItem>(items: TestItems<Item>): Collection<Item> => {
  const listed = "item" in items ? [] : items.toSorted(byId)
  const given: Source<Item> = "item" in items ? items : sourceOf(listed)
  const added: Array<Item> = []
  return {
    count: () => given.count + added.length,
    after: (id, limit) => {
      const first = takeAfter(given, id, limit)
      return added.length === 0
        ? first
        : [...first, ...takeAfter(sourceOf(added), id, limit)].toSorted(byId).slice(0, limit)
    },
    find: (id) => findIn(given, id) ?? findIn(sourceOf(added), id),
    add: (item) => void added.splice(placeAfter(sourceOf(added), item.id), 0, item),
    listed: () => [...listed, ...added]
  }
}
