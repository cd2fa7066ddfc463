import { existsSync, readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

import { assert, describe, it } from "vitest"

import { type Ledger, quoteFaults, readLedger, rowFaults, scenarioFaults } from "../src/Ledger.ts"
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
const ledger = readLedger(read("docs/spec/ledger.md") ?? "")

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

  it("names lines, tests and scenarios that are there, and each rule once", () => {
    assert.deepStrictEqual(rowFaults(ledger, read, scenarios), [])
  })

  it("has a scenario for every documented rule, and a rule for every scenario", () => {
    assert.deepStrictEqual(scenarioFaults(ledger, scenarios), [])
  })

  it("says how many rules are kept, and how many are not yet", () => {
    const { kept, open, remarks } = ledger
    process.stdout.write(`${kept.length} rules kept, ${open.length} not kept yet, ${remarks.length} remarks\n`)
    assert.isAbove(kept.length, open.length)
  })
})

describe("the ledger would notice", () => {
  const quoteFaultsWith = (change: (text: typeof pages) => typeof pages) => quoteFaults(ledger, pagesOf(change(pages)))
  const [first] = ledger.kept
  const withRow = (change: Partial<Ledger["kept"][number]>): Ledger => ({
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
    const faultsOf = (says: string) => quoteFaults(withRow({ rule: "spec-4.2.header", says }), pagesOf(pages))[0]
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

  it("a line that is gone, stands twice, or is no source", () => {
    const faultsOf = (path: string, text: string) => rowFaults(withRow({ line: { path, text } }), read, scenarios)
    assert.lengthOf(faultsOf("packages/domain/src/Token.ts", "a line that nobody wrote"), 1)
    assert.lengthOf(faultsOf("packages/domain/src/Token.ts", "Schema"), 1)
    assert.lengthOf(faultsOf("packages/domain/src/Nowhere.ts", "export"), 1)
    assert.lengthOf(faultsOf("docs/spec/partner-api.md", "a line that nobody wrote"), 2)
  })

  it("a test or a scenario that is gone", () => {
    const faultsOf = (proof: Ledger["kept"][number]["proofs"][number]) =>
      rowFaults(withRow({ proofs: [proof] }), read, new Set())
    const path = "apps/server/test/Jobs.test.ts"
    assert.lengthOf(faultsOf({ kind: "test", path, title: "a test that nobody wrote" }), 1)
    assert.lengthOf(faultsOf({ kind: "test", path: "nowhere.test.ts", title: "of three jobs" }), 1)
    const titled = (limit: string) => `refuses a limit outside 1..100: ${limit} (decisions, Lists)`
    assert.lengthOf(faultsOf({ kind: "test", path, title: titled('"abc"') }), 0)
    assert.lengthOf(faultsOf({ kind: "test", path, title: titled('"a case that nobody wrote"') }), 1)
    assert.lengthOf(faultsOf({ kind: "scenario" }), 1)
  })

  it("a rule that stands twice, has another form, or cannot be read", () => {
    const faultsOf = (change: Partial<Ledger>) => rowFaults({ ...ledger, ...change }, read, scenarios).length
    assert.strictEqual(faultsOf({ kept: [...ledger.kept, ...ledger.kept.slice(0, 1)] }), 1)
    assert.strictEqual(faultsOf({ open: [{ rule: "Fees 2", says: "", today: "nothing" }] }), 1)
    assert.lengthOf(
      readLedger("\n## Kept\n\n| Rule |\n| --- |\n| spec-1.json | says | no line | no proof |\n").unread,
      1
    )
  })

  it("a documented rule without a scenario, and a scenario without a rule", () => {
    const faults = scenarioFaults(withRow({ rule: "spec-1.json", proofs: [] }), new Set(["dec-fees.unheard-of"]))
    assert.lengthOf(faults, 2)
  })
})
