/**
 * Results are cached for shared values, and for no others.
 */
import { assert, describe, it } from "@effect/vitest"
import { markShared, memoized } from "@partner-api/service/services/Memoization"

const upper = memoized(({ name }: { readonly name: string }) => ({ text: name.toUpperCase() }))
const length = memoized(({ text }: { readonly text: string }) => ({ length: text.length }))

describe("what is made of a value", () => {
  it("is made once of a shared one, and so is what is made of that", () => {
    const value = markShared({ name: "ada" })
    assert.strictEqual(upper(value), upper(value))
    assert.strictEqual(length(upper(value)), length(upper(value)))
  })

  it("is made each time of another one, though it says the same", () => {
    const value = { name: "ada" }
    assert.notStrictEqual(upper(value), upper(value))
    assert.deepStrictEqual(upper(value), upper(markShared({ name: "ada" })))
  })

  it("is another thing for each maker", () => {
    const value = markShared({ name: "ada", text: "ada" })
    assert.deepStrictEqual([upper(value), length(value)], [{ text: "ADA" }, { length: 3 }])
  })
})
