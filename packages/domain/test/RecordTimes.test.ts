/**
 * The times of records that are brought over (decisions, Resources: kept when given, one stands for both, created ≤ updated ≤ now + 5
 * minutes).
 */
import { assert, describe, it } from "@effect/vitest"

import { clockToleranceMs, completeTimes, timeProblems } from "../src/RecordTimes.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"

const nowMs = 1_767_225_600_000
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const [early, late] = [at(-2_000), at(-1_000)]

describe("the times of a new record (decisions, Resources)", () => {
  it.for([
    ["none", {}, { created_at: at(0), updated_at: at(0) }],
    ["created_at alone", { created_at: early }, { created_at: early, updated_at: early }],
    ["updated_at alone", { updated_at: late }, { created_at: late, updated_at: late }],
    ["both", { created_at: early, updated_at: late }, { created_at: early, updated_at: late }]
  ] as const)("are completed when given: %s", ([, given, expected]) =>
    assert.deepStrictEqual(completeTimes(given, nowMs), expected)
  )

  it.for([
    ["nothing is given", {}, []],
    ["they are the same", { created_at: early, updated_at: early }, []],
    ["updated_at is as far ahead as clocks differ", { updated_at: at(clockToleranceMs) }, []],
    [
      "updated_at is further ahead",
      { updated_at: at(clockToleranceMs + 1) },
      ["/updated_at must not lie in the future"]
    ],
    [
      "created_at stands for both",
      { created_at: at(clockToleranceMs + 1) },
      ["/created_at must not lie in the future"]
    ],
    [
      "created_at comes later",
      { created_at: late, updated_at: early },
      ["/updated_at must not be earlier than created_at"]
    ]
  ] as const)("have these problems when %s", ([, given, expected]) =>
    assert.deepStrictEqual<unknown>(
      timeProblems(given, nowMs).map(({ path, message }) => `${path} ${message}`),
      expected
    )
  )
})
