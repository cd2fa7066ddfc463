/**
 * Connections to the workers of a server. A connection stays with its worker; which one that is shows in what its worker has left for a
 * client, because each worker counts for itself.
 */
import { assert } from "@effect/vitest"
import { openClient } from "../HttpCall.ts"
import type { CallServer } from "../nodes/Partner.ts"

/** The number of requests to one worker that tell it from another one. */
const marks = 5

/** The system chooses a worker for each connection; it never chooses the same one so often. */
const attemptsMax = 30

/** What a worker has left for the client of a token. */
const leftOf = async (call: CallServer, token: string): Promise<number> => {
  const answer = await call("GET", "/v1/users?limit=1", { token })
  assert.strictEqual(answer.status, 200, answer.text)
  return Number(/;r=(\d+);/.exec(String(answer.headers["ratelimit"]))?.[1])
}

/** A connection to each of two workers. The client of the token must have many requests left, which come back slowly. */
export const connectToBoth = async (port: number, token: string) => {
  const one = openClient(port)
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const two = openClient(port)
    const left = await leftOf(two.call, token)
    for (let mark = 0; mark < marks; mark++) await leftOf(one.call, token)
    const close = () => [one, two].forEach((client) => client.close())
    // What came back meanwhile is one request, or none.
    if ((await leftOf(two.call, token)) >= left - 2) return { one: one.call, two: two.call, [Symbol.dispose]: close }
    two.close()
  }
  throw new Error("one worker answers every connection")
}
