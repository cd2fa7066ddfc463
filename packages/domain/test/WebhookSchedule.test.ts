/**
 * When deliveries are tried again, and when an endpoint is given up (decisions, Delivery).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"

import {
  afterFailure,
  attemptsMax,
  failingMsMax,
  healthy,
  isFailing,
  isGivenUp,
  isNextTried,
  retryDelayMs,
  verdictOf,
  type WebhookHealth
} from "../src/WebhookSchedule.ts"
import { integer } from "./support.ts"

const hourMs = 3_600_000
const chance = Arbitrary.map(integer(0, 999_999), (number) => number / 1_000_000)

/** The steps as the decisions have them, in seconds. */
const stepsSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

describe("the schedule of deliveries (decisions, Delivery)", () => {
  it("has ten attempts over 75 hours", () => {
    const delays = stepsSeconds.map((_, index) => retryDelayMs(index + 1, 0.5))
    assert.deepStrictEqual(
      delays,
      stepsSeconds.map((seconds) => seconds * 1_000)
    )
    assert.strictEqual(attemptsMax, 10)
    assert.approximately(delays.reduce((sum, delay) => sum + delay, 0) / hourMs, 75.5, 0.1)
  })

  it.prop(
    "stays within a fifth of its step, and stays at the last one",
    { failures: integer(1, 40), chance },
    (given) => {
      const stepMs = (stepsSeconds[Math.min(given.failures, 9) - 1] ?? 0) * 1_000
      const delayMs = retryDelayMs(given.failures, given.chance)
      assert.isAtLeast(delayMs, stepMs * 0.8 - 1)
      assert.isAtMost(delayMs, stepMs * 1.2 + 1)
    }
  )

  it.prop(
    "takes Retry-After within one and two steps",
    { failures: integer(1, 9), chance, retryAfterMs: integer(0, 400_000_000) },
    (given) => {
      const stepMs = (stepsSeconds[given.failures - 1] ?? 0) * 1_000
      const delayMs = retryDelayMs(given.failures, given.chance, given.retryAfterMs)
      assert.strictEqual(delayMs, Math.max(stepMs, Math.min(given.retryAfterMs, 2 * stepMs)))
    }
  )
})

describe("what an attempt says (decisions, Delivery)", () => {
  for (const [verdict, statuses] of [
    ["accepted", [200, 201, 204, 299]],
    ["refused", [400, 401, 404, 422, 499]],
    ["failed", [undefined, 100, 301, 302, 308, 408, 425, 429, 500, 502, 504, 599]],
    ["gone", [410]]
  ] as const) {
    it(`is ${verdict} at ${statuses.join(", ")}`, () =>
      assert.deepStrictEqual(
        statuses.map((status) => verdictOf(status === undefined ? {} : { status })),
        statuses.map(() => verdict)
      ))
  }
})

describe("an endpoint that fails (decisions, Delivery)", () => {
  const failed = (count: number, everyMs: number): WebhookHealth =>
    Array.from({ length: count }).reduce<WebhookHealth>(
      (health, _, index) => afterFailure(health, { nowMs: 1_000 + index * everyMs, chance: 0.5 }),
      healthy
    )

  it("is failing at the third failure in a row", () =>
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4].map((count) => isFailing(failed(count, 1))),
      [false, false, false, true, true]
    ))

  it("has failed since the first of them", () => {
    assert.strictEqual(failed(4, 60_000).failingSinceMs, 1_000)
    assert.strictEqual(failed(2, 60_000).notBeforeMs, 1_000 + 60_000 + 300_000)
  })

  it("is tried a last time after five days", () => {
    const before = { failures: 12, failingSinceMs: 0, notBeforeMs: 0 }
    const nowMs = failingMsMax - hourMs
    assert.strictEqual(afterFailure(before, { nowMs, chance: 0.5 }).notBeforeMs, failingMsMax)
  })

  it("is given up after five days", () => {
    const health = failed(3, 1)
    assert.isFalse(isGivenUp(health, 1_000 + failingMsMax - 1))
    assert.isTrue(isGivenUp(health, 1_000 + failingMsMax))
    assert.strictEqual(failingMsMax, 5 * 24 * hourMs)
    assert.isFalse(isGivenUp(healthy, Number.MAX_SAFE_INTEGER))
  })

  it("has the next event tried once one was refused twice", () => {
    assert.isFalse(isNextTried(1, { status: 404 }))
    assert.isTrue(isNextTried(2, { status: 404 }))
    assert.isFalse(isNextTried(2, { status: 503 }))
    assert.isFalse(isNextTried(2, { status: 410 }))
    assert.isFalse(isNextTried(2, undefined))
  })
})
