import { assert, describe, it, vi } from "vitest"
import { createTestServer } from "../../src/testing.ts"
import { meet } from "./Foreign.ts"

describe("the clock of the test server", () => {
  it("stands still while nobody sleeps", async () => {
    const { send, server } = meet()
    const before = server.clock.nowMs()
    await send("/v1/jobs")
    await send("/v1/jobs")
    assert.strictEqual(server.clock.nowMs(), before)
    assert.strictEqual(before, Date.UTC(2026, 0, 1))
  })

  it("begins at `startMs`, which the Date header shows", async () => {
    const startMs = Date.UTC(2030, 5, 1)
    const { send } = meet({ startMs })
    assert.strictEqual((await send("/v1/jobs")).headers.get("date"), new Date(startMs).toUTCString())
  })

  it("jumps to the sleeper that is due first, whatever the order of falling asleep", async () => {
    const { clock } = createTestServer()
    const startMs = clock.nowMs()
    const woken: Array<number> = []
    const sleep = async (ms: number) => {
      await clock.sleep(ms)
      woken.push(clock.nowMs() - startMs)
    }
    await Promise.all([sleep(3_600_000), sleep(1_000), sleep(60_000), sleep(0)])
    assert.deepStrictEqual(woken, [0, 1_000, 60_000, 3_600_000])
  })

  it("jumps where the test has timers of its own too", async () => {
    const { clock } = createTestServer()
    const startMs = clock.nowMs()
    vi.useFakeTimers()
    await clock.sleep(3_600_000)
    vi.useRealTimers()
    assert.strictEqual(clock.nowMs() - startMs, 3_600_000)
  })

  it("does not jump while a request is in the server's hands", async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { send, scoped, server } = meet()
    const token = await scoped()
    server.answer("jobs.list", async () => {
      await promise
      return { body: { content: [], next: null, count: 0 } }
    })
    const order: Array<string> = []
    const answered = send("/v1/jobs", { token }).then(() => order.push("answered"))
    const slept = server.clock.sleep(5_000).then(() => order.push("woken"))
    for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next))
    assert.deepStrictEqual(order, [])
    resolve()
    await Promise.all([answered, slept])
    assert.deepStrictEqual(order, ["answered", "woken"])
  })

  it("jumps while a request hangs: a timeout of 30 s takes no time", async () => {
    const { send, server } = meet()
    server.failNext("jobs.list", "hang")
    const timeout = new AbortController()
    const startMs = server.clock.nowMs()
    void server.clock.sleep(30_000).then(() => timeout.abort(new Error("too slow")))
    const failure = await send("/v1/jobs", { signal: timeout.signal }).catch((error: unknown) => String(error))
    assert.strictEqual(failure, "Error: too slow")
    assert.strictEqual(server.clock.nowMs() - startMs, 30_000)
  })

  it("advance wakes every sleeper that is due, and no other", async () => {
    const { clock } = createTestServer()
    const quiet = new AbortController()
    let wokenMs = 0
    const startMs = clock.nowMs()
    const slept = clock.sleep(1_000).then(() => (wokenMs = clock.nowMs() - startMs))
    const other = clock.sleep(10_000, quiet.signal).catch((error: unknown) => String(error))
    clock.advance(2_500)
    quiet.abort(new Error("stop"))
    await slept
    assert.strictEqual(wokenMs, 2_500)
    assert.strictEqual(await other, "Error: stop")
  })

  it("an aborted sleep rejects with the reason, does not move time, and leaves no listener", async () => {
    const { clock } = createTestServer()
    const startMs = clock.nowMs()
    const aborted = AbortSignal.abort(new Error("no"))
    assert.strictEqual(await clock.sleep(5, aborted).catch((error: unknown) => String(error)), "Error: no")
    const { signal } = new AbortController()
    let listeners = 0
    const watched = Object.assign(signal, {
      addEventListener: () => void listeners++,
      removeEventListener: () => void listeners--
    })
    await clock.sleep(5, watched)
    assert.strictEqual(listeners, 0)
    assert.strictEqual(clock.nowMs() - startMs, 5)
  })
})
