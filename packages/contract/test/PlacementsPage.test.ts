/**
 * `docs/placements.md` has the tables of actions and settlements as they are.
 */
import { readFileSync } from "node:fs"
import { assert, it } from "vitest"

import { withPlacementTables } from "../scripts/PlacementTables.ts"

it("docs/placements.md is up to date: run `pnpm generate` (recruiting 8)", () => {
  const page = readFileSync(new URL("../../../docs/placements.md", import.meta.url), "utf8")
  assert.strictEqual(withPlacementTables(page), page)
})
