/**
 * Writes the table of `docs/versions.md`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { endpoints } from "../src/Endpoints.ts"
import { withDeprecationTable } from "./DeprecationTable.ts"

const page = new URL("../../../docs/versions.md", import.meta.url)

writeFileSync(page, withDeprecationTable(readFileSync(page, "utf8"), endpoints))
