/**
 * Deprecations: since when, until when, and the replacement (recruiting 12): one declaration, on an endpoint or as the annotation of a member. Headers,
 * documents and warnings are derived from it.
 *
 * Refuses nothing: what is deprecated works until somebody removes it.
 */
import * as SchemaAST from "effect/SchemaAST"
import { daysAfter, startOfDayMs } from "./CalendarDate.ts"

/** A declaration. Both days begin at midnight, UTC. */
export interface Deprecation {
  /** The day from which on new programs do without it, as `YYYY-MM-DD`. */
  readonly since: string
  /** The day from which on it may be gone, as `YYYY-MM-DD`. */
  readonly sunset: string
  /** The step that replaces it: a sentence without a stop that begins with a verb, such as "send `expected_fee`". */
  readonly replacement: string
}

/** The annotation that carries the declaration of a member. */
export const deprecationKey = "x-deprecation"

/** Annotates a member as deprecated. */
export const deprecated = (deprecation: Deprecation) => ({ [deprecationKey]: deprecation })

/** The declaration of a member; `undefined` where it is not deprecated. */
export const deprecationOf = SchemaAST.resolveAt<Deprecation>(deprecationKey)

/** The shortest time from `since` to `sunset`, in months: a partner with one release a year has one in it. */
export const deprecatedMonthsMin = 12

/** The first day on which what is deprecated on a day may be gone. A day that its month does not have is the first of the next month. */
const earliestSunset = (since: string): string => {
  const months = Number(since.slice(0, 4)) * 12 + Number(since.slice(5, 7)) - 1 + deprecatedMonthsMin
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}-01`
  return daysAfter(first, Number(since.slice(8)) - 1)
}

/** Why a declaration breaks the policy: its sunset is too early; `undefined` where it does not. */
export const sunsetMistake = ({ since, sunset }: Deprecation): string | undefined => {
  const earliest = earliestSunset(since)
  return sunset < earliest ? `must have its sunset on ${earliest} or later` : undefined
}

/** A declaration as a sentence. */
export const deprecationSentence = ({ replacement, since, sunset }: Deprecation): string =>
  `Deprecated since ${since} and may be gone from ${sunset} on: ${replacement}.`

/** The moments of a declaration, in milliseconds since 1970. */
export const deprecationMoments = ({ since, sunset }: Deprecation) => ({
  sinceMs: startOfDayMs(since),
  sunsetMs: startOfDayMs(sunset)
})
