/**
 * How long a token is accepted after it was taken back: the time until each of several processes refuses it (decisions, Tokens).
 */
import { assert } from "@effect/vitest"
import type { CallServer } from "./Partner.ts"
import { startTicks } from "./Ticks.ts"

/** The bound that is decided. */
export const staleMaxMs = 1_000

/** The pause between two requests of a caller that wants to know. */
const paceMs = 10

/** More requests than fit into the bound many times over. */
const requestsMax = 1_000

/** Asks until the answer is this status. Gives the moment at which the last request with another answer was sent. */
const lastAccepted = async (call: CallServer, token: string, refusal: number): Promise<number> => {
  using pauses = startTicks(paceMs)
  let acceptedMs = 0
  for (let sent = 0; sent < requestsMax; sent++) {
    const sentMs = performance.now()
    const { status } = await call("GET", "/v1/jobs?limit=1", { token })
    if (status === refusal) return acceptedMs
    assert.strictEqual(status, 200)
    acceptedMs = sentMs
    await pauses.next()
  }
  throw new Error(`not refused after ${requestsMax} requests`)
}

/** The time after `change` was done until each of `calls` has begun to answer with `refusal`. */
export const staleness = async (
  calls: ReadonlyArray<CallServer>,
  token: string,
  refusal: number,
  change: () => Promise<unknown>
): Promise<ReadonlyArray<number>> => {
  for (const call of calls) assert.strictEqual((await call("GET", "/v1/jobs?limit=1", { token })).status, 200)
  await change()
  const doneMs = performance.now()
  const last = await Promise.all(calls.map((call) => lastAccepted(call, token, refusal)))
  return last.map((acceptedMs) => Math.max(0, acceptedMs - doneMs))
}
