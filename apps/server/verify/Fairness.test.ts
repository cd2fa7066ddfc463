/**
 * One noisy organization does not slow another (decisions, Limits): A asks twenty times as much as it may, B half of what it may. A gets
 * its limit and no more; B is never refused, and hardly slower than when it is alone.
 *
 * The flood keeps the machine busy too, not only the server: a server that nobody else asks is timed at the same moments, and what its
 * answers wait is the machine's.
 */
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "../test/HttpCall.ts"
import { startServerProcess } from "../test/faults/ServerProcess.ts"
import { temporaryFolder } from "../test/TestServer.ts"
import { startIdleServer } from "./IdleServer.ts"
import { goodRound, paceInThread, runPace } from "./Pace.ts"

const perSecond = 50
const burst = 200
const seconds = 10
const limits = { RATE_LIMIT_PER_SECOND: String(perSecond), RATE_LIMIT_BURST: String(burst) }

describe("a noisy organization", () => {
  it("gets its limit, and the other one does not notice (decisions, Limits)", async () => {
    using folder = temporaryFolder()
    await using server = await startServerProcess({
      command: "sandbox",
      databaseFile: folder.file("fair.db"),
      settings: limits
    })
    const form = { grant_type: "client_credentials", client_id: "sandbox-client", client_secret: "sandbox-secret" }
    const primary = textOf(await server.call("POST", "/oauth/token", { form }), "access_token")
    const scoped = async (id: string) =>
      textOf(await server.call("POST", `/v1/organizations/${id}/token`, { token: primary }), "access_token")
    const [noisy, quiet] = [await scoped("org_acme"), await scoped("org_globex")]
    const at = { port: server.port, path: "/v1/jobs?limit=3", seconds }
    await using idle = await startIdleServer()
    const half = { ...at, token: quiet, perSecond: perSecond / 2 }
    const flooding = { ...at, token: noisy, perSecond: perSecond * 20 }
    // Once to warm up, so that no code is new to the machine; once alone, once beside the other.
    await Promise.all([paceInThread({ ...flooding, seconds: 5 }), runPace({ ...half, seconds: 5 })])
    const measure = async () => {
      const alone = await runPace(half)
      const [flood, beside, machine] = await Promise.all([
        paceInThread(flooding),
        runPace(half),
        runPace({ ...half, port: idle.port })
      ])
      return { alone, beside, machine, flood, p99MsMax: Math.max(2 * alone.p99Ms, 5) + machine.p99Ms }
    }
    const seen = await goodRound(measure, ({ beside, p99MsMax }) => beside.p99Ms <= p99MsMax)
    const { beside, flood, p99MsMax } = seen
    console.log(JSON.stringify(seen))
    assert.deepStrictEqual(Object.keys(beside.statuses), ["200"])
    assert.isAtMost(beside.p99Ms, p99MsMax)
    const allowed = burst + perSecond * seconds
    assert.isAtLeast(flood.statuses["200"] ?? 0, allowed * 0.95)
    assert.isAtMost(flood.statuses["200"] ?? 0, allowed * 1.05)
    assert.deepStrictEqual(Object.keys(flood.statuses).toSorted(), ["200", "429"])
  })
})
