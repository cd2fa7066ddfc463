/**
 * A list of a million items, which takes a minute on a busy machine: what the client keeps does not grow with the list.
 */
import { assert, it } from "vitest"
import { walkLongList } from "../test/LongList.ts"

it("of a million items grows the heap by less than 10 MB, and no page of it is refused (decisions, Limits)", async () => {
  const { growthMb, items, refused, requests } = await walkLongList(1_000_000)
  assert.deepStrictEqual({ items, refused, requests }, { items: 1_000_000, refused: 0, requests: 10_000 })
  assert.isBelow(growthMb, 10)
})
