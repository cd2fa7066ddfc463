/**
 * The comparison of a number of a period with that of the period before, as a text.
 */
import type { TrafficPeriod } from "@partner-api/domain/operator/Traffic"
import { durationText } from "../parts/Time.tsx"
import { number } from "../parts/Numbers.ts"

/** The name of the period before. */
export const periodBefore: Readonly<Record<TrafficPeriod, string>> = {
  "1h": "the hour before",
  "24h": "the day before",
  "7d": "the week before"
}

/** The difference of two numbers. */
export const countDifference = (now: number, before: number, name: string): string =>
  before === 0
    ? `none ${name}`
    : now === before
      ? `as many as ${name}`
      : `${number.format(Math.abs(now - before))} ${now > before ? "more" : "fewer"} than ${name}`

/** The difference of two durations; nothing is compared where a period has none. */
export const durationDifference = (nowMs: number | undefined, beforeMs: number | undefined, name: string): string =>
  beforeMs === undefined
    ? `none ${name}`
    : nowMs === undefined
      ? `${durationText(beforeMs)} ${name}`
      : nowMs === beforeMs
        ? `as fast as ${name}`
        : `${durationText(Math.abs(nowMs - beforeMs))} ${nowMs > beforeMs ? "slower" : "faster"} than ${name}`

/** A part of a whole in percent: two places for what one would round to nothing. */
export const shareText = (part: number, whole: number): string =>
  part === 0 ? "0 %" : `${((part / whole) * 100).toFixed(part / whole < 0.01 ? 2 : 1)} %`

/** The share of the period before. */
export const shareBefore = (part: number, whole: number, name: string): string =>
  whole === 0 ? `no request ${name}` : `${shareText(part, whole)} ${name}`
