/**
 * Laws that hold for whatever comes from outside.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Job } from "@partner-api/domain/Job"
import { readRetryAfter } from "../src/core/transport/Exchange.ts"
import { lenientReader } from "../src/core/LenientReader.ts"
import { type CycleCheck, initialCycleCheck } from "../src/core/pages/CycleCheck.ts"
import { checkCycle, nextSearch } from "../src/core/pages/NextPage.ts"
import { isRetryable, retryAfterMsMax, retryDelayMs } from "../src/core/retries/RetryPolicy.ts"

const nowMs = Date.UTC(2026, 0, 1)
const chance = Schema.Number.check(Schema.isBetween({ minimum: 0, maximum: 0.999_999 }))
const attempt = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 11 }))

it.prop(
  "a wait is from nothing to a minute, whatever Retry-After says",
  [Schema.String, attempt, chance],
  ([text, n, c]) => {
    for (const header of [text, String(n * 7), `-${n}`, new Date(nowMs + n * 10_000).toUTCString()]) {
      const retryAfterMs = readRetryAfter(header, nowMs)
      const failure = { tag: "Unavailable", message: "", outcome: "unknown", retryAfterMs } as const
      if (!isRetryable(failure, true)) assert.isAbove(retryAfterMs ?? 0, retryAfterMsMax)
      else {
        const wait = retryDelayMs(failure, n, c)
        assert.isTrue(Number.isInteger(wait) && wait >= 0 && wait <= retryAfterMsMax, String(wait))
        if (retryAfterMs !== undefined) assert.isAtLeast(wait, retryAfterMs)
      }
    }
  }
)

describe("the address of the next page", () => {
  const baseUrl = "https://api.example.com"
  const list = `${baseUrl}/v1/jobs`
  const hosts = [
    "api.example.com",
    "api.example.com.",
    "API.example.com",
    "api.example.com:444",
    "evil.example",
    "[::1]",
    ""
  ]
  const glue = [
    "https://",
    "http://",
    "//",
    "https:/",
    "https:\\\\",
    "javascript:",
    "/",
    "\\/",
    "?",
    "https://a@",
    "https://a:b@"
  ]
  const paths = ["/v1/jobs", "/v1/jobs/", "/v1/./jobs", "/v1/users", "/v1/jobs%2f", "/V1/jobs", ""]

  it.prop(
    "when it is followed, leads to the same list at baseUrl",
    [Schema.Literals(glue), Schema.Literals(hosts), Schema.Literals(paths), Schema.String],
    ([scheme, host, path, rest]) => {
      const next = `${scheme}${host}${path}?${rest}`
      const search = nextSearch(next, baseUrl, "/v1/jobs")
      if (Result.isFailure(search)) return
      const url = new URL(next, list)
      assert.deepStrictEqual([url.username, url.password], ["", ""])
      assert.isTrue(url.pathname.endsWith("/v1/jobs"))
      const followed = new URL(list + search.success)
      assert.deepStrictEqual([followed.origin, followed.pathname], [baseUrl, "/v1/jobs"])
    }
  )

  it.prop(
    "is refused before a cycle was followed four times",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
    ],
    ([length, before]) => {
      let check: CycleCheck = initialCycleCheck
      let steps = 0
      for (;;) {
        const at = steps < before ? `start${steps}` : `cycle${(steps - before) % length}`
        const next = checkCycle(check, at)
        if (Result.isFailure(next)) break
        check = next.success
        steps += 1
        assert.isBelow(steps, 4 * (before + length) + 4)
      }
      assert.isAtLeast(steps, before + length)
    }
  )

  it.prop(
    "that is new each time is followed for ever",
    [Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000 }))],
    ([length]) => {
      let check: CycleCheck = initialCycleCheck
      for (let step = 0; step < length; step += 1) check = Result.getOrThrow(checkCycle(check, `?cursor=${step}`))
    }
  )
})

describe("what a server sends", () => {
  const read = lenientReader(Job)

  it.prop("as the contract writes it, is read as it is", [Schema.toEncoded(Job)], ([job]) =>
    assert.deepStrictEqual(Result.getOrThrow(read(job)), job)
  )

  it.prop("of any other kind, is read or refused, and never more than that", [Schema.Json], ([json]) => {
    const outcome = read(json)
    if (Result.isFailure(outcome)) assert.match(outcome.failure.message, /^(must be|is missing)/)
  })
})
