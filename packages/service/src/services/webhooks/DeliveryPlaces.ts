/**
 * The places of a node for endpoints that are delivered to, and who gets a free one. Pure: the workers keep the rounds and start them
 * (`DeliveryWorkers.ts`); the store orders what is due, clients in turn.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import type { DueEndpoint } from "../../store/DeliveryStore.ts"

/** The endpoints that a node delivers to at once: each is a connection. */
export const endpointsMax = 64

/** The number of places for endpoints that do not answer: the others must not wait behind them. */
export const failingMax = 16

/** The places that one client may hold: a quarter, so that a client whose endpoints all hang leaves most of them to others. */
export const endpointsOfClientMax = endpointsMax / 4

/** The places that one client may hold for endpoints that do not answer. */
export const failingOfClientMax = failingMax / 4

/** After how long a round hangs: it lasts for a second, and the exchanges of one that answers are shorter than another. */
const hangsAfterMs = 2_000

/** Rounds that hang give up their places but for those of endpoints that fail; this is their maximum, with or without a place. */
const roundsMax = 2 * endpointsMax

/** A round that goes on. */
export interface RunningRound extends Pick<DueEndpoint, "clientId" | "isFailing"> {
  readonly startMs: number
}

/** The number of rounds of each client that go on. */
const countByClient = (rounds: ReadonlyArray<Pick<RunningRound, "clientId">>): ReadonlyMap<ClientId, number> => {
  const counts = new Map<ClientId, number>()
  for (const { clientId } of rounds) counts.set(clientId, (counts.get(clientId) ?? 0) + 1)
  return counts
}

const clientsWith = (counts: ReadonlyMap<ClientId, number>, least: number): ReadonlyArray<ClientId> =>
  [...counts].filter(([, count]) => count >= least).map(([clientId]) => clientId)

/** The places that are free at a moment, and the clients that may have none of them. */
export const freePlaces = (rounds: ReadonlyArray<RunningRound>, nowMs: number) => {
  const hanging = rounds.filter(({ startMs }) => nowMs - startMs >= hangsAfterMs).length
  const taken = rounds.length - hanging + Math.min(hanging, failingMax)
  const failingRounds = rounds.filter(({ isFailing }) => isFailing)
  const free = Math.max(0, Math.min(endpointsMax - taken, roundsMax - rounds.length))
  return {
    free,
    freeForFailing: Math.max(0, Math.min(free, failingMax - failingRounds.length)),
    fullClientIds: clientsWith(countByClient(rounds), endpointsOfClientMax),
    fullOfFailingClientIds: clientsWith(countByClient(failingRounds), failingOfClientMax)
  }
}

/**
 * Those of the endpoints that are due which get a place: the endpoint of a client that holds fewer places comes first, then the order of the store.
 * Endpoints that answer come before those that fail.
 */
export const placed = (
  due: ReadonlyArray<DueEndpoint>,
  rounds: ReadonlyArray<RunningRound>,
  nowMs: number
): ReadonlyArray<DueEndpoint> => {
  const places = freePlaces(rounds, nowMs)
  const held = new Map(countByClient(rounds))
  const heldFailing = new Map(countByClient(rounds.filter(({ isFailing }) => isFailing)))
  const pick = (from: ReadonlyArray<DueEndpoint>, most: number): ReadonlyArray<DueEndpoint> => {
    const holding = new Map(held)
    const inTurn = from
      .map((endpoint) => {
        const turn = (holding.get(endpoint.clientId) ?? 0) + 1
        holding.set(endpoint.clientId, turn)
        return { endpoint, turn }
      })
      .toSorted((left, right) => left.turn - right.turn)
    const picked: Array<DueEndpoint> = []
    for (const { endpoint } of inTurn) {
      const { clientId, isFailing } = endpoint
      const [all, failing] = [held.get(clientId) ?? 0, heldFailing.get(clientId) ?? 0]
      if (picked.length >= most || all >= endpointsOfClientMax || (isFailing && failing >= failingOfClientMax)) continue
      held.set(clientId, all + 1)
      if (isFailing) heldFailing.set(clientId, failing + 1)
      picked.push(endpoint)
    }
    return picked
  }
  const answering = pick(
    due.filter(({ isFailing }) => !isFailing),
    places.free
  )
  const failing = pick(
    due.filter(({ isFailing }) => isFailing),
    Math.min(places.freeForFailing, places.free - answering.length)
  )
  return [...answering, ...failing]
}
