/**
 * The measurements of deliveries run: everything that was written arrives, and each figure has its control.
 */
import { assert, it } from "vitest"
import { canPin, momentMs, runForMoment } from "./Moment.ts"

/** One organization with ten endpoints; load for a moment. */
const moment = ["--rounds", "1", "--seconds", "0.5", "--events", "50", "--organizations", "1", "--connections", "5"]

interface Delays {
  readonly arrived: { readonly median: number }
}

/** What the test reads of a result. */
interface Results {
  readonly measures: {
    readonly "many endpoints": { readonly deliveries: number; readonly toControl: object }
    readonly "one endpoint": { readonly deliveries: number; readonly toControl: object }
    readonly "20 a second": { readonly product: Delays; readonly control: Delays }
    readonly "beside those that hang": { readonly product: Delays; readonly withoutCap: Delays }
    readonly "beside those that begin to hang": { readonly product: Delays; readonly withoutRoom: Delays }
    readonly "event of a write": { readonly eventToNone: object; readonly endpointsToNone: object }
  }
}

it.skipIf(!canPin)(
  "deliveries are measured, each figure beside its control",
  { timeout: momentMs },
  ({ onTestFinished }) => {
    const { measures }: Results = JSON.parse(runForMoment("deliveries.ts", moment, onTestFinished)("json"))
    assert.equal(measures["many endpoints"].deliveries, 500)
    assert.equal(measures["one endpoint"].deliveries, 150)
    const besideHanging = measures["beside those that hang"]
    const besideTurning = measures["beside those that begin to hang"]
    const steady = measures["20 a second"]
    for (const { arrived } of [steady.product, steady.control, besideHanging.product, besideTurning.product]) {
      assert.equal(arrived.median, 1)
    }
    // The controls have run: their figures with so few that hang mean nothing.
    for (const { arrived } of [besideHanging.withoutCap, besideTurning.withoutRoom]) assert.isNumber(arrived.median)
    assert.hasAllKeys(measures["event of a write"], [
      "organizations",
      "eventToNone",
      "endpointsToNone",
      "requestsPerSecond",
      "cpuMsPerWrite"
    ])
  }
)
