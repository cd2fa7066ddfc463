/** The summary of a run, and the bound that it keeps or not. */
import { assert, describe, it } from "@effect/vitest"
import { bounds, budgetMinutes, referenceCalibrationMs, toleranceRatio } from "../src/Bounds.ts"
import { type Part, summaryOf } from "../src/Summary.ts"

const bound = bounds["test"] ?? 0
const calibrationMs = 100

const part = (name: string, cpuMs: number): Part => ({ name, cpuMs, wallMs: cpuMs / 2, isCached: false, failures: [] })

const run = (calibrations: number, parts: ReadonlyArray<Part> = []) => ({
  gate: "test",
  parts,
  wallMs: 1_000,
  cpuMs: calibrations * calibrationMs,
  calibrationMs,
  leftOut: []
})

describe("the summary of a gate", () => {
  it("has the costliest part first", () => {
    const { lines } = summaryOf(run(1, [part("a#test", 10_000), part("b#test", 90_000)]))
    assert.deepStrictEqual(lines.slice(0, 4), [
      " processor       wall  part",
      "    90.0 s     45.0 s  b#test",
      "    10.0 s      5.0 s  a#test",
      "     0.1 s      1.0 s  all of test"
    ])
  })

  it.for([
    ["at the bound", bound, true],
    ["at the tolerance", Math.floor(bound * toleranceRatio), true],
    ["above the tolerance", Math.ceil(bound * toleranceRatio) + 1, false]
  ] as const)("%s", ([, calibrations, isKept]) => assert.strictEqual(summaryOf(run(calibrations)).isKept, isKept))

  it("keeps no bound where parts came from the cache", () => {
    const summary = summaryOf(run(bound * 2, [{ ...part("a#test", 0), isCached: true }]))
    assert.isTrue(summary.isKept)
    assert.include(summary.lines.join("\n"), "for a run without the cache, which had 1 parts")
  })

  it("keeps no bound where the system does not count processor time", () =>
    assert.isTrue(summaryOf({ ...run(bound * 2), cpuMs: undefined }).isKept))

  describe("of verify", () => {
    const [[name = "", minutes = 0] = []] = Object.entries(budgetMinutes)
    const taking = (wallMs: number, calibration: number) =>
      summaryOf({ ...run(1, [{ ...part(name, 0), wallMs }]), calibrationMs: calibration })

    it.for([
      ["the reference machine", 1, 1],
      ["a machine that is half as fast", 2, 2],
      ["a faster machine, on which waits take as long", 0.5, 1]
    ] as const)("keeps no part above its minutes on %s", ([, slowness, times]) => {
      const calibration = referenceCalibrationMs * slowness
      const budgetMs = minutes * times * 60_000
      const kept = taking(budgetMs, calibration)
      assert.isTrue(kept.isKept)
      assert.include(kept.lines.join("\n"), `${name} of ${minutes * times} min`)
      assert.isFalse(taking(budgetMs + 1, calibration).isKept)
    })

    it("says how much slower the machine is, and nothing of it on the reference machine", () => {
      const slower = /calibration takes \d+ ms, times 2\.00/
      assert.match(taking(1, referenceCalibrationMs * 2).lines.join("\n"), slower)
      assert.notMatch(taking(1, referenceCalibrationMs).lines.join("\n"), slower)
    })

    it("has an hour in all", () =>
      assert.isAtMost(
        Object.values(budgetMinutes).reduce((sum, one) => sum + one),
        60
      ))
  })

  it("repeats what was left out", () => {
    const { lines } = summaryOf({ ...run(1), leftOut: ["varnish"] })
    assert.strictEqual(lines.at(-1), "Left out: the tests with varnish.")
  })

  it("ends with the failed tests", () => {
    const failures = ["test/One.test.ts > keeps a rule: expected 1 to equal 2", "test/Two.test.ts: no such module"]
    const { lines } = summaryOf(run(1, [{ ...part("a#test", 1), failures }, part("b#test", 2)]))
    assert.deepStrictEqual(
      lines.slice(-2),
      failures.map((failure) => `Failed: a#test ${failure}`)
    )
  })

  it("has no bound for a gate that has none", () =>
    assert.isTrue(summaryOf({ ...run(bound * 2), gate: "other" }).isKept))
})
