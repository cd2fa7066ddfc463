/**
 * The pages for operators do what they say, block by block, each after the first start of the guide. Together they start as many programs as
 * all other pages (README).
 */
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { pagesOf } from "../../test/guides/GuidePage.ts"
import { runPage } from "../../test/guides/GuideRun.ts"

const guide = "docs/operators.md"
const pages = pagesOf(Path.join(import.meta.dirname, "../../../.."))
const blocksOf = (name: string): number => pages.find((page) => page.name === name)?.blocks.length ?? 0
const ofOperators = pages.filter(({ name }) => name.startsWith("docs/operators/"))

describe("docs/operators", () => {
  it.for(ofOperators.filter(({ blocks }) => blocks.length > blocksOf(guide)).map((page) => [page.name, page] as const))(
    "%s has blocks that work, one after the other (README)",
    async ([, page]) => assert.deepStrictEqual(await runPage(page), [])
  )
})
