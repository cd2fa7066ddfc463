/** The small twin of `long/Soak.test.ts`: a minute of steady work, in which a leak of a page of memory a request shows. */
import { assert, describe, it } from "@effect/vitest"
import { startProcess } from "../test/faults/ServerProcess.ts"
import { growthOf, meterArgs, openMeter, type Sample } from "./GrowthMeter.ts"
import { noProcfs, workSteadily } from "./SteadyWork.ts"

const title = "50 s at 200 requests a second: all is flat (R19)"

describe("under steady work", () => {
  it.skipIf(noProcfs)(noProcfs ? `${title} [not run: no /proc here]` : title, () =>
    workSteadily({
      seconds: 50,
      sampleEverySeconds: 2,
      settledSeconds: 20,
      slopeMibMax: 20,
      // Expired tokens go later than in this minute.
      expiredTokens: 0
    })
  )

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
      await program.outputMatch(/ready/)
      const measure = openMeter(program)
      const samples: Array<Sample> = []
      for (let sample = 0; sample < 20; sample++) samples.push(await measure(sample * 10))
      assert.match(growthOf(samples, { settledSeconds: 60, slopeMibMax: 1 }).join(), /memory grows.*open files grow/)
    }
  )
})
