/**
 * `kill -9` in numbers: what was acknowledged is there after every one of them (issue 3, durability; design, R1).
 */
import { assert, it } from "@effect/vitest"
import { runCrashTrials } from "../test/faults/CrashTrials.ts"
import { sharedFolder } from "../test/TestServer.ts"

const trials = 20
const folder = sharedFolder()

it(`kill -9 loses nothing acknowledged in ${trials} trials with eight writers (R1)`, async () => {
  const { written, found, ...report } = await runCrashTrials({ databaseFile: folder.file("crash.db"), trials })
  const figures = { ...report, acknowledgedFees: [...written.fees], stored: found.users.length }
  console.log(JSON.stringify({ check: "crash", ...figures }))
  assert.deepStrictEqual(report.faults, [])
})
