/**
 * The client library under the default limit: 800 reads at once, and 500 writes of 40 workers. No call fails, hardly one is sent twice, and
 * the programs take as long as the limit asks (README of the client).
 */
import { assert, it } from "@effect/vitest"
import { defaultRateLimit } from "@partner-api/service/services/access/RateLimits"
import { runPrograms } from "../test/client/PacedCalls.ts"

it("800 reads at once, and 500 writes of 40 workers (README)", async () => {
  const ran = await runPrograms({ ...defaultRateLimit, reads: 800, writes: 500, workers: 40 })
  console.log(JSON.stringify(ran))
  for (const { ofAllowed, requestsPerCall } of [ran.reads, ran.writes]) {
    assert.isAtMost(requestsPerCall, 1.02)
    assert.isAbove(ofAllowed, 0.99)
    assert.isBelow(ofAllowed, 1.2)
  }
})
