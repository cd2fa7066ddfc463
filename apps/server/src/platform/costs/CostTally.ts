/**
 * Counts the points of requests by client until the interval ends, and divides CPU time by them. Measures no time.
 */
import { type Cost, divideCpu, mostExpensive } from "@partner-api/domain/operator/ClientCost"
import type { ClientId } from "@partner-api/domain/Ids"

/** The number of clients that are counted apart in an interval; the requests of more count for nobody. It bounds the memory: about 100 kB. */
export const talliedMax = 1_000

/**
 * The number of clients, the most expensive ones, that are kept of an interval and of a minute: far more than anybody looks at, and 6,000 costs in
 * an hour.
 */
export const keptMax = 100

export const makeCostTally = () => {
  /** Under no client, the points of unknown callers and of clients beyond {@link talliedMax}: they take their part of the CPU time. */
  let points = new Map<ClientId | undefined, number>()
  let pointsOfAll = 0
  return {
    /** Counts the points of a request. */
    count: (clientId: ClientId | undefined, cost: number): void => {
      pointsOfAll += cost
      const known = points.get(clientId)
      if (known !== undefined || points.size < talliedMax) points.set(clientId, (known ?? 0) + cost)
      else points.set(undefined, (points.get(undefined) ?? 0) + cost)
    },
    /** Ends the interval: what each client has cost of this CPU time, the most expensive first. */
    take: (cpuMicros: number): ReadonlyArray<Cost> => {
      const parts = divideCpu(cpuMicros, [...points.values()])
      const costs = [...points].flatMap(([clientId, ofClient], index) =>
        clientId === undefined ? [] : [{ clientId, points: ofClient, cpuMicros: parts[index] ?? 0 }]
      )
      points = new Map()
      return mostExpensive(costs, keptMax)
    },
    /** The points of all requests since the start. */
    pointsOfAll: (): number => pointsOfAll
  }
}
