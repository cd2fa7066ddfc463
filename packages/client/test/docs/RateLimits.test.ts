/**
 * The figures of docs/rate-limits.md, against the figures of the library.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, it } from "vitest"
import { underWayFirst } from "../../src/core/pacing/Pace.ts"
import { queueMax } from "../../src/core/pacing/Pacer.ts"
import { retryAfterMsMax } from "../../src/core/retries/RetryPolicy.ts"

const page = Fs.readFileSync(Path.join(import.meta.dirname, "../../docs/rate-limits.md"), "utf8")

it("docs/rate-limits.md states the limits of the client as they are (README)", () => {
  assert.include(page, `sends ${underWayFirst} requests`)
  assert.include(page, `${queueMax.toLocaleString("en")} calls wait already`)
  assert.include(page, `at most ${retryAfterMsMax / 1_000} s`)
})
