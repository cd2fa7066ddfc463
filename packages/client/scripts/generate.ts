/**
 * Writes the files of the client library that are generated from the contract: its types, its methods, its reference, and the table of records in the page about tests.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { PartnerApi } from "@partner-api/contract/Api"
import * as Record from "effect/Record"
import { filesOf, generate } from "./ClientTexts.ts"
import { formatted } from "./Formatter.ts"
import { withRecordsTable } from "./RecordsTable.ts"

const texts = generate(PartnerApi)

for (const [key, file] of Record.toEntries(filesOf)) {
  const target = new URL(`../${file}`, import.meta.url)
  mkdirSync(new URL(".", target), { recursive: true })
  writeFileSync(target, formatted(file, texts[key]))
}

const testing = new URL("../docs/testing.md", import.meta.url)
writeFileSync(testing, formatted("docs/testing.md", withRecordsTable(readFileSync(testing, "utf8"))))
