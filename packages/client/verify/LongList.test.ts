/** The small twin of `long/LongList.test.ts`. */
import { assert, it } from "vitest"
import { walkLongList } from "../test/LongList.ts"

it("of ten thousand items grows the heap by less than 10 MB, and no page of it is refused (decisions, Limits)", async () => {
  const { growthMb, items, refused, requests } = await walkLongList(10_000)
  assert.deepStrictEqual({ items, refused, requests }, { items: 10_000, refused: 0, requests: 100 })
  assert.isBelow(growthMb, 10)
})
