/**
 * One noisy organization does not slow another (decisions, Limits): A asks twenty times as much as it may, B half of what it may. A gets
 * its limit and no more; B is never refused, and hardly slower than when it is alone.
 */
import { Worker } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "../test/HttpCall.ts"
import { startServerProcess } from "../test/faults/ServerProcess.ts"
import { temporaryFolder } from "../test/TestServer.ts"
import { type PaceOptions, type PaceReport, runPace } from "./Pace.ts"

const perSecond = 50
const burst = 200
const seconds = 20
const limits = { RATE_LIMIT_PER_SECOND: String(perSecond), RATE_LIMIT_BURST: String(burst) }

const inThread = (options: PaceOptions): Promise<PaceReport> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./Pace.ts", import.meta.url), { workerData: { options } })
    worker.on("message", resolve)
    worker.on("error", reject)
  })

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
    const half = { ...at, token: quiet, perSecond: perSecond / 2 }
    const flooding = { ...at, token: noisy, perSecond: perSecond * 20 }
    // Once to warm up, so that no code is new to the machine; once alone, once beside the other.
    await Promise.all([inThread({ ...flooding, seconds: 5 }), runPace({ ...half, seconds: 5 })])
    const alone = await runPace(half)
    const [flood, beside] = await Promise.all([inThread(flooding), runPace(half)])
    console.log(JSON.stringify({ alone, beside, flood }))
    assert.deepStrictEqual(Object.keys(beside.statuses), ["200"])
    assert.isAtMost(beside.p99Ms, Math.max(2 * alone.p99Ms, 5))
    const allowed = burst + perSecond * seconds
    assert.isAtLeast(flood.statuses["200"] ?? 0, allowed * 0.95)
    assert.isAtMost(flood.statuses["200"] ?? 0, allowed * 1.05)
    assert.deepStrictEqual(Object.keys(flood.statuses).toSorted(), ["200", "429"])
  })
})
