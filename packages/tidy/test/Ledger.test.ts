import { existsSync, readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

import { assert, describe, it } from "vitest"

import { type Ledger, quoteFaults, type Rule, ruleFaults, scenarioFaults } from "../src/Ledger.ts"
import { ledgerPage } from "../src/LedgerPage.ts"
import { readDecisions, readSpecification } from "../src/Statements.ts"

const root = resolve(import.meta.dirname, "../../..")
const read = (path: string): string | undefined => {
  const file = resolve(root, path)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}
const pages = {
  specification: read("docs/spec/partner-api.md") ?? "",
  decisions: read("docs/spec/decisions.md") ?? ""
}
const pagesOf = ({ specification, decisions }: typeof pages) => [
  readSpecification(specification),
  readDecisions(decisions)
]
const ledger: Ledger = JSON.parse(read("docs/spec/ledger.json") ?? "")

/** The scenarios of the conformance kit: rule ids that stand in its source as text. */
const kit = resolve(root, "packages/conformance/src")
const scenarios = new Set(
  readdirSync(kit, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [
      ...readFileSync(resolve(kit, path), "utf8").matchAll(/"((?:spec|dec)-[a-z0-9.]+\.[a-z][a-z0-9-]*)"/g)
    ])
    .flatMap(([, id]) => (id === undefined ? [] : [id]))
)

describe("the ledger", () => {
  it("quotes every statement of both pages, in their own words", () => {
    assert.deepStrictEqual(quoteFaults(ledger, pagesOf(pages)), [])
  })

  it("names tests and scenarios that are there, and each rule once", () => {
    assert.deepStrictEqual(ruleFaults(ledger, read, scenarios), [])
  })

  it("is the page that readers see: pnpm generate writes it", () => {
    assert.strictEqual(read("docs/spec/ledger.md"), ledgerPage(ledger))
  })

  it("has a scenario for every documented rule, and a rule for every scenario", () => {
    assert.deepStrictEqual(scenarioFaults(ledger, scenarios), [])
  })
})

describe("the ledger would notice", () => {
  const quoteFaultsWith = (change: (text: typeof pages) => typeof pages) => quoteFaults(ledger, pagesOf(change(pages)))
  const [first] = ledger.kept
  const withRule = (change: Partial<Rule>): Ledger => ({
    ...ledger,
    kept: first === undefined ? [] : [{ ...first, ...change }]
  })

  it.each([
    ["a sentence", "An explicit `limit` beside a cursor overrides.", "$& A cursor may be used once."],
    ["a clause", "HTTP Basic and body credentials both work;", "$& so do certificates;"],
    ["some words", "list, order kept,", "list, order kept, never sorted,"],
    ["an entry of a list", "- `null` is not absence", "- Errors are logged.\n$&"],
    ["a row of a table", "| 404 | `not_found` |", "$&\n| 410 | `gone` |"],
    ["a chapter", "## Fees\n", "## Events\nEvents are sent twice.\n\n$&"]
  ])("%s added to a page", (_, anchor, text) => {
    const faults = quoteFaultsWith(({ specification, decisions }) => {
      assert.include(decisions, anchor)
      return { specification, decisions: decisions.replace(anchor, text) }
    })
    assert.lengthOf(faults, 1, faults.join("\n"))
    assert.match(faults[0] ?? "", /no rule and no remark quotes/)
  })

  it("a number that is changed", () => {
    const faults = quoteFaultsWith(({ specification, decisions }) => ({
      specification: specification.replace("maximum 100)", "maximum 500)"),
      decisions
    }))
    assert.match(faults.join(), /spec-4\.4\.limit-maximum: its words stand 0 times/)
  })

  it("words that stand in another section, twice, or nowhere", () => {
    const faultsOf = (says: string) => quoteFaults(withRule({ rule: "spec-4.2.header", says }), pagesOf(pages))[0]
    assert.match(faultsOf("No body.") ?? "", /0 times in spec-4\.2/)
    assert.match(faultsOf("organization") ?? "", /\d times in spec-4\.2, not once/)
    assert.match(faultsOf("") ?? "", /spec-4\.2\.header: its words/)
  })

  it("a remark on what is a rule", () => {
    const remarks = [...ledger.remarks, { section: "dec-fees", says: "Unknown agency 404.", why: "because" }]
    assert.deepStrictEqual(quoteFaults({ ...ledger, remarks }, pagesOf(pages)), [
      "dec-fees: both a rule and a remark: Unknown agency 404."
    ])
  })

  it("a test or a scenario that is gone", () => {
    const faultsOf = (...proof: ReadonlyArray<string>) => ruleFaults(withRule({ proof }), read, new Set()).length
    const path = "apps/server/test/Jobs.test.ts"
    const titled = (limit: string) => `${path}: refuses a limit outside 1..100: ${limit} (decisions, Lists)`
    assert.strictEqual(faultsOf(titled('"abc"')), 0)
    assert.strictEqual(faultsOf(`${path}: a test that nobody wrote`), 1)
    assert.strictEqual(faultsOf("nowhere.test.ts: of three jobs"), 1)
    assert.strictEqual(faultsOf(titled('"a case that nobody wrote"')), 1)
    assert.strictEqual(faultsOf("scenario"), 1)
    assert.strictEqual(faultsOf("it works"), 1)
    assert.strictEqual(faultsOf(), 1)
  })

  it("a rule that stands twice, has another form, or says too little", () => {
    const faultsOf = (change: Partial<Ledger>) => ruleFaults({ ...ledger, ...change }, read, scenarios).length
    assert.strictEqual(faultsOf({ kept: [...ledger.kept, ...ledger.kept.slice(0, 1)] }), 1)
    assert.strictEqual(faultsOf({ planned: [{ rule: "Fees 2", says: "", today: "nothing" }] }), 1)
    assert.strictEqual(faultsOf({ planned: [{ rule: "dec-fees.two", says: "", today: "" }] }), 1)
    assert.strictEqual(faultsOf({ remarks: [{ section: "dec-fees", says: "Fees", why: "" }] }), 1)
  })

  it("a documented rule without a scenario, and a scenario without a rule", () => {
    const faults = scenarioFaults(withRule({ rule: "spec-1.json", proof: [] }), new Set(["dec-fees.unheard-of"]))
    assert.lengthOf(faults, 2)
  })
})
