/**
 * How long a start takes that must be refused: under three seconds each (design, R22). What it says is tested by `pnpm test`.
 */
import * as Fs from "node:fs"
import { assert, beforeAll, it } from "@effect/vitest"
import { badFiles, checkRefusal, digestsOf, moreBadFiles } from "../test/faults/BadFiles.ts"
import { runMain } from "../test/faults/ServerProcess.ts"
import { sharedFolder } from "../test/TestServer.ts"

const refusalMaxMs = 3_000
const rounds = 3
const all = [...badFiles, ...moreBadFiles]
const folder = sharedFolder()
const whole = folder.file("whole.db")

beforeAll(async () => {
  // A database as large as are still checked whole at the start: the slowest refusal there is.
  const seeded = await runMain({ command: "seed", databaseFile: whole }, ["--jobs", "100000"])
  assert.strictEqual(seeded.code, 0, seeded.stderr)
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
