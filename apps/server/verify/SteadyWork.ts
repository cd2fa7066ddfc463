/**
 * Steady work on a database that begins with expired tokens: memory and open files stay flat, and the expired tokens go (design, R19).
 */
import * as Fs from "node:fs"
import { assert } from "@effect/vitest"
import { acmeToken, startServerProcess } from "../test/faults/ServerProcess.ts"
import { openDatabase, sharedFolder, startServer } from "../test/TestServer.ts"
import { runLoad } from "./SteadyLoad.ts"
import { growthOf, meterArgs, openMeter, type Sample, settledMibOf, slopePerMinute } from "./GrowthMeter.ts"

const perSecond = 200
const folder = sharedFolder()

/** The system counts open files and memory there. */
export const noProcfs = !Fs.existsSync("/proc/self/fd")

/** How long the work takes and how often a sample is taken, in seconds; the first ones, in which the process warms up, do not count. */
export interface SteadyWork {
  readonly seconds: number
  readonly sampleEverySeconds: number
  readonly settledSeconds: number
  /** The growth of memory in a minute that is no growth: the shorter the run, the more the garbage collector scatters it. */
  readonly slopeMibMax: number
  readonly expiredTokens: number
}

const insertExpired = (databaseFile: string, expiredTokens: number): void => {
  using operator = openDatabase(databaseFile)
  const insert = operator.db.prepare(
    "INSERT INTO tokens (digest, client_id, is_primary, expires_at_ms) VALUES (?, 'sandbox-client', 1, ?)"
  )
  operator.db.exec("BEGIN")
  for (let index = 0; index < expiredTokens; index++) insert.run(`expired${index}`, index)
  operator.db.exec("COMMIT")
}

const countExpired = (databaseFile: string): number => {
  using operator = openDatabase(databaseFile)
  const row = operator.db.prepare("SELECT count(*) AS count FROM tokens WHERE expires_at_ms <= ?").get(Date.now())
  return Number(row?.["count"])
}

/** Takes samples until the work is done. */
const sampleDuring = async (
  work: Promise<unknown>,
  everySeconds: number,
  take: (seconds: number) => Promise<void>
): Promise<void> => {
  const startMs = performance.now()
  let pending = Promise.resolve()
  const timer = setInterval(() => {
    pending = take((performance.now() - startMs) / 1_000)
  }, everySeconds * 1_000)
  await work.finally(() => clearInterval(timer))
  await pending
}

/** Works for the time, and fails where something grows. */
export const workSteadily = async ({
  expiredTokens,
  sampleEverySeconds,
  seconds,
  settledSeconds,
  slopeMibMax
}: SteadyWork): Promise<void> => {
  const databaseFile = folder.file("soak.db")
  await (await startServer({ databaseFile })).stop()
  insertExpired(databaseFile, expiredTokens)
  assert.strictEqual(countExpired(databaseFile), expiredTokens)
  await using server = await startServerProcess({ command: "sandbox", databaseFile, nodeArgs: meterArgs })
  const token = await acmeToken(server.call)
  server.close()
  const measure = openMeter(server)
  const samples: Array<Sample> = [await measure(0)]
  const expired: Array<number> = []
  const work = runLoad(server.port, token, { perSecond, seconds })
  await sampleDuring(work, sampleEverySeconds, async (at) => {
    samples.push(await measure(at))
    expired.push(countExpired(databaseFile))
  })
  const load = await work
  const settled = samples.filter((sample) => sample.seconds >= settledSeconds)
  const figures = {
    check: "steady work",
    perSecond,
    seconds,
    ...load,
    settledSlopeMibPerMinute: slopePerMinute(settled, settledMibOf),
    youngMaxMib: Math.max(...samples.map(({ youngMib }) => youngMib)),
    anonymousSlopeMibPerMinute: slopePerMinute(settled, ({ anonymousMib }) => anonymousMib),
    heapSlopeMibPerMinute: slopePerMinute(settled, ({ heapMib }) => heapMib),
    loopP99MaxMs: Math.max(...samples.map(({ loopP99Ms }) => loopP99Ms)),
    databaseBytes: Fs.statSync(databaseFile).size,
    expired,
    samples
  }
  console.log(JSON.stringify(figures))
  assert.deepStrictEqual(Object.keys(load.statuses).toSorted(), ["200", "201", "400", "401", "409"])
  assert.deepStrictEqual(growthOf(samples, { settledSeconds, slopeMibMax }), [])
  assert.strictEqual(expired.at(-1), 0, "expired tokens are removed")
  assert.strictEqual((await server.kill("SIGTERM")).code, 0)
}
