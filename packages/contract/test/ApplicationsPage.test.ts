/**
 * `docs/applications.md` has the table of the transitions as they are.
 */
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

import { withActionTable } from "../scripts/ActionTable.ts"

it("docs/applications.md is up to date: run `pnpm generate` (decisions, Resources)", () => {
  const page = readFileSync(new URL("../../../docs/applications.md", import.meta.url), "utf8")
  assert.strictEqual(withActionTable(page), page)
})
