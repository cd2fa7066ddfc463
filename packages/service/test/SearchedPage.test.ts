/**
 * Filtered pages of organizations and clients: each request reads a bounded number of rows, and a walk finds each row that meets the filter once.
 */
import { lookAhead, lookedMax, type PageRequest, toPage } from "@partner-api/domain/Pagination"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { searchedPage } from "../src/services/operator/SearchedPage.ts"

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index).padStart(6, "0") }))

/** A list that counts the rows that it gives. */
const listOf = (count: number) => {
  const rows = rowsOf(count)
  const work = { read: 0 }
  const read = ({ after, limit }: PageRequest) =>
    Effect.sync(() => {
      const start = after === undefined ? 0 : Number(after) + 1
      const found = rows.slice(start, start + lookAhead(limit))
      work.read += found.length
      return found
    })
  return { read, work }
}

describe("a filtered page", () => {
  it.effect("ends after the most rows that a page checks, and the next one goes on there (decisions, Filters)", () =>
    Effect.gen(function* () {
      const { read, work } = listOf(lookedMax + 10)
      const last = (lookedMax + 9).toString().padStart(6, "0")
      const first = yield* searchedPage(read, ({ id }) => id === last, { after: undefined, limit: 2 })
      assert.deepStrictEqual(first, { rows: [], lookedTo: String(lookedMax - 1).padStart(6, "0") })
      // One row of look-ahead for each statement.
      assert.isAtMost(work.read, lookedMax * 1.01)
      const next = yield* searchedPage(read, ({ id }) => id === last, { after: first.lookedTo, limit: 2 })
      assert.deepStrictEqual(next, { rows: [{ position: last, row: { id: last } }], lookedTo: undefined })
    })
  )

  it.effect("reads no further than the page needs (decisions, Filters)", () =>
    Effect.gen(function* () {
      const { read, work } = listOf(lookedMax)
      const { rows } = yield* searchedPage(read, () => true, { after: undefined, limit: 2 })
      assert.lengthOf(rows, lookAhead(2))
      assert.isBelow(work.read, 300)
    })
  )

  it.effect("is one of a walk that gives each row once (decisions, Filters)", () =>
    Effect.gen(function* () {
      for (const count of [0, 1, 249, 250, 251, 500, 751]) {
        const { read } = listOf(count)
        const meets = ({ id }: { readonly id: string }) => Number(id) % 3 === 0
        const seen: Array<string> = []
        let after: string | undefined
        do {
          const { lookedTo, rows } = yield* searchedPage(read, meets, { after, limit: 7 })
          const page = toPage(rows, 7, ({ position }) => position, lookedTo)
          seen.push(...page.rows.map(({ position }) => position))
          after = page.nextAfter
        } while (after !== undefined)
        assert.deepStrictEqual(
          seen,
          rowsOf(count)
            .filter(meets)
            .map(({ id }) => id),
          String(count)
        )
      }
    })
  )
})
