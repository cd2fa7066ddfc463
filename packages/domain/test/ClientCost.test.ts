/**
 * What clients cost: how CPU time is divided among them, and who comes first (docs/decisions/0081).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { ClientId } from "../src/Ids.ts"
import { type Cost, divideCpu, mostExpensive } from "../src/operator/ClientCost.ts"
import { integer } from "./support.ts"

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, one) => sum + one, 0)

/** Up to ten seconds of 64 cores, and the points of a busy interval. */
const cpuMicros = integer(0, 640_000_000)
const points = Arbitrary.array(integer(0, 100_000), { minLength: 1, maxLength: 50 })

const costOf = (name: string, points: number, cpuMicros: number): Cost => ({
  clientId: ClientId.make(name),
  points,
  cpuMicros
})

describe("CPU time", () => {
  it.prop("is divided by points: the parts sum to the whole (decisions, 81)", { cpuMicros, points }, (given) => {
    const parts = divideCpu(given.cpuMicros, given.points)
    const pointsOfAll = sumOf(given.points)
    assert.lengthOf(parts, given.points.length)
    assert.strictEqual(sumOf(parts), pointsOfAll === 0 ? 0 : given.cpuMicros)
    parts.forEach((part, index) => {
      const exact = pointsOfAll === 0 ? 0 : (given.cpuMicros * (given.points[index] ?? 0)) / pointsOfAll
      assert.isAtLeast(part, 0)
      assert.isBelow(Math.abs(part - exact), 1)
    })
  })
})

describe("the most expensive clients", () => {
  it("are those with the most CPU time, added up, and no more than are wanted (decisions, 81)", () => {
    const costs = [costOf("a", 1, 10), costOf("b", 9, 15), costOf("a", 2, 20), costOf("c", 1, 1), costOf("d", 2, 1)]
    assert.deepStrictEqual(mostExpensive(costs, 3), [costOf("a", 3, 30), costOf("b", 9, 15), costOf("d", 2, 1)])
    assert.deepStrictEqual(mostExpensive([], 3), [])
  })
})
