/**
 * Good requests with something changed (issue 3): 0 answers of 500 and above, 0 hangs over ten seconds, every refusal with the Error body.
 * `HostileMutations.test.ts` runs it here and in `long`. HOSTILE_SEED starts another run; a failure prints how to repeat it.
 */
import { assert, describe, it } from "@effect/vitest"
import { replay, runMutations } from "../test/hostile/MutationRun.ts"
import { sharedServer } from "../test/TestServer.ts"

/** Sends a number of them to one server. */
export const mutationsAreAnswered = (count: number): void => {
  describe("mutated requests in numbers", async () => {
    const { port, tokens, call } = await sharedServer()

    it(`${count} get no answer of 500 and above, no silence, and the Error body (issue 3)`, async () => {
      const from = replay(20_261_121)
      const figures = await runMutations({ port, tokens, ...from, count })
      console.log(JSON.stringify({ what: "mutated requests", count, seed: from.seed, ...figures }))
      assert.deepStrictEqual(figures.broken, [])
      assert.strictEqual((await call("GET", "/health/ready")).status, 200)
    })
  })
}
