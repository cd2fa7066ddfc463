import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, describe, it } from "vitest"
import { readThreatModel, threatFaults, threatsMin } from "../src/ThreatModel.ts"

const root = resolve(import.meta.dirname, "../../..")
const read = (path: string): string | undefined => {
  const file = resolve(root, path)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}
const page = read("docs/threat-model.md") ?? ""

describe("the threat model", () => {
  it("names a test that is there for every threat, and enough of them", () => {
    const model = readThreatModel(page)
    assert.deepStrictEqual(threatFaults(model, read), [])
    assert.isAtLeast(model.threats.length, threatsMin)
  })
})

describe("the threat model would notice", () => {
  const rows = page.split("\n").filter((line) => /^\| \d/.test(line))
  const [first = ""] = rows
  const [, path = "", title = ""] = /`([^`]+)`: (.+?) *\|$/.exec(first) ?? []
  /** What is wrong with the page after a change. The change must be one. */
  const faultsOf = (from: string, to: string): string => {
    assert.include(page, from)
    return threatFaults(readThreatModel(page.replace(from, () => to)), read).join("\n")
  }

  it("a test that was renamed", () =>
    assert.match(faultsOf(title, `${title}, or so`), /^1: .* has no test ".*, or so"$/))

  it("a test file that is gone", () =>
    assert.match(faultsOf(path, path.replace(".test.ts", "Gone.test.ts")), /^1: .*Gone\.test\.ts has no test/))

  it("what outlives a token without a test, or without an end", () => {
    const [lasting = ""] = page.split("\n").filter((line) => line.startsWith("| A webhook endpoint"))
    const [, proof = ""] = /`([^`]+NarrowTokens\.test\.ts)`/.exec(lasting) ?? []
    assert.match(
      faultsOf(lasting, lasting.replace(proof, "apps/server/test/Gone.test.ts")),
      /^A webhook endpoint: .* has no test/
    )
    assert.match(faultsOf(lasting, lasting.replace(/^(\|[^|]*\|[^|]*\|)[^|]*\|/, "$1 |")), /cannot be read/)
  })

  it("a file that holds no tests", () =>
    assert.match(faultsOf(path, "apps/server/src/main.ts"), /^1: apps\/server\/src\/main\.ts has no test/))

  it.each([
    ["no proof", first.replace(/`[^|]*\|$/, "|")],
    ["words for a proof", first.replace(/`[^|]*\|$/, "we looked at it |")],
    ["a scenario for a proof", first.replace(/`[^|]*\|$/, "scenario |")],
    ["no mitigation", first.replace(/^(\|[^|]*\|[^|]*\|)[^|]*\|/, "$1 |")],
    ["a bar within a cell", first.replace(/\|$/, "| and more |")]
  ])("a row with %s", (_, row) => assert.match(faultsOf(first, row), /cannot be read/))

  it("threats that are numbered wrongly", () =>
    assert.match(faultsOf("\n| 2 ", "\n| 3 "), /^3 is not the number of its row/))

  it("too few threats", () =>
    assert.match(faultsOf(rows.slice(threatsMin - 1).join("\n"), ""), /^14 threats, fewer than 15$/))
})
