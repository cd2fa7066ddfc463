/**
 * The page for operators does what it says, block by block: it starts as many programs as all other pages together (README).
 */
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { pagesOf } from "../../test/guides/GuidePage.ts"
import { runPage } from "../../test/guides/GuideRun.ts"

const page = pagesOf(Path.join(import.meta.dirname, "../../../..")).find(({ name }) => name === "docs/operators.md")

describe("docs/operators.md", () => {
  it("has blocks that work, one after the other (README)", async () => {
    assert.isDefined(page)
    assert.isAbove(page.blocks.length, 10)
    assert.deepStrictEqual(await runPage(page), [])
  })
})
