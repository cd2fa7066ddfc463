/** Five minutes of steady work: memory and open files stay flat (design, R19). */
import { describe, it } from "@effect/vitest"
import { noProcfs, workSteadily } from "../verify/SteadyWork.ts"

const title = "300 s at 200 requests a second with 100000 expired tokens: all is flat (R19)"

describe("under steady work", () => {
  it.skipIf(noProcfs)(noProcfs ? `${title} [not run: no /proc here]` : title, () =>
    workSteadily({
      seconds: 300,
      sampleEverySeconds: 10,
      settledSeconds: 60,
      slopeMibMax: 1,
      expiredTokens: 100_000
    })
  )
})
