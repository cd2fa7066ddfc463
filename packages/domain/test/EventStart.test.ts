/**
 * Where a walk of the feed begins (docs/decisions/0060-feed-start-at-a-moment.md).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { EventStart, startMs } from "../src/EventStart.ts"

const read = Schema.decodeUnknownResult(EventStart)
const momentMs = Date.UTC(2026, 0, 31, 9, 30)

describe("the start of a walk (docs/decisions/0060)", () => {
  it.for([
    ["oldest", "oldest", Number.NEGATIVE_INFINITY],
    ["latest", "latest", Number.POSITIVE_INFINITY],
    ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z", momentMs],
    ["2026-01-31T11:30:00.0009+02:00", "2026-01-31T09:30:00.000Z", momentMs]
  ] as const)("%s", ([text, normal, timeMs]) => {
    const start = Result.getOrThrow(read(text))
    assert.strictEqual(start, normal)
    assert.strictEqual(startMs(start), timeMs)
    assert.strictEqual(Schema.encodeSync(EventStart)(text), normal)
  })

  it.for(["", "newest", "Latest", "2026-01-31", "2026-02-30T00:00:00Z", "1769851800000", "latest "])(
    "cannot be %s: the failure says what it can be",
    (text) => {
      const failure = Result.getOrThrow(Result.flip(read(text)))
      assert.include(String(failure), "must be oldest, latest or a date and time that exists, as RFC 3339")
      assert.throws(() => Schema.encodeSync(EventStart)(text))
    }
  )
})
