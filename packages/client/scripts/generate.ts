/**
 * Writes what the client library has from the contract: its types, its methods, its reference.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { PartnerApi } from "@partner-api/contract/Api"
import { type ClientTexts, filesOf, generate } from "./ClientTexts.ts"
import { formatted } from "./Formatter.ts"

const texts = generate(PartnerApi)
const keys: ReadonlyArray<keyof ClientTexts> = ["model", "promiseMethods", "effectMethods", "reference", "modelTypes"]

for (const key of keys) {
  const target = new URL(`../${filesOf[key]}`, import.meta.url)
  mkdirSync(new URL(".", target), { recursive: true })
  writeFileSync(target, formatted(filesOf[key], texts[key]))
}
