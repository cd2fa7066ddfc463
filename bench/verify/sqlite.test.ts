/**
 * The comparison runs: the servers start, answer alike and are measured.
 */
import { assert, it } from "vitest"
import { canPin, compareForMoment, everything, momentMs } from "./Moment.ts"

it.skipIf(!canPin)(
  "the product and its peers give the same answers and are compared in every row",
  { timeout: momentMs },
  ({ onTestFinished }) => assert.deepEqual(compareForMoment("sqlite", onTestFinished), everything)
)
