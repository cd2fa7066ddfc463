/**
 * The client library keeps to the limit that the server tells it of, over real sockets in real time (README of the client; decisions,
 * Limits). The default limit at full size is in `verify/ClientRateLimits.test.ts`.
 */
import { assert, it } from "@effect/vitest"
import { runPrograms } from "./PacedCalls.ts"

it("more calls than a limit lets through at once are neither refused nor lost (README)", async () => {
  const { reads, writes } = await runPrograms({ perSecond: 50, burst: 50, reads: 100, writes: 100, workers: 20 })
  // Two tokens, and what the server has beyond the specification.
  assert.isAtMost(reads.requestsPerCall, 1.02)
  assert.isAtMost(writes.requestsPerCall, 1.03)
  // A machine that is busy with other tests is slower than the limit; the limit itself is not passed.
  for (const { ofAllowed } of [reads, writes]) assert.isAbove(ofAllowed, 0.95)
})
