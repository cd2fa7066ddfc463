/**
 * What a body costs (decisions, Limits): nothing on its way is worse than linear, so the worst body that an endpoint reads takes
 * little of the processor, whether it is refused or not.
 *
 * Processor time of this process counts, that of the client included; what else the machine does meanwhile does not.
 */
import { assert, describe, it } from "@effect/vitest"
import { sharedServer } from "../test/TestServer.ts"
import { targets } from "../test/hostile/WorstBodies.ts"

const { call, tokens } = await sharedServer()
const person = { id: "usr_worst", first_name: "A", last_name: "B", email: "worst@example.com" }
await call("POST", "/v1/users", { token: tokens.acme, json: person })

/** A request takes less than this of one core for each 128 KiB that its endpoint reads. */
const cpuMsMax = 25
const cpuBytes = 131_072

/** A body is sent this many times, after two to warm up; the cheapest counts, because a collection of garbage may fall into any. */
const rounds = 3

const tokenOf = { public: undefined, credentials: undefined, primary: tokens.primary, scoped: tokens.acme }

const cpuMsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

describe("the worst bodies", () => {
  it.for(targets)(
    "of $id take less than 25 ms of the processor for each 128 KiB (decisions, Limits)",
    async (target) => {
      const token = tokenOf[target.level]
      assert.isAtLeast(target.bodies.length, 40)
      const limitMs = cpuMsMax * Math.max(1, target.bodyBytesMax / cpuBytes)
      const slow: Array<string> = []
      let key = 0
      let worst = { what: "", cpuMs: 0 }
      for (const { what, bytes } of target.bodies) {
        const send = () =>
          call(target.method, target.path, {
            body: bytes,
            // A key makes the way longer: a request is compared with the first one under its key.
            headers: { "content-type": target.mediaType, "idempotency-key": `${key++}` },
            ...(token === undefined ? {} : { token })
          })
        const { status } = await send()
        assert.isBelow(status, 500, what)
        assert.notInclude([404, 405, 413], status, what)
        await send()
        const times: Array<number> = []
        for (let round = 0; round < rounds; round++) times.push(await cpuMsOf(send))
        const cpuMs = Math.min(...times)
        if (cpuMs > worst.cpuMs) worst = { what, cpuMs }
        if (cpuMs >= limitMs) slow.push(`${what}: ${cpuMs.toFixed(1)} ms`)
      }
      if (process.env["SHOW_TIMES"]) console.log(target.id, worst)
      assert.deepStrictEqual(slow, [])
    }
  )
})
