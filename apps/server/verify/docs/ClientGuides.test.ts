/**
 * The pages of the client library do what they say, block by block; `pnpm test` runs the first blocks of each (README).
 */
import * as Path from "node:path"
import { assert, it } from "@effect/vitest"
import { clientBlocksFirst, isOfClient, pagesOf } from "../../test/guides/GuidePage.ts"
import { runPage } from "../../test/guides/GuideRun.ts"

const longer = pagesOf(Path.join(import.meta.dirname, "../../../.."))
  .filter(isOfClient)
  .filter(({ blocks }) => blocks.length > clientBlocksFirst)

it.for(longer.map((page) => [page.name, page.blocks.length, page] as const))(
  "%s: all %i blocks work, one after the other (README)",
  async ([, , page]) => assert.deepStrictEqual(await runPage(page), [])
)
