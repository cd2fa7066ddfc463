/**
 * Five hundred good requests with something changed, by a fixed seed (issue 3). The long run is verify/HostileMutations.test.ts.
 */
import * as Net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { sharedServer } from "../TestServer.ts"
import { replay, runMutations } from "./MutationRun.ts"
import { mutation } from "./Mutations.ts"

const { port, tokens, call } = await sharedServer()
const count = 500

/** Something that listens on a port and answers everything with the same bytes. */
const listenWith = async (answer: string) => {
  const server = Net.createServer((socket) => {
    socket.on("error", () => {})
    socket.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    port: address !== null && typeof address === "object" ? address.port : 0,
    [Symbol.dispose]: () => server.close()
  }
}

describe("a mutated request", () => {
  it("gets no answer of 500 and above, no silence, and the Error body (issue 3)", async () => {
    const { broken, statuses } = await runMutations({ port, tokens, ...replay(1), count })
    assert.deepStrictEqual(broken, [])
    // The mutations reach far in: some requests are still good, and many kinds of refusals are met.
    for (const status of ["200", "400", "401", "404", "405", "415", "422"]) assert.property(statuses, status)
    assert.strictEqual((await call("GET", "/health/ready")).status, 200)
  })

  it("is the same for the same seed and number, and another for another", () => {
    assert.deepStrictEqual(mutation(7, 11, tokens), mutation(7, 11, tokens))
    assert.notDeepEqual(mutation(7, 11, tokens), mutation(7, 12, tokens))
    assert.notDeepEqual(mutation(7, 11, tokens), mutation(8, 11, tokens))
  })

  it.for<[what: string, answer: string]>([
    ["a fault of ours", "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"],
    ["a bare refusal", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"],
    ["half an answer", "HTTP/1.1 400 Bad Request\r\nContent-Length: 9\r\n\r\n{"]
  ])("is judged: %s does not pass, and its seed is printed (negative control)", async ([, answer]) => {
    using listener = await listenWith(answer)
    const { broken } = await runMutations({ port: listener.port, tokens, seed: 3, first: 5, count: 1 })
    assert.lengthOf(broken, 1)
    assert.include(String(broken[0]), "HOSTILE_SEED=3 HOSTILE_FIRST=5")
  })
})
