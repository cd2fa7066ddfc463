/**
 * The cost of the requests of each client, for operators: points, and CPU time of the service that is divided by them. No limit follows from it.
 *
 * Measures no time and keeps nothing: the server does.
 */
import * as Schema from "effect/Schema"

import { ClientId, exampleClientId } from "../Ids.ts"
import { exampleMoment, Timestamp } from "../Timestamp.ts"

/** The cost of the requests of a client in some time. */
export const Cost = Schema.Struct({ clientId: ClientId, points: Schema.Int, cpuMicros: Schema.Int })
export type Cost = typeof Cost.Type

/** Divides CPU time by points. The parts are whole microseconds, and their sum is the whole; without points there is nothing to divide by. */
export const divideCpu = (cpuMicros: number, points: ReadonlyArray<number>): ReadonlyArray<number> => {
  const pointsOfAll = points.reduce((sum, one) => sum + one, 0)
  let pointsSoFar = 0
  let microsSoFar = 0
  return points.map((one) => {
    if (pointsOfAll === 0) return 0
    pointsSoFar += one
    const beforeMicros = microsSoFar
    microsSoFar = Math.floor((cpuMicros * pointsSoFar) / pointsOfAll)
    return microsSoFar - beforeMicros
  })
}

/** One cost for each client, added up, the most expensive first; at most `countMax` of them. */
export const mostExpensive = (costs: ReadonlyArray<Cost>, countMax: number): ReadonlyArray<Cost> => {
  const sums = new Map<ClientId, Cost>()
  for (const { clientId, cpuMicros, points } of costs) {
    const sum = sums.get(clientId)
    sums.set(clientId, {
      clientId,
      points: points + (sum?.points ?? 0),
      cpuMicros: cpuMicros + (sum?.cpuMicros ?? 0)
    })
  }
  return [...sums.values()]
    .toSorted((one, other) => other.cpuMicros - one.cpuMicros || other.points - one.points)
    .slice(0, countMax)
}

/** A client with what its requests have cost, as operators see it. */
export const ClientCost = Schema.Struct({
  client_id: ClientId,
  cpu_ms: Schema.Int.annotate({
    description: "CPU time of the node, divided among its clients by the points of their requests, in milliseconds",
    examples: [36_200]
  }),
  points: Schema.Int.annotate({ description: "The points of its requests", examples: [18_000] })
}).annotate({ identifier: "ClientCost", description: "The cost of the requests of a client" })
export type ClientCost = typeof ClientCost.Type

/** The number of clients that operators see. */
export const expensiveClientsMax = 5

/** The most expensive clients of the last hour. */
export const ExpensiveClients = Schema.Struct({
  since: Timestamp.annotateKey({ description: "The beginning of the hour, or the start of the node in it" }),
  clients: Schema.Array(ClientCost).annotate({
    description: `At most ${expensiveClientsMax} clients, the most expensive first`
  })
}).annotate({
  identifier: "ExpensiveClients",
  description: "The clients whose requests have cost the node the most CPU time in the last hour",
  examples: [{ since: exampleMoment, clients: [{ client_id: exampleClientId, cpu_ms: 36_200, points: 18_000 }] }]
})
export type ExpensiveClients = typeof ExpensiveClients.Type

/** A cost as operators see it. */
export const shownCost = ({ clientId, cpuMicros, points }: Cost): ClientCost => ({
  client_id: clientId,
  cpu_ms: Math.round(cpuMicros / 1_000),
  points
})
