/** Pages of an organization of ten thousand take an index, and hardly longer than those of a small one. `long/lists` has an organization of a million. */
import { pagesTakeAnIndex } from "./PageTimes.ts"

pagesTakeAnIndex({ large: 10_000, smaller: 1_000, seldom: 200, rare: 125, wordRatioMax: 5 })
