/**
 * The index of decisions: the committed one, and the status of a decision.
 */
import { globSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { assert, describe, it } from "vitest"
import { decisionIndex } from "../src/DecisionIndex.ts"

const folder = resolve(import.meta.dirname, "../../../docs/decisions")
const read = (name: string): string => readFileSync(resolve(folder, name), "utf8")

describe("the index of decisions", () => {
  it("is what pnpm generate writes (CONTRIBUTING)", () => {
    const files = globSync("0*.md", { cwd: folder }).map((name) => ({ name, text: read(name) }))
    assert.strictEqual(read("README.md"), decisionIndex(files))
  })

  it("names what replaces a decision, in the order of the files (CONTRIBUTING)", () => {
    const page = decisionIndex([
      { name: "0002-b.md", text: "# 2. B\n\n**Context.** As [1](0001-a.md).\n" },
      {
        name: "0001-a.md",
        text: "# 1. A\n\nReplaced in part by [2](0002-b.md) (the\nend) and [3](0003-c.md).\n\n**Context.** None."
      }
    ])
    assert.deepStrictEqual(page.trimEnd().split("\n").slice(-2), [
      "- [1. A](0001-a.md), replaced in part by [2](0002-b.md) and [3](0003-c.md)",
      "- [2. B](0002-b.md)"
    ])
  })
})
