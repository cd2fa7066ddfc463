/**
 * The values of the setting `retention_days` (recruiting 1). When the time of a person is over, `Retention.ts` judges.
 */
import * as Schema from "effect/Schema"

import { boundedInteger } from "./Integer.ts"
import { problem } from "./Problem.ts"

/** The shortest time, in days: an employer that rejects by mistake restores within a month. */
export const retentionDaysMin = 30

/** The longest time, in days. */
export const retentionDaysMax = 3_650

/** The number of days that a person is kept; 0 keeps every person. */
export const RetentionDays = boundedInteger(0, retentionDaysMax).check(
  Schema.makeFilter(
    (days: number) => days <= 0 || days >= retentionDaysMin,
    problem("range", `must be 0, which keeps every person, or from ${retentionDaysMin} to ${retentionDaysMax}`)
  )
)
