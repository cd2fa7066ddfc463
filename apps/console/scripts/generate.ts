/**
 * Writes the table of the operator's API that the page calls by.
 */
import { writeFileSync } from "node:fs"
import { apiTable } from "./ApiTable.ts"

writeFileSync(new URL("../src/api/Routes.ts", import.meta.url), apiTable())
