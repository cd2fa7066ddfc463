/**
 * Keys of an issuer in trouble, or beset by callers without a token: what is known goes on, and only fetching pauses (mcp.md, 5.4 and B10).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import {
  failurePauseMs,
  fetchPauseMs,
  fetchTimeoutMs,
  keysAgeMaxMs,
  keysLifetimeMs,
  keyWaitMs,
  refreshAfterMs,
  waitersMax
} from "../../../src/protocol/http/IssuerKeys.ts"
import { demo, makeWorld } from "../../fixture/Demo.ts"
import { audience, scopes, startIssuer } from "../../fixture/Issuer.ts"
import { callTool } from "../../fixture/RawCalls.ts"
import { startHttp } from "../../fixture/Running.ts"

/** A server and its issuer, whose keys have been fetched once by default. */
const start = async (warm = true) => {
  const issuer = await startIssuer()
  const clock = TestClock.layer({ warningDelay: "1 hour" })
  const authorization = { kind: "issuer" as const, issuer: issuer.issuer, audience, scopes }
  const server = await startHttp(demo(makeWorld()), { authorization }, Layer.empty, clock)
  const statusOf = async (token: string) =>
    (await callTool(server.url, "look", {}, { headers: { authorization: `Bearer ${token}` } })).status
  const known = await issuer.token()
  if (warm) assert.strictEqual(await statusOf(known), 200)
  return {
    issuer,
    known,
    statusOf,
    log: server.log,
    pass: (ms: number) => server.runtime.runPromise(TestClock.adjust(ms)),
    /** How often the keys themselves were requested. */
    fetches: () => issuer.requested.filter((url) => url === "/keys").length,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await issuer[Symbol.asyncDispose]()
    }
  }
}

describe("a token with a key that nobody published", () => {
  it("while the issuer fails: 401, and known keys go on", async () => {
    await using both = await start()
    await both.pass(fetchPauseMs)
    both.issuer.become("failing")
    assert.strictEqual(await both.statusOf(await both.issuer.strange("x")), 401)
    assert.strictEqual(await both.statusOf(both.known), 200)
    assert.strictEqual(await both.statusOf(await both.issuer.strange("y")), 401)
    assert.strictEqual(await both.statusOf(both.known), 200)
  })

  it.each([["hanging" as const], ["dripping" as const]])(
    "while the issuer is %s: known keys do not wait, and it is refused within a bound",
    async (health) => {
      await using both = await start()
      await both.pass(fetchPauseMs)
      both.issuer.become(health)
      const requested = both.issuer.nextRequest()
      const refused = both.statusOf(await both.issuer.strange("x"))
      await requested
      for (const _ of [1, 2, 3]) assert.strictEqual(await both.statusOf(both.known), 200)
      await both.pass(keyWaitMs)
      assert.strictEqual(await refused, 401)
      assert.strictEqual(await both.statusOf(both.known), 200)
    }
  )

  it("many of them: one fetch for each pause", async () => {
    await using both = await start()
    const flood = async () => {
      const tokens = await Promise.all(Array.from({ length: 60 }, (_, index) => both.issuer.strange(`x${index}`)))
      const answers = await Promise.all([both.known, ...tokens].map(both.statusOf))
      assert.deepStrictEqual(answers, [200, ...tokens.map(() => 401)])
    }
    await flood()
    assert.strictEqual(both.fetches(), 1)
    await both.pass(fetchPauseMs)
    await flood()
    assert.strictEqual(both.fetches(), 2)
    both.issuer.become("failing")
    await both.pass(fetchPauseMs)
    const before = both.issuer.requested.length
    await flood()
    await flood()
    // Both addresses of metadata, once.
    assert.strictEqual(both.issuer.requested.length, before + 2)
  })

  it("more of them than may wait: the others are refused at once", async () => {
    await using both = await start()
    await both.pass(fetchPauseMs)
    both.issuer.become("hanging")
    const surplus = 20
    const enough = Promise.withResolvers<void>()
    const early = Array<number>()
    const tokens = await Promise.all(
      Array.from({ length: waitersMax + surplus }, (_, index) => both.issuer.strange(`x${index}`))
    )
    const all = tokens.map(async (token) => {
      const status = await both.statusOf(token)
      if (early.push(status) === surplus) enough.resolve()
      return status
    })
    await enough.promise
    assert.lengthOf(early, surplus)
    assert.strictEqual(await both.statusOf(both.known), 200)
    await both.pass(keyWaitMs)
    assert.deepStrictEqual(new Set(await Promise.all(all)), new Set([401]))
  })
})

describe("a new key", () => {
  it("works at once when the last fetch is long ago", async () => {
    await using both = await start()
    await both.pass(fetchPauseMs)
    assert.strictEqual(await both.statusOf(await both.issuer.rotate("two")), 200)
    // The old one was taken back with it.
    assert.strictEqual(await both.statusOf(both.known), 401)
  })

  it("of an issuer that failed works after the pause", async () => {
    await using both = await start()
    await both.pass(fetchPauseMs)
    both.issuer.become("failing")
    const renewed = await both.issuer.rotate("two")
    assert.strictEqual(await both.statusOf(renewed), 401)
    both.issuer.become("healthy")
    assert.strictEqual(await both.statusOf(renewed), 401)
    await both.pass(failurePauseMs)
    assert.strictEqual(await both.statusOf(renewed), 200)
  })

  it("of an issuer that hung works after the fetch was given up, and the pause", async () => {
    await using both = await start()
    await both.pass(fetchPauseMs)
    both.issuer.become("hanging")
    const requested = both.issuer.nextRequest()
    const renewed = await both.issuer.rotate("two")
    const refused = both.statusOf(renewed)
    await requested
    await both.pass(fetchTimeoutMs)
    assert.strictEqual(await refused, 401)
    both.issuer.become("healthy")
    await both.pass(failurePauseMs)
    assert.strictEqual(await both.statusOf(renewed), 200)
  })
})

describe("the age of keys", () => {
  it("of a reachable issuer: a key that was taken back is trusted no longer than their lifetime", async () => {
    await using both = await start()
    await both.issuer.rotate("two")
    await both.pass(keysLifetimeMs)
    assert.strictEqual(await both.statusOf(both.known), 401)
  })

  it("keys in use are renewed before their end, and nobody waits for it", async () => {
    await using both = await start()
    await both.pass(refreshAfterMs)
    both.issuer.become("hanging")
    const requested = both.issuer.nextRequest()
    assert.strictEqual(await both.statusOf(both.known), 200)
    await requested
  })

  it("at their end an issuer that hangs is waited for once, within a bound; then they go on", async () => {
    await using both = await start()
    await both.pass(keysLifetimeMs)
    both.issuer.become("hanging")
    const requested = both.issuer.nextRequest()
    const waited = both.statusOf(both.known)
    await requested
    await both.pass(keyWaitMs)
    assert.strictEqual(await waited, 200)
    assert.strictEqual(await both.statusOf(both.known), 200)
  })

  it("of an issuer that cannot be reached: they go on for an hour, then 503 until it is back", async () => {
    await using both = await start()
    both.issuer.become("failing")
    await both.pass(keysLifetimeMs)
    assert.strictEqual(await both.statusOf(both.known), 200)
    await both.pass(keysAgeMaxMs - keysLifetimeMs - 1)
    assert.strictEqual(await both.statusOf(both.known), 200)
    await both.pass(failurePauseMs)
    assert.strictEqual(await both.statusOf(both.known), 503)
    both.issuer.become("healthy")
    await both.pass(failurePauseMs)
    assert.strictEqual(await both.statusOf(both.known), 200)
  })
})

describe("the first keys", () => {
  it.each([["hanging" as const], ["dripping" as const]])(
    "of an issuer that is %s: 503 within a bound",
    async (health) => {
      await using both = await start(false)
      both.issuer.become(health)
      const requested = both.issuer.nextRequest()
      const refused = both.statusOf(both.known)
      await requested
      await both.pass(keyWaitMs)
      assert.strictEqual(await refused, 503)
      both.issuer.become("healthy")
      await both.pass(fetchTimeoutMs)
      await both.pass(failurePauseMs)
      assert.strictEqual(await both.statusOf(both.known), 200)
    }
  )

  it("that are too large are not read: 503, and the log says so", async () => {
    await using both = await start(false)
    both.issuer.become("huge")
    assert.strictEqual(await both.statusOf(both.known), 503)
    assert.include(both.log.join(""), '"event":"keys_unavailable"')
  })
})
