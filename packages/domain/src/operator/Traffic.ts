/**
 * The numbers of requests and the durations of their answers: counts of each minute, and durations in classes, of which quantiles follow.
 */
import * as Schema from "effect/Schema"

import { ClientId } from "../Ids.ts"
import { Timestamp, timestampFromMillis } from "../Timestamp.ts"

/** The periods of the overview. */
export const TrafficPeriod = Schema.Literals(["1h", "24h", "7d"]).annotate({
  description: "The period, up to now",
  examples: ["24h"]
})
export type TrafficPeriod = typeof TrafficPeriod.Type

/** The shortest interval that is counted, in milliseconds. */
export const minuteMs = 60_000

/** The length of each period, and the distance between its points. A plot has some hundred points at most. */
export const trafficPeriods: Readonly<Record<TrafficPeriod, { readonly lengthMs: number; readonly stepMs: number }>> = {
  "1h": { lengthMs: 60 * minuteMs, stepMs: minuteMs },
  "24h": { lengthMs: 1_440 * minuteMs, stepMs: 10 * minuteMs },
  "7d": { lengthMs: 10_080 * minuteMs, stepMs: 60 * minuteMs }
}

/** The outcome of a request: `limited` is 429, `refused` any other 4xx, `failed` a 5xx. */
export const RequestOutcome = Schema.Literals(["answered", "refused", "limited", "failed"])
export type RequestOutcome = typeof RequestOutcome.Type

/** The outcome of a request by the status of its answer. */
export const outcomeOf = (status: number): RequestOutcome =>
  status >= 500 ? "failed" : status === 429 ? "limited" : status >= 400 ? "refused" : "answered"

/** The upper bound of the first class of durations, in milliseconds. */
const firstBoundMs = 0.25

/** By how much the bound of a class exceeds the one before: a quantile is reported within a fifth. */
const boundFactor = 1.2

/** The number of classes: the last one begins at two minutes, which is longer than any request. */
export const durationClasses = 73

/** The class of a duration. */
export const durationClassOf = (durationMs: number): number =>
  durationMs <= firstBoundMs
    ? 0
    : Math.min(durationClasses - 1, Math.ceil(Math.log(durationMs / firstBoundMs) / Math.log(boundFactor)))

/** The upper bound of a class, in milliseconds. */
export const durationBoundMs = (durationClass: number): number =>
  Math.round(firstBoundMs * boundFactor ** durationClass * 100) / 100

/**
 * The duration that a share of all requests did not exceed, from the number of requests of each class; nothing where there were none.
 */
export const quantileMs = (counts: ReadonlyMap<number, number>, share: number): number | undefined => {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let below = 0
  for (const [durationClass, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    below += count
    if (below >= total * share) return durationBoundMs(durationClass)
  }
  return undefined
}

/** The outcomes that are counted: those of requests, and those of attempts of deliveries. */
export const CountedOutcome = Schema.Literals([...RequestOutcome.literals, "delivered", "undelivered"])
export type CountedOutcome = typeof CountedOutcome.Type

/** The number of requests or attempts of one outcome and one class of durations, from a moment on. */
export interface TrafficCount {
  /** The beginning of the interval, in milliseconds since 1970. */
  readonly atMs: number
  readonly outcome: CountedOutcome
  readonly durationClass: number
  readonly count: number
}

/** The number of requests or attempts of one outcome and one class of durations in a whole time. */
export type TrafficSum = Omit<TrafficCount, "atMs">

/**
 * The points of a period that ends now: the first of them and the distance between two. The last one has not ended. The period before begins at
 * `beforeMs`.
 */
export const trafficSpan = (period: TrafficPeriod, nowMs: number) => {
  const { lengthMs, stepMs } = trafficPeriods[period]
  const lastMs = Math.floor(nowMs / stepMs) * stepMs
  const sinceMs = lastMs - lengthMs + stepMs
  return { sinceMs, beforeMs: sinceMs - lengthMs, stepMs, points: lengthMs / stepMs }
}

const count = (description: string) => Schema.Int.annotate({ description, examples: [12] })

/** The counts of a point and of a whole period. */
const counts = {
  requests: count("All requests"),
  refused: count("Answers of 4xx but 429"),
  limited: count("Answers of 429"),
  failed: count("Answers of 5xx"),
  p50_ms: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "Half of the answers took at most this long, in milliseconds",
      examples: [2.1]
    })
  ),
  p99_ms: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "99 of 100 answers took at most this long, in milliseconds",
      examples: [14.3]
    })
  ),
  deliveries: count("Attempts to deliver to webhook endpoints"),
  failed_deliveries: count("Those of them that failed")
}

/** The traffic of a period, for plots. */
export const Traffic = Schema.Struct({
  period: TrafficPeriod,
  since: Timestamp,
  step_ms: Schema.Int.annotate({ description: "The distance between the points, in milliseconds", examples: [60_000] }),
  is_logged: Schema.Boolean.annotate({
    description: "Whether requests are kept and counted (`REQUEST_LOG`); where they are not, all numbers are 0"
  }),
  ...counts,
  before: Schema.Struct(counts).annotate({
    identifier: "TrafficBefore",
    description: "The traffic of the period before, which is as long"
  }),
  points: Schema.Array(
    Schema.Struct({ at: Timestamp, ...counts }).annotate({
      identifier: "TrafficPoint",
      description: "The traffic from a moment on, until the next point"
    })
  ).annotate({ description: "All points of the period in order, those without a request too" }),
  errors: Schema.Array(
    Schema.Struct({
      error: Schema.String.annotate({ description: "The code", examples: ["unprocessable_entity"] }),
      client_id: Schema.optionalKey(ClientId),
      requests: count("The number of times")
    }).annotate({ identifier: "TrafficError", description: "The number of times that a client got an error" })
  ).annotate({ description: "The most frequent errors of the period, by client" }),
  errors_since: Schema.optionalKey(
    Timestamp.pipe(
      Schema.annotateEncoded({
        description:
          "From when on errors are counted, where the log does not go back to `since` or has too many requests"
      })
    )
  )
}).annotate({ identifier: "Traffic", description: "The numbers of requests and the durations of their answers" })
export type Traffic = typeof Traffic.Type
export type TrafficPoint = Traffic["points"][number]
export type TrafficError = Traffic["errors"][number]

/** The order of what is counted by requests: the most frequent first, and by name where the numbers are the same. */
export const byRequests =
  <Counted extends { readonly requests: number }>(nameOf: (counted: Counted) => string) =>
  (one: Counted, other: Counted): number =>
    other.requests - one.requests || (nameOf(one) < nameOf(other) ? -1 : 1)

/** The most frequent errors of a time, by client. */
export interface CountedErrors {
  readonly errors: ReadonlyArray<TrafficError>
  /** From when on they are counted, in milliseconds since 1970; absent where that is the whole time. */
  readonly sinceMs: number | undefined
}

/** The totals of the counts of an interval. */
const totalsOf = (found: ReadonlyArray<TrafficSum>) => {
  const totals = { answered: 0, refused: 0, limited: 0, failed: 0, delivered: 0, undelivered: 0 }
  const durations = new Map<number, number>()
  for (const { count, durationClass, outcome } of found) {
    totals[outcome] += count
    if (outcome !== "delivered" && outcome !== "undelivered") {
      durations.set(durationClass, (durations.get(durationClass) ?? 0) + count)
    }
  }
  const { answered, delivered, failed, limited, refused, undelivered } = totals
  const [p50, p99] = [quantileMs(durations, 0.5), quantileMs(durations, 0.99)]
  return {
    requests: answered + refused + limited + failed,
    refused,
    limited,
    failed,
    ...(p50 === undefined ? {} : { p50_ms: p50 }),
    ...(p99 === undefined ? {} : { p99_ms: p99 }),
    deliveries: delivered + undelivered,
    failed_deliveries: undelivered
  }
}

/** The traffic of a period that ends now, from its counts, the sums of the period before, and its errors. Counts of other times are left out. */
export const trafficOf = (
  period: TrafficPeriod,
  nowMs: number,
  isLogged: boolean,
  found: ReadonlyArray<TrafficCount>,
  before: ReadonlyArray<TrafficSum>,
  errors: CountedErrors
): Traffic => {
  const { points, sinceMs, stepMs } = trafficSpan(period, nowMs)
  const byPoint = Array.from({ length: points }, (): Array<TrafficCount> => [])
  for (const one of found) byPoint[Math.floor((one.atMs - sinceMs) / stepMs)]?.push(one)
  return {
    period,
    since: timestampFromMillis(sinceMs),
    step_ms: stepMs,
    is_logged: isLogged,
    ...totalsOf(byPoint.flat()),
    before: totalsOf(before),
    points: byPoint.map((some, index) => ({ at: timestampFromMillis(sinceMs + index * stepMs), ...totalsOf(some) })),
    errors: errors.errors,
    ...(errors.sinceMs === undefined ? {} : { errors_since: timestampFromMillis(errors.sinceMs) })
  }
}
