import { existsSync, readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

import { assert, describe, it } from "vitest"

import { type Requirements, ruleFaults, scenarioFaults } from "../src/Requirements.ts"

const root = resolve(import.meta.dirname, "../../..")
const read = (path: string): string | undefined => {
  const file = resolve(root, path)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}
const requirements: Requirements = JSON.parse(read("docs/spec/requirements.json") ?? "")

/** The scenarios of the conformance kit: rule ids that stand in its source as text. */
const kit = resolve(root, "packages/conformance/src")
const scenarios = new Set(
  readdirSync(kit, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [
      ...readFileSync(resolve(kit, path), "utf8").matchAll(/"((?:spec|dec|rec)-[a-z0-9.]+\.[a-z][a-z0-9-]*)"/g)
    ])
    .flatMap(([, id]) => (id === undefined ? [] : [id]))
)

describe("the requirements", () => {
  it("name tests and scenarios that are there, and each rule once", () => {
    assert.deepStrictEqual(ruleFaults(requirements, read, scenarios), [])
  })

  it("have a scenario for every documented rule, and a rule for every scenario", () => {
    assert.deepStrictEqual(scenarioFaults(requirements, scenarios), [])
  })
})

describe("the requirements would notice", () => {
  const faultsOf = (change: Partial<Requirements>) =>
    ruleFaults({ kept: {}, planned: {}, ...change }, read, new Set()).length

  it("a test or a scenario that is gone", () => {
    const path = "apps/server/test/Jobs.test.ts"
    const titled = (limit: string) => `${path}: refuses a limit outside 1..100: ${limit} (decisions, Lists)`
    const provedBy = (...proof: ReadonlyArray<string>) => faultsOf({ kept: { "spec-4.4.limit": proof } })
    assert.strictEqual(provedBy(titled('"abc"')), 0)
    assert.strictEqual(provedBy(`${path}: a test that nobody wrote`), 1)
    assert.strictEqual(provedBy("nowhere.test.ts: of three jobs"), 1)
    assert.strictEqual(provedBy(titled('"a case that nobody wrote"')), 1)
    assert.strictEqual(provedBy("scenario"), 1)
    assert.strictEqual(provedBy("it works"), 1)
    assert.strictEqual(provedBy(), 1)
  })

  it("a rule that stands twice, has another form, or is planned without a word on today", () => {
    assert.strictEqual(faultsOf({ planned: { "Fees 2": "nothing" } }), 1)
    assert.strictEqual(faultsOf({ planned: { "dec-fees.two": "" } }), 1)
    assert.strictEqual(
      ruleFaults({ ...requirements, planned: { "spec-1.json": "nothing" } }, read, scenarios).length,
      1
    )
  })

  it("a documented rule without a scenario, and a scenario without a rule", () => {
    const faults = scenarioFaults({ kept: { "spec-1.json": [] }, planned: {} }, new Set(["dec-fees.unheard-of"]))
    assert.lengthOf(faults, 2)
  })
})
