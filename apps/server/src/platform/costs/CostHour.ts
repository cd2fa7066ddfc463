/**
 * The costs of clients in the last hour, by minute, in memory. Measures no time and has no clock.
 */
import { type Cost, mostExpensive } from "@partner-api/domain/operator/ClientCost"
import { minuteMs, trafficSpan } from "@partner-api/domain/operator/Traffic"
import { keptMax } from "./CostTally.ts"

/** The first minute of the hour that ends now. */
export const hourSinceMs = (nowMs: number): number => trafficSpan("1h", nowMs).sinceMs

export const makeCostHour = () => {
  const minutes = new Map<number, ReadonlyArray<Cost>>()
  return {
    /** Adds costs to those of this minute, and forgets those of minutes before the hour. */
    add: (costs: ReadonlyArray<Cost>, nowMs: number): void => {
      const sinceMs = hourSinceMs(nowMs)
      for (const atMs of minutes.keys()) if (atMs < sinceMs) minutes.delete(atMs)
      const minute = nowMs - (nowMs % minuteMs)
      minutes.set(minute, mostExpensive([...(minutes.get(minute) ?? []), ...costs], keptMax))
    },
    /** The costs of each minute. */
    all: (): ReadonlyArray<Cost> => [...minutes.values()].flat()
  }
}
