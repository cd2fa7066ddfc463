/**
 * A day of the calendar, `YYYY-MM-DD` (RFC 3339 full-date): no time and no zone, because a day of work is where the work is.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { impersonal } from "./Personal.ts"
import { problem } from "./Problem.ts"
import { timestampFromMillis } from "./Timestamp.ts"

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

/** The last day that is written with four digits of a year. */
const lastDay = "9999-12-31"

const dayMs = 86_400_000

/** The milliseconds since 1970 at the begin of a day, in UTC. */
// oxlint-disable-next-line no-restricted-globals -- The day is given: no clock is read.
export const startOfDayMs = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)

/** The moment at which a day is over, in milliseconds since 1970 (UTC). */
export const endOfDayMs = (day: string): number => startOfDayMs(day) + dayMs

/** The day of a moment, in UTC. */
export const dayOf = (nowMs: number): string => timestampFromMillis(nowMs).slice(0, lastDay.length)

/** The day a number of days after another one, or before it; the last day of the calendar where it would be later. */
export const daysAfter = (day: string, days: number): string => {
  const ms = startOfDayMs(day) + days * dayMs
  return ms > startOfDayMs(lastDay) ? lastDay : dayOf(ms)
}

/** The number of days from one day to another; negative where the other one is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((startOfDayMs(to) - startOfDayMs(from)) / dayMs)
