/**
 * What workers add is measured for every read.
 */
import { assert, it } from "vitest"
import { canPin, momentMs, runForMoment } from "./Moment.ts"

it.skipIf(!canPin)("two workers are measured against one process", { timeout: momentMs }, ({ onTestFinished }) => {
  const moment = ["--rounds", "1", "--seconds", "0.1", "--connections", "4"]
  const { loadShareOfItsCore, requestsPerSecondManyToOne }: Readonly<Record<string, object>> = JSON.parse(
    runForMoment("workers.ts", moment, onTestFinished)("json")
  )
  assert.isNumber(loadShareOfItsCore)
  assert.hasAllKeys(requestsPerSecondManyToOne, [
    "GET /v1/jobs?limit=100",
    "GET /v1/jobs?limit=10",
    "GET /v1/jobs/{id}",
    "GET /v1/jobs/{id}, If-None-Match: 304",
    "GET /v1/jobs, no token: 401"
  ])
})
