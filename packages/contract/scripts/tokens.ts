/**
 * Writes the table of `docs/tokens.md` that says what each request needs.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { endpoints } from "../src/Endpoints.ts"
import { withAccessTable } from "./AccessTable.ts"

const page = new URL("../../../docs/tokens.md", import.meta.url)

writeFileSync(page, withAccessTable(readFileSync(page, "utf8"), endpoints))
