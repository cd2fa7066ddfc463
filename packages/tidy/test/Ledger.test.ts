import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

import { assert, describe, it } from "vitest"

import { countRows, faultsOf, readLedger } from "../src/Ledger.ts"

const root = resolve(import.meta.dirname, "../../..")
const read = (path: string): string | undefined => {
  const file = resolve(root, path)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}
const markdown = read("docs/spec/ledger.md") ?? ""
const rows = readLedger(markdown)

describe("the ledger of the specification", () => {
  it("has rows, and every line of its table is one", () => {
    assert.isAbove(rows.length, 0)
    assert.strictEqual(rows.length, countRows(markdown))
  })

  it("names places and tests that are there, and each rule once", () => {
    assert.deepStrictEqual(faultsOf(rows, read), [])
  })

  it("would notice a place or a test that is gone, and a rule that stands twice", () => {
    const [first] = rows
    assert.isDefined(first)
    const faults = faultsOf([first, { ...first, place: { path: "nowhere.ts", word: "x" } }], read)
    assert.deepStrictEqual(faults, [`${first.rule} stands twice`, `${first.rule}: nowhere.ts has no x`])
    const renamed = { ...first, test: { ...first.test, title: "a test that nobody wrote" } }
    assert.lengthOf(faultsOf([renamed], read), 1)
  })
})
