/**
 * How long a start takes that must be refused: under three seconds each (design, R22). What it says is tested by `pnpm test`.
 */
import * as Fs from "node:fs"
import { assert, beforeAll, it } from "@effect/vitest"
import { badFiles, checkRefusal, digestsOf, moreBadFiles } from "../test/faults/BadFiles.ts"
import { runMain } from "../test/faults/ServerProcess.ts"
import { checkBytesMax } from "../src/store/sqlite/SqliteFile.ts"
import { sharedFolder } from "../test/TestServer.ts"

const refusalMaxMs = 3_000
const rounds = 3

/** As many as make a database that is only just checked whole at the start: the slowest refusal there is. */
const jobs = 34_000
const all = [...badFiles, ...moreBadFiles]
const folder = sharedFolder()
const whole = folder.file("whole.db")

beforeAll(async () => {
  const seeded = await runMain({ command: "seed", databaseFile: whole }, ["--jobs", String(jobs)])
  assert.strictEqual(seeded.code, 0, seeded.stderr)
  const { size } = Fs.statSync(whole)
  assert.isAtMost(size, checkBytesMax)
  assert.isAbove(size, checkBytesMax / 2)
})

it(`a refused start takes less than ${refusalMaxMs} ms, in ${rounds} rounds of ${all.length} faults (R22)`, async () => {
  const durations: Record<string, ReadonlyArray<number>> = {}
  for (const { what, make, words } of all) {
    const file = folder.file(`${what.replaceAll(/\W/g, "-")}.db`)
    make(whole, file)
    const before = digestsOf(folder.path)
    const taken: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      const outcome = await runMain({ command: "serve", databaseFile: file })
      checkRefusal(outcome, words)
      taken.push(Math.round(outcome.durationMs))
    }
    assert.deepStrictEqual(digestsOf(folder.path), before, "untouched")
    durations[what] = taken
  }
  console.log(JSON.stringify({ check: "refused starts", bytes: Fs.statSync(whole).size, durationsMs: durations }))
  const slowest = Math.max(...Object.values(durations).flat())
  assert.isBelow(slowest, refusalMaxMs)
  assert.isAbove(slowest, 50, "a process was started at all (negative control)")
})
