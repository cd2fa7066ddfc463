/**
 * Writes `docs/spec/ledger.md` from `docs/spec/ledger.json`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { ledgerPage } from "../src/LedgerPage.ts"

const pages = resolve(import.meta.dirname, "../../../docs/spec")
writeFileSync(resolve(pages, "ledger.md"), ledgerPage(JSON.parse(readFileSync(resolve(pages, "ledger.json"), "utf8"))))
