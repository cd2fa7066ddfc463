/**
 * The comparison runs on PostgreSQL too.
 */
import { assert, it } from "vitest"
import { canPin, compareForMoment, everything, momentMs } from "../test/Moment.ts"

it.skipIf(!canPin)(
  "the product and its peers give the same answers on PostgreSQL and are compared in every row",
  { timeout: momentMs },
  ({ onTestFinished }) => assert.deepEqual(compareForMoment("postgres", onTestFinished), everything)
)
