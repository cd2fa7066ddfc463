/**
 * The kit against a server of the plain specification, which breaks nothing, and against servers that break one rule each.
 */
import { assert, describe, it } from "@effect/vitest"
import { isDocumented } from "../src/Scenario.ts"
import { scenarios } from "../src/Scenarios.ts"
import { judge, rulesOf } from "./Judge.ts"
import { variants } from "./Variants.ts"

/** All names of the rules of these scenarios. */
const namesOf = (rules: ReadonlyArray<string>): ReadonlyArray<string> =>
  scenarios.filter(({ rules: [first] }) => rules.includes(first)).flatMap(({ rules: names }) => names)

describe("a server of the plain specification", async () => {
  const report = await judge({})

  it("keeps every documented rule", () => {
    const documented = report.results.filter(({ rule }) => isDocumented(rule))
    assert.deepStrictEqual(
      documented.filter(({ outcome }) => outcome !== "passed"),
      []
    )
    assert.isAtLeast(documented.length, 80)
  })

  it("is not judged by what this project decided", () => {
    const decided = report.results.filter(({ rule }) => !isDocumented(rule))
    assert.deepStrictEqual([...new Set(decided.map(({ reason }) => reason))], ["this server announces no extensions"])
  })
})

describe("a server that breaks one rule", () => {
  it.for(variants.map((variant) => [variant.rule, variant] as const))(
    "is caught, for that rule and no other: %s %#",
    async ([, variant]) => {
      const report = await judge({ change: variant.change }, { documentedOnly: true })
      const broken = namesOf([variant.rule, ...(variant.also ?? [])])
      assert.deepStrictEqual(rulesOf(report, "failed").toSorted(), broken.toSorted())
    }
  )

  it("exists for every documented rule", () => {
    const broken = variants.map(({ rule }) => rule)
    const documented = scenarios.map(({ rules: [first] }) => first).filter(isDocumented)
    assert.deepStrictEqual(
      documented.filter((rule) => !broken.includes(rule)),
      []
    )
  })
})
