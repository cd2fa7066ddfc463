/**
 * When requests are sent, against a bucket as the service keeps it, over networks of any delay (decisions, Limits).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { makePace, type SentRequest } from "../../src/core/pacing/Pace.ts"
import { readCost, readRateLimit } from "../../src/core/pacing/RateLimit.ts"

const headersOf = (policy: string, limit: string) => ({ "ratelimit-policy": policy, ratelimit: limit })

/** A bucket as the service has it: whole requests, refilled one by one. A request pays for more than one after it was let in. */
const makeBucket = (burst: number, perSecond: number) => {
  let left = burst
  let refilledMs = 0
  return (nowMs: number, cost = 1) => {
    const refilled = Math.floor(((nowMs - refilledMs) * perSecond) / 1_000)
    left = Math.min(burst, left + refilled)
    refilledMs = left >= burst ? nowMs : refilledMs + (refilled * 1_000) / perSecond
    const isLetIn = left >= 1
    if (isLetIn) left = Math.max(left - cost, -60 * perSecond)
    const untilWholeSeconds = Math.ceil((burst - left) / perSecond)
    const headers = {
      ...headersOf(
        `"default";q=${burst};w=${burst / perSecond}`,
        `"default";r=${Math.max(0, left)};t=${untilWholeSeconds}`
      ),
      "ratelimit-cost": String(cost)
    }
    return { isLetIn, headers }
  }
}

/** What happened to requests that were all begun at the start. */
interface Outcome {
  readonly endMs: number
  readonly refused: number
}

/** Sends `count` requests; each way takes the next of `delaysMs`, and each request costs the next of `costs`. */
const simulate = (
  count: number,
  burst: number,
  perSecond: number,
  delaysMs: ReadonlyArray<number>,
  costs: ReadonlyArray<number> = [1]
): Outcome => {
  const pace = makePace()
  const bucket = makeBucket(burst, perSecond)
  const events: Array<{ readonly atMs: number; readonly happen: (atMs: number) => void }> = []
  let [nowMs, sent, refused, delays] = [0, 0, 0, 0]
  const after = (happen: (atMs: number) => void) => {
    const delayMs = delaysMs[delays++ % delaysMs.length] ?? 0
    events.push({ atMs: nowMs + delayMs, happen })
  }
  const travel = (request: SentRequest) => {
    const cost = costs[(sent - 1) % costs.length] ?? 1
    after((arrivedMs) => {
      const { headers, isLetIn } = bucket(arrivedMs, cost)
      after((answeredMs) => {
        pace.learn(request, answeredMs, isLetIn ? 200 : 429, readRateLimit(headers), readCost(headers))
        if (!isLetIn) {
          refused += 1
          pace.refuse(request, answeredMs, 1_000)
        }
        pace.end(answeredMs)
      })
    })
  }
  for (;;) {
    // Timers count whole milliseconds.
    const waitMs = sent < count ? Math.ceil(pace.waitMs(nowMs)) : Number.POSITIVE_INFINITY
    if (waitMs === 0) {
      sent += 1
      travel(pace.send(nowMs))
      continue
    }
    const [next] = events.toSorted((one, other) => one.atMs - other.atMs)
    if (next === undefined && waitMs === Number.POSITIVE_INFINITY) return { endMs: nowMs, refused }
    if (next === undefined || next.atMs > nowMs + waitMs) nowMs += waitMs
    else {
      events.splice(events.indexOf(next), 1)
      nowMs = next.atMs
      next.happen(nowMs)
    }
  }
}

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("one client under a limit", () => {
  it.prop(
    "is never refused, and is as fast as the limit allows (README)",
    [between(4, 60), between(1, 5), between(1, 200), Schema.NonEmptyArray(between(0, 40))],
    ([perSecond, windowSeconds, count, delaysMs]) => {
      const burst = perSecond * windowSeconds
      const { endMs, refused } = simulate(count, burst, perSecond, delaysMs)
      assert.strictEqual(refused, 0)
      const allowedMs = (Math.max(0, count - burst) / perSecond) * 1_000
      // Beside the limit: one way and back for each doubling of the requests at once, and for the last one.
      const rounds = Math.ceil(Math.log2(Math.min(count, burst) / 4 + 1)) + 1
      // And what it leaves out of a full limit, because requests are on their way.
      assert.isAtMost(endMs, allowedMs * 1.05 + rounds * 80 + 80 + 2_000 / perSecond)
    }
  )

  for (const [perSecond, windowSeconds, count, delaysMs] of [
    // The limit was full again before the slowest of the first requests arrived.
    [56, 1, 84, [39, 0, 19]],
    [30, 3, 113, [40, 1, 39]],
    [54, 2, 190, [40, 5, 37]]
  ] as const) {
    it(`is not refused when ${count} requests arrive out of turn, at ${perSecond} per second`, () => {
      assert.strictEqual(simulate(count, perSecond * windowSeconds, perSecond, delaysMs).refused, 0)
    })
  }

  it.prop(
    "is never refused for requests that cost alike, and its own cost is nobody else's use (decisions, Limits)",
    [between(20, 60), between(2, 5), between(2, 8), Schema.NonEmptyArray(between(0, 40))],
    ([perSecond, windowSeconds, cost, delaysMs]) => {
      // The limit holds the first four requests, which are sent before a cost is known.
      const [burst, count] = [perSecond * windowSeconds, 60]
      const { endMs, refused } = simulate(count, burst, perSecond, delaysMs, [cost])
      assert.strictEqual(refused, 0)
      const allowedMs = (Math.max(0, count * cost - burst) / perSecond) * 1_000
      assert.isAtMost(endMs, allowedMs * 1.1 + 1_000)
    }
  )

  it("begins with a few requests, and doubles them with each round of answers (README)", () => {
    const pace = makePace()
    const stated = { quota: 100, windowMs: 1_000 }
    let remaining = 100
    const sentAt = (nowMs: number) => {
      const sent: Array<SentRequest> = []
      while (pace.waitMs(nowMs) === 0) sent.push(pace.send(nowMs))
      return sent
    }
    const answer = (sent: ReadonlyArray<SentRequest>, nowMs: number) => {
      for (const request of sent) {
        remaining -= 1
        pace.learn(request, nowMs, 200, { ...stated, remaining })
        pace.end(nowMs)
      }
    }
    const rounds: Array<number> = []
    for (let nowMs = 0; nowMs < 4; nowMs += 1) {
      const sent = sentAt(nowMs)
      rounds.push(sent.length)
      answer(sent, nowMs + 1)
    }
    assert.deepStrictEqual(rounds, [4, 8, 16, 32])
  })

  it("sends one more each second when no answer comes", () => {
    const pace = makePace()
    for (let request = 0; request < 4; request += 1) pace.send(0)
    assert.strictEqual(pace.waitMs(0), 1_000)
    assert.strictEqual(pace.waitMs(400), 600)
    pace.send(1_000)
    assert.strictEqual(pace.waitMs(1_000), 1_000)
  })

  it("counts requests under way against what remains", () => {
    const pace = makePace()
    const first = [0, 1, 2, 3].map(() => pace.send(0))
    for (const request of first) {
      pace.learn(request, 500, 200, { quota: 10, windowMs: 1_000, remaining: 6 })
      pace.end(500)
    }
    // Each of the four may have been counted before the three others, so three are left for certain.
    const waits: Array<number> = []
    for (let nowMs = 500; waits.length < 4; nowMs += Math.ceil(waits.at(-1) ?? 0)) {
      waits.push(pace.waitMs(nowMs))
      if (waits.at(-1) === 0) pace.send(nowMs)
    }
    assert.deepStrictEqual(
      waits.map((waitMs) => Math.round(waitMs)),
      [0, 0, 1, 0]
    )
    assert.closeTo(pace.waitMs(501), 100, 1)
  })

  it("is not refused when the limit fills up while requests are on their way", () => {
    // The bucket is full again with each round: what comes together then comes from the arrival on, not from the sending.
    for (const delayMs of [20, 60, 150]) {
      const { refused } = simulate(120, 20, 20, [delayMs])
      assert.strictEqual(refused, 0, `${delayMs} ms`)
    }
    const pace = makePace()
    const bucket = makeBucket(20, 20)
    let refused = 0
    // One request after the other, far apart, each slow to arrive; then as many as there may be.
    const send = (sentMs: number, tripMs: number) => {
      const request = pace.send(sentMs)
      const { headers, isLetIn } = bucket(sentMs + tripMs)
      refused += isLetIn ? 0 : 1
      pace.learn(request, sentMs + tripMs, 200, readRateLimit(headers))
      pace.end(sentMs + tripMs)
    }
    for (let round = 0; round < 5; round += 1) send(round * 500, 200)
    const burst: Array<SentRequest> = []
    while (pace.waitMs(2_700) === 0) burst.push(pace.send(2_700))
    for (const _ of burst) refused += bucket(2_701).isLetIn ? 0 : 1
    assert.isAbove(burst.length, 4)
    assert.strictEqual(refused, 0)
  })

  it("is not held up by a service that states no limit", () => {
    const pace = makePace()
    pace.learn(pace.send(0), 5, 200, undefined)
    pace.end(5)
    for (let request = 0; request < 1_000; request += 1) {
      assert.strictEqual(pace.waitMs(5), 0)
      pace.send(5)
    }
  })

  it("learns nothing of the limit from an error on the way to the service", () => {
    const pace = makePace()
    pace.learn(pace.send(0), 5, 502, undefined)
    pace.end(5)
    for (let request = 0; request < 5; request += 1) pace.send(5)
    assert.isAbove(pace.waitMs(5), 0)
  })
})

describe("after a refusal", () => {
  const refused = (pauseMs: number) => {
    const pace = makePace()
    const request = pace.send(0)
    pace.learn(request, 10, 429, { quota: 200, windowMs: 4_000, remaining: 0 })
    pace.refuse(request, 10, pauseMs)
    pace.end(10)
    return pace
  }

  it("nothing is sent before the pause is over, and requests are spread out then (README)", () => {
    const pace = refused(1_000)
    assert.strictEqual(pace.waitMs(10), 1_000)
    let nowMs = 1_010
    const times: Array<number> = []
    while (times.length < 4) {
      const waitMs = pace.waitMs(nowMs)
      nowMs += waitMs
      if (waitMs > 0) continue
      times.push(nowMs)
      pace.send(nowMs)
    }
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0))
    // Half the rate: 40 ms apart.
    assert.isTrue(
      gaps.slice(0, 3).every((gap) => Math.abs(gap - 40) < 1),
      gaps.join(" ")
    )
  })

  it("requests come closer while enough of the limit remains, and keep away while little does (decision 48)", () => {
    const apartMs = (remaining: number) => {
      const pace = refused(1_000)
      let nowMs = 2_000
      for (let count = 0; count < 100; count += 1) {
        pace.learn(pace.send(nowMs), nowMs, 200, { quota: 200, windowMs: 4_000, remaining })
        pace.end(nowMs)
        nowMs += 100
      }
      pace.send(nowMs)
      return pace.waitMs(nowMs)
    }
    assert.strictEqual(apartMs(150), 0)
    assert.strictEqual(apartMs(5), 320)
  })

  it("requests that were refused together count once", () => {
    const pace = makePace()
    const volley = [0, 1, 2, 3].map(() => pace.send(0))
    for (const request of volley) {
      pace.learn(request, 10, 429, { quota: 200, windowMs: 4_000, remaining: 0 })
      pace.refuse(request, 10, 1_000)
      pace.end(10)
    }
    pace.send(1_010)
    assert.closeTo(pace.waitMs(1_010), 40, 1)
  })
})

describe("a limit that others use too", () => {
  it("is noticed by what remains of it", () => {
    const pace = makePace()
    pace.learn(pace.send(0), 1, 200, { quota: 200, windowMs: 4_000, remaining: 199 })
    pace.end(1)
    pace.learn(pace.send(10), 11, 200, { quota: 200, windowMs: 4_000, remaining: 0 })
    pace.end(11)
    pace.send(11)
    assert.isAbove(pace.waitMs(11), 10)
  })

  it("is looked at again after a pause, by a few requests", () => {
    const pace = makePace()
    pace.learn(pace.send(0), 1, 200, { quota: 200, windowMs: 4_000, remaining: 199 })
    pace.end(1)
    pace.learn(pace.send(10), 11, 200, { quota: 200, windowMs: 4_000, remaining: 0 })
    pace.end(11)
    for (let count = 0; count < 4; count += 1) {
      assert.strictEqual(pace.waitMs(60_000), 0)
      pace.send(60_000)
    }
    assert.strictEqual(pace.waitMs(60_000), 1_000)
  })
})

describe("the header fields of a limit", () => {
  it("say by how much it is overdrawn, and for how many requests the answered one counts (decisions, Limits)", () => {
    const overdrawn = headersOf(`"default";q=200;w=4`, `"default";r=0;t=7`)
    assert.deepStrictEqual(readRateLimit(overdrawn), { quota: 200, windowMs: 4_000, remaining: -150 })
    for (const [field, cost] of [
      ["8", 8],
      ["0", 1],
      ["-3", 1],
      ["1e3", 1],
      ["99999999", 1]
    ] as const) {
      assert.strictEqual(readCost({ "ratelimit-cost": field }), cost, field)
    }
    assert.strictEqual(readCost({}), 1)
  })

  for (const [policy, limit, expected] of [
    [`"default";q=200;w=4`, `"default";r=199;t=1`, { quota: 200, windowMs: 4_000, remaining: 199 }],
    [`"default"; q=200; w=4`, `"default"; r=0; t=1`, { quota: 200, windowMs: 4_000, remaining: 0 }],
    [
      `"burst";q=10;w=1, "daily";q=1000;w=86400`,
      `"daily";r=3;t=9, "burst";r=9;t=1`,
      { quota: 1_000, windowMs: 86_400_000, remaining: 3 }
    ],
    [`"default";q=200;w=4;qu="requests"`, `"default";r=1;t=1`, { quota: 200, windowMs: 4_000, remaining: 1 }],
    [`"default";q=200;w=4`, `"other";r=199;t=1`, undefined],
    [`"default";q=0;w=4`, `"default";r=0;t=1`, undefined],
    [`"default";q=5;w=0`, `"default";r=0;t=1`, undefined],
    [`"default";q=5;w=99999999`, `"default";r=0;t=1`, undefined],
    [`"default";q=200;w=4`, `"default";r=-1;t=1`, undefined],
    [`"default";q=200;w=4`, `limit=10, remaining=9, reset=1`, undefined],
    [`100;w=60`, `100`, undefined]
  ] as const) {
    it(`${policy} | ${limit}`, () => assert.deepStrictEqual(readRateLimit(headersOf(policy, limit)), expected))
  }

  it.prop("of any other form are read or ignored", [Schema.String, Schema.String], ([policy, limit]) => {
    const read = readRateLimit(headersOf(policy, limit))
    if (read !== undefined) assert.isAbove(read.quota / read.windowMs, 0)
  })
})
