/** Pages of an organization of a million take an index, and hardly longer than those of a small one. */
import { pagesTakeAnIndex } from "../../verify/lists/PageTimes.ts"

pagesTakeAnIndex({ large: 1_000_000, smaller: 50_000, seldom: 1_000, rare: 500, wordRatioMax: 2 })
