/**
 * Writes the tables of `docs/placements.md`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { withPlacementTables } from "./PlacementTables.ts"

const page = new URL("../../../docs/placements.md", import.meta.url)

writeFileSync(page, withPlacementTables(readFileSync(page, "utf8")))
