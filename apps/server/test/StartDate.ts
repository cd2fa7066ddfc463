/**
 * The start of the hires of tests: a day that lies before the clock of the test, because a hire starts within two years of today (recruiting 8).
 */
import { dayOf, daysAfter } from "@partner-api/domain/CalendarDate"

/** A start some months ago, `YYYY-MM-DD`. */
export const startDate = daysAfter(dayOf(Date.now()), -90)
