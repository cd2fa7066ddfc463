/**
 * What requests cost (decisions, Limits): whole points from counted work, one for whatever an ordinary request does.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Struct from "effect/Struct"
import {
  costOf,
  noWork,
  ordinaryCost,
  type RequestWork,
  storedBytesOf,
  unitsPerPoint,
  type WorkKind
} from "../src/RequestCost.ts"
import { integer } from "./support.ts"

const kinds = Struct.keys(unitsPerPoint)
const works = Arbitrary.map(
  Arbitrary.array(integer(0, 2_000_000), { minLength: kinds.length, maxLength: kinds.length }),
  (counts): RequestWork => ({
    ...noWork,
    ...Object.fromEntries(kinds.map((kind, index) => [kind, counts[index] ?? 0]))
  })
)
const more = (work: RequestWork, kind: WorkKind, count: number): RequestWork => ({
  ...work,
  [kind]: work[kind] + count
})

describe("the cost of a request", () => {
  it.prop("is a whole number of points, one at least (decisions, Limits)", [works], ([work]) => {
    const cost = costOf(work)
    assert.isTrue(Number.isSafeInteger(cost) && cost >= ordinaryCost)
  })

  it.prop(
    "never falls when there is more work, and rises by a point for the units of one (decisions, Limits)",
    [works, integer(0, 1_000_000)],
    ([work, count]) => {
      for (const kind of kinds) {
        assert.isAtLeast(costOf(more(work, kind, count)), costOf(work), kind)
        assert.isAtLeast(costOf(more(work, kind, 2 * unitsPerPoint[kind])), costOf(work) + 1, kind)
      }
    }
  )

  it.each<readonly [what: string, work: Partial<RequestWork>, cost: number]>([
    ["nothing at all", {}, 1],
    ["a full page of 100 jobs of 1 KiB", { rowsRead: 101, bytesOut: 102_400 }, 1],
    ["a job of 200 words under a key", { bytesIn: 2_048, bytesOut: 2_200, wordsIndexed: 200, bytesStored: 7_000 }, 1],
    ["a page that a search of two words fills", { rowsRead: 101, bytesOut: 80_000, wordsSearched: 1 }, 1],
    ["a page of 1 MiB", { rowsRead: 101, bytesOut: 1_048_576 }, 8],
    ["a search of ten words", { rowsRead: 101, bytesOut: 20_000, wordsSearched: 10 }, 5],
    ["the longest description", { bytesIn: 240_000, bytesOut: 80_500, wordsIndexed: 1_000, bytesStored: 227_000 }, 22],
    ["5,000 deliveries once more", { deliveries: 5_000 }, 50]
  ])("of %s is known (decisions, Limits)", (_, work, cost) => {
    assert.strictEqual(costOf({ ...noWork, ...work }), cost)
  })

  it("counts what a write stores: the record, its event, the entry, and the kept answer (decisions, Limits)", () => {
    assert.strictEqual(storedBytesOf(0, false), 512)
    assert.strictEqual(storedBytesOf(1_000, false), 2_512)
    assert.strictEqual(storedBytesOf(1_000, true), 3_512)
    // An event leaves long texts out.
    assert.strictEqual(storedBytesOf(100_000, false), 512 + 100_000 + 65_536)
  })
})
