import { assert, describe, it } from "vitest"

import { draw, withoutLine } from "../src/Mutant.ts"

const source = `export const price = (count: number): number => {
  if (count > 9) return 80
  return 100
}
`

describe("a file without a line", () => {
  it("is the rest of it, and knows which line went", () => {
    assert.deepStrictEqual(withoutLine(source, "count > 9"), {
      isReadable: true,
      text: source.replace("  if (count > 9) return 80\n", ""),
      lineNumber: 2
    })
  })

  it.each([
    ["the line holds a bracket that another closes", "export const price", "does not parse"],
    ["no line holds the text", "return 90", "not one line"],
    ["two lines hold the text", "return", "not one line"]
  ])("is no trial when %s", (_, needle, why) => {
    assert.deepStrictEqual(withoutLine(source, needle), { isReadable: false, why })
  })
})

describe("a draw", () => {
  const items = Array.from({ length: 50 }, (_, index) => index)

  it("has each item once, at most all of them", () => {
    assert.strictEqual(new Set(draw(items, 20, 1)).size, 20)
    assert.deepStrictEqual(
      [...draw(items, 99, 1)].toSorted((a, b) => a - b),
      items
    )
  })

  it("is the same for the same seed, and another for another", () => {
    assert.deepStrictEqual(draw(items, 20, 7), draw(items, 20, 7))
    assert.notDeepEqual(draw(items, 20, 7), draw(items, 20, 8))
  })

  it("leaves out none for ever", () => {
    const seen = new Set(Array.from({ length: 40 }, (_, seed) => draw(items, 20, seed)).flat())
    assert.strictEqual(seen.size, items.length)
  })
})
