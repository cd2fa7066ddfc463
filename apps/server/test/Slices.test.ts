/**
 * Reading in slices (decisions, Limits): every row comes once and in order, and others are served between two slices.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { inSlices } from "../src/store/sql/kit/Lists.ts"

const rows = Array.from({ length: 120 }, (_, index) => index)

/** The rows that a statement with such an end gives. */
const rowsOf = (slice: string): ReadonlyArray<number> => {
  const [, limit, offset] = /^LIMIT (\d+) OFFSET (\d+)$/.exec(slice) ?? []
  return rows.slice(Number(offset), Number(offset) + Number(limit))
}

describe("slices", () => {
  it.effect("give every row once and in order (decisions, Limits)", () =>
    Effect.gen(function* () {
      const read = yield* inSlices(
        (slice) => Effect.succeed(rowsOf(slice)),
        (row) => row * 2
      )
      assert.deepStrictEqual(
        read,
        rows.map((row) => row * 2)
      )
    })
  )

  it.effect("let others be served between two of them (decisions, Limits)", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      yield* inSlices(
        (slice) =>
          Effect.sync(() => {
            events.push(slice)
            setImmediate(() => events.push("others"))
            return rowsOf(slice)
          }),
        (row) => row
      )
      assert.deepStrictEqual(events, [
        "LIMIT 50 OFFSET 0",
        "others",
        "LIMIT 50 OFFSET 50",
        "others",
        "LIMIT 50 OFFSET 100"
      ])
    })
  )
})
