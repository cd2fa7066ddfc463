/**
 * The cost of the request log is measured for every request that can be repeated, and for one that is refused.
 */
import { assert, it } from "vitest"
import { canPin, momentMs, runForMoment } from "./Moment.ts"

it.skipIf(!canPin)(
  "the request log is measured against a server without it",
  { timeout: momentMs },
  ({ onTestFinished }) => {
    const moment = ["--starts", "1", "--rounds", "1", "--seconds", "0.1", "--connections", "2"]
    const { cpuOnToOff }: { readonly cpuOnToOff: object } = JSON.parse(
      runForMoment("request-log.ts", moment, onTestFinished)("json")
    )
    assert.hasAllKeys(cpuOnToOff, [
      "GET /v1/jobs?limit=100",
      "GET /v1/jobs?limit=10",
      "GET /v1/jobs/{id}",
      "GET /v1/jobs/{id}, If-None-Match: 304",
      "GET /v1/jobs, no token: 401",
      "POST /v1/users",
      "POST /v1/applications",
      "POST /v1/users, two mistakes: 422"
    ])
  }
)
