/**
 * A day of the calendar, `YYYY-MM-DD` (RFC 3339 full-date): no time and no zone, because a day of work is where the work is.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { impersonal } from "./Personal.ts"
import { problem } from "./Problem.ts"

const written = /^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/u

/** Whether the day exists: a calendar would roll 30 February over into March. */
const exists = (text: string): boolean =>
  Option.exists(DateTime.make(`${text}T00:00:00.000Z`), (moment) => DateTime.formatIso(moment).startsWith(text))

const remedy = problem("format", "must be a day that exists, as YYYY-MM-DD, such as 2026-03-01")

/** A day of the calendar. */
export const CalendarDate = Schema.String.check(
  Schema.isPattern(written, remedy).abort(),
  Schema.makeFilter(exists, { ...remedy, toJsonSchema: () => [{ format: "date" }, true] })
).annotate({ description: "A day, as YYYY-MM-DD", examples: ["2026-03-01"], maxLength: 10, ...impersonal })
