/**
 * Imports that were killed and are started again from the first line: both formats, bad lines, lines added since
 * (issue 4, import).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import {
  countJobs,
  countsOf,
  csv,
  jobOf,
  jobs,
  jobsIn,
  makeWorld,
  ndjson,
  runImportProcess,
  reportedLines
} from "../../test/imports/ImportWorld.ts"
import { killAt, many, middle } from "./KilledImport.ts"

const world = await makeWorld()

describe("an import that was killed with -9 in the middle", () => {
  it.for([
    ["NDJSON", "killed.ndjson", ndjson],
    ["CSV", "killed.csv", csv]
  ] as const)("in %s is run again and ends as if nothing had been (import)", async ([, name, write]) => {
    const [killed, whole] = [world.database(), world.database()]
    const file = world.write(name, write(many))
    await killAt(killed, file, middle)
    // Two batches are there, and of the third, which never ends, there is nothing.
    assert.strictEqual(countJobs(killed), 2_000)

    const again = await runImportProcess(killed, "jobs", file)
    assert.strictEqual((await runImportProcess(whole, "jobs", file)).code, 0)
    assert.deepStrictEqual([again.code, reportedLines(again.stderr)], [0, []])
    assert.deepStrictEqual(countsOf(again.stdout), [4_000, 2_000, 0, 2_000, 0])
    assert.deepStrictEqual(jobsIn(killed), jobsIn(whole))
  })

  it("names the bad lines again, and keeps what changed and what did not (import)", async () => {
    const [killed, whole] = [world.database(), world.database()]
    const before = world.write("before.ndjson", ndjson(jobs(100, 10_001)))
    // Known jobs, one that is changed and changed back, bad lines at both ends.
    const file = world.write("mixed.ndjson", `{}\n${ndjson([jobOf(10_003, { title: "Pilot" }), ...many])}{}\n`)
    await runImportProcess(killed, "jobs", before)
    await runImportProcess(whole, "jobs", before)
    await killAt(killed, file, middle, ["--on-error", "skip"])
    const again = await runImportProcess(killed, "jobs", file, ["--on-error", "skip"])
    const uninterrupted = await runImportProcess(whole, "jobs", file, ["--on-error", "skip"])
    assert.deepStrictEqual([again.code, countsOf(again.stdout)], [3, [4_003, 2_002, 2, 1_997, 2]])
    assert.deepStrictEqual([uninterrupted.code, countsOf(uninterrupted.stdout)], [3, [4_003, 3_900, 2, 99, 2]])
    assert.deepStrictEqual(reportedLines(again.stderr), reportedLines(uninterrupted.stderr))
    assert.deepStrictEqual(jobsIn(killed), jobsIn(whole))
  })

  it("writes nothing when its file has bad lines by then (import)", async () => {
    const database = world.database()
    const file = world.write("worse.ndjson", ndjson(many))
    await killAt(database, file, middle)
    Fs.appendFileSync(file, "{}\n")
    const { code, stderr } = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual([code, countJobs(database)], [1, 2_000])
    assert.include(stderr, "line 4001: ")
    assert.include(stderr, "1 of 4,001 lines cannot be imported; nothing was written.")
  })
})
