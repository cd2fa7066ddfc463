/**
 * Five minutes of steady work on a database that begins with 100,000 expired tokens: memory and open files stay flat, the expired
 * tokens go (issue 3, five minutes at 200 requests a second; design, R19).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { acmeToken, startProcess, startServerProcess } from "../test/faults/ServerProcess.ts"
import { openDatabase, sharedFolder, startServer } from "../test/TestServer.ts"
import { runLoad } from "./SoakLoad.ts"
import { growthOf, meterArgs, openMeter, type Sample, settledMibOf, slopePerMinute } from "./SoakMeter.ts"

const perSecond = 200
const seconds = 300
const sampleEveryMs = 10_000
const expiredTokens = 100_000
const title = `${seconds} s at ${perSecond} requests a second with ${expiredTokens} expired tokens: all is flat (R19)`
const folder = sharedFolder()
const noProcfs = !Fs.existsSync("/proc/self/fd")

const insertExpired = (databaseFile: string): void => {
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
const sampleDuring = async (work: Promise<unknown>, take: (seconds: number) => Promise<void>): Promise<void> => {
  const startMs = performance.now()
  let pending = Promise.resolve()
  const timer = setInterval(() => {
    pending = take((performance.now() - startMs) / 1_000)
  }, sampleEveryMs)
  await work.finally(() => clearInterval(timer))
  await pending
}

describe("under steady work", () => {
  it.skipIf(noProcfs)(noProcfs ? `${title} [not run: no /proc here]` : title, async () => {
    const databaseFile = folder.file("soak.db")
    await (await startServer({ databaseFile })).stop()
    insertExpired(databaseFile)
    assert.strictEqual(countExpired(databaseFile), expiredTokens)
    await using server = await startServerProcess({ command: "sandbox", databaseFile, nodeArgs: meterArgs })
    const token = await acmeToken(server.call)
    server.close()
    const measure = openMeter(server)
    const samples: Array<Sample> = [await measure(0)]
    const expired: Array<number> = []
    const work = runLoad(server.port, token, { perSecond, seconds })
    await sampleDuring(work, async (at) => {
      samples.push(await measure(at))
      expired.push(countExpired(databaseFile))
    })
    const load = await work
    const settled = samples.filter((sample) => sample.seconds >= 60)
    const figures = {
      check: "soak",
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
    assert.deepStrictEqual(growthOf(samples), [])
    assert.strictEqual(expired.at(-1), 0, "expired tokens are removed")
    assert.strictEqual((await server.kill("SIGTERM")).code, 0)
  })

  it.skipIf(noProcfs)(
    "a process that keeps a mebibyte and a file each time is found out (negative control)",
    async () => {
      const leak = `
      const kept = []
      process.on("SIGUSR2", () => {
        kept.push(Buffer.alloc(1048576, 1), require("node:fs").openSync(process.execPath))
      })
      setInterval(() => {}, 1000)
      console.log("ready")`
      await using program = startProcess([process.execPath, ...meterArgs, "-e", leak])
      await program.says(/ready/)
      const measure = openMeter(program)
      const samples: Array<Sample> = []
      for (let sample = 0; sample < 20; sample++) samples.push(await measure(sample * 10))
      assert.match(growthOf(samples).join(), /memory grows.*open files grow/)
    }
  )
})
