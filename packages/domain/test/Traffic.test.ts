/**
 * Traffic: durations in classes, of which quantiles follow, and the points of a period (docs/decisions/0066).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { timestampToMillis } from "../src/Timestamp.ts"
import {
  CountedOutcome,
  durationBoundMs,
  durationClasses,
  durationClassOf,
  minuteMs,
  outcomeOf,
  quantileMs,
  type TrafficCount,
  trafficOf,
  TrafficPeriod,
  trafficPeriods,
  trafficSpan
} from "../src/operator/Traffic.ts"
import { integer, oneOf } from "./support.ts"

/** Durations in microseconds, up to the longest of a request. */
const micros = integer(0, 60_000_000)
const share = oneOf(["0.5", "0.9", "0.99", "1"])

const countsOf = (durations: ReadonlyArray<number>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const durationMs of durations) {
    const durationClass = durationClassOf(durationMs)
    counts.set(durationClass, (counts.get(durationClass) ?? 0) + 1)
  }
  return counts
}

describe("the class of a duration (docs/decisions/0066)", () => {
  it.prop("is the one whose bounds it is between", { micros }, ({ micros }) => {
    const durationClass = durationClassOf(micros / 1_000)
    assert.isAtLeast(durationClass, 0)
    assert.isBelow(durationClass, durationClasses)
    // Bounds are rounded to a hundredth of a millisecond.
    assert.isAtMost(micros / 1_000, durationBoundMs(durationClass) + 0.01)
    if (durationClass > 0) assert.isAtLeast(micros / 1_000, durationBoundMs(durationClass - 1) - 0.01)
  })

  it("has one for whatever takes longer than two minutes", () =>
    assert.strictEqual(durationClassOf(3_600_000), durationClasses - 1))
})

describe("a quantile (docs/decisions/0066)", () => {
  it.prop(
    "is within one class of the true one",
    { all: Arbitrary.array(micros, { minLength: 1, maxLength: 200 }), share },
    ({ all, share }) => {
      const durations = all.map((one) => one / 1_000).toSorted((one, other) => one - other)
      const exact = durations[Math.ceil(durations.length * Number(share)) - 1] ?? 0
      const estimated = quantileMs(countsOf(durations), Number(share))
      assert.isDefined(estimated)
      assert.isAtLeast(estimated + 0.01, exact)
      assert.isAtMost(durationClassOf(estimated) - durationClassOf(exact), 1)
    }
  )

  it("is none where there was nothing", () => assert.isUndefined(quantileMs(new Map(), 0.5)))
})

describe("the outcome of a status (docs/decisions/0066)", () => {
  it.for([
    [200, "answered"],
    [304, "answered"],
    [399, "answered"],
    [400, "refused"],
    [428, "refused"],
    [429, "limited"],
    [430, "refused"],
    [499, "refused"],
    [500, "failed"],
    [503, "failed"]
  ] as const)("of %d is %s", ([status, outcome]) => assert.strictEqual(outcomeOf(status), outcome))
})

describe("the traffic of a period (docs/decisions/0066)", () => {
  const nowMs = Date.UTC(2026, 0, 31, 9, 34, 56, 789)

  it.for(TrafficPeriod.literals)("of %s has all of its points in order, without a request too", (period) => {
    const { lengthMs, stepMs } = trafficPeriods[period]
    const { points, since, step_ms, ...rest } = trafficOf(period, nowMs, false, [], [], {
      errors: [],
      sinceMs: undefined
    })
    assert.strictEqual(step_ms, stepMs)
    assert.lengthOf(points, lengthMs / stepMs)
    const times = points.map(({ at }) => timestampToMillis(at))
    assert.strictEqual(times[0], timestampToMillis(since))
    assert.deepStrictEqual(
      times,
      times.map((_, index) => (times[0] ?? 0) + index * stepMs)
    )
    const last = times.at(-1) ?? 0
    assert.isTrue(last <= nowMs && nowMs < last + stepMs)
    assert.deepStrictEqual(rest, {
      is_logged: false,
      period,
      requests: 0,
      refused: 0,
      limited: 0,
      failed: 0,
      deliveries: 0,
      failed_deliveries: 0,
      before: { requests: 0, refused: 0, limited: 0, failed: 0, deliveries: 0, failed_deliveries: 0 },
      errors: []
    })
  })

  it.prop(
    "counts each request of the period once, in its point, and no other; those of the period before apart",
    {
      period: oneOf(TrafficPeriod.literals),
      found: Arbitrary.array(
        Arbitrary.all([
          integer(-1_000_000_000, 100_000_000),
          oneOf(CountedOutcome.literals),
          integer(0, 72),
          integer(1, 9)
        ]),
        { maxLength: 40 }
      )
    },
    ({ found, period }) => {
      const counts = found.map(([beforeMs, outcome, durationClass, count]): TrafficCount => ({
        atMs: Math.floor((nowMs + beforeMs) / minuteMs) * minuteMs,
        outcome,
        durationClass,
        count
      }))
      const { beforeMs, points, sinceMs, stepMs } = trafficSpan(period, nowMs)
      const inside = counts.filter(({ atMs }) => atMs >= sinceMs && atMs < sinceMs + points * stepMs)
      const sum = (...outcomes: ReadonlyArray<string>) =>
        inside.filter(({ outcome }) => outcomes.includes(outcome)).reduce((total, { count }) => total + count, 0)
      const earlier = counts.filter(({ atMs }) => atMs >= beforeMs && atMs < sinceMs)
      const traffic = trafficOf(period, nowMs, true, counts, earlier, { errors: [], sinceMs: undefined })
      assert.strictEqual(
        traffic.before.requests + traffic.before.deliveries,
        earlier.reduce((total, { count }) => total + count, 0)
      )
      assert.strictEqual(traffic.requests, sum("answered", "refused", "limited", "failed"))
      assert.strictEqual(traffic.refused, sum("refused"))
      assert.strictEqual(traffic.limited, sum("limited"))
      assert.strictEqual(traffic.failed, sum("failed"))
      assert.strictEqual(traffic.deliveries, sum("delivered", "undelivered"))
      assert.strictEqual(traffic.failed_deliveries, sum("undelivered"))
      assert.strictEqual(traffic.p50_ms === undefined, traffic.requests === 0)
      for (const name of ["requests", "refused", "limited", "failed", "deliveries", "failed_deliveries"] as const) {
        assert.strictEqual(
          traffic.points.reduce((total, point) => total + point[name], 0),
          traffic[name]
        )
      }
    }
  )
})
