/**
 * Writes the files of the client library that are generated from the contract: its types, its methods, its reference.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { PartnerApi } from "@partner-api/contract/Api"
import * as Record from "effect/Record"
import { filesOf, generate } from "./ClientTexts.ts"
import { formatted } from "./Formatter.ts"

const texts = generate(PartnerApi)

for (const [key, file] of Record.toEntries(filesOf)) {
  const target = new URL(`../${file}`, import.meta.url)
  mkdirSync(new URL(".", target), { recursive: true })
  writeFileSync(target, formatted(file, texts[key]))
}
