/**
 * Writes the table of `docs/applications.md` that says which action leads where.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { withActionTable } from "./ActionTable.ts"

const page = new URL("../../../docs/applications.md", import.meta.url)

writeFileSync(page, withActionTable(readFileSync(page, "utf8")))
