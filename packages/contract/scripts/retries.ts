/**
 * Writes the tables that say which requests may be sent again, and what one point of the rate limit pays for.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { endpoints } from "../src/Endpoints.ts"
import { withCostTable } from "./CostTable.ts"
import { withMethodTable, withRequestTable } from "./RetryTables.ts"

const partners = new URL("../../../docs/partners.md", import.meta.url)
const retries = new URL("../../client/docs/retries.md", import.meta.url)

writeFileSync(partners, withCostTable(withRequestTable(readFileSync(partners, "utf8"), endpoints)))
writeFileSync(retries, withMethodTable(readFileSync(retries, "utf8"), endpoints))
