/**
 * Integers within bounds. A JSON number that is not a safe integer is refused, never rounded.
 *
 * It has no unit; the unit stands in the name of the member.
 */
import * as Schema from "effect/Schema"

import { problem } from "./Problem.ts"

/** An integer from `min` to `max`. */
export const boundedInteger = (min: number, max: number) => {
  const message = `must be an integer from ${min} to ${max}`
  return Schema.Number.check(
    // A number that is no integer is reported once, not a second time for its size.
    Schema.isInt(problem("type", message)).abort(),
    Schema.isBetween({ minimum: min, maximum: max }, problem("range", message))
  )
}
