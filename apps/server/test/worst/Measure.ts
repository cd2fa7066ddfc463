/**
 * Measures what the worst input of an endpoint takes of a server: processor time, that of PostgreSQL included, and the longest piece of the event loop.
 * Other load on the machine makes no row red.
 */
import * as Effect from "effect/Effect"
import type { DatabaseTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { controlMsThere } from "./Control.ts"
import { connect } from "./Load.ts"
import { postgresCpuMs, type Watched } from "./Watched.ts"
import type { PutBack } from "./WorstEndpoints.ts"
import type { WorstInput, WorstRequest } from "./WorstInputs.ts"
import * as Rows from "./WorstWebhooks.ts"

export type Engine = "SQLite" | "PostgreSQL"

/** What is measured: a server on filled rows. */
export interface World {
  readonly engine: Engine
  readonly server: Watched
  readonly database: DatabaseTarget
  /** The folder of PostgreSQL. */
  readonly postgresFolder: string
}

/** A row of the table. */
export interface Row {
  readonly id: string
  readonly what: string
  readonly statuses: ReadonlyArray<number>
  readonly bytes: number
  readonly cpuMs: number
  readonly pieceMs: number
}

/** A request takes at most this much of the processor, and keeps the event loop for at most this long without a break, in milliseconds. */
export const cpuMsMax = 50
export const pieceMsMax = controlMsThere

/** How often a row is measured after a warm-up. The median counts, because a collection of garbage may fall into any. */
const rounds = 5

/** A row of which a round takes at most this share of its bounds is not measured again: no median would make it red. */
const settledShare = 0.6

/** A row that takes longer than this is not measured again: it is red, and every further round takes as long. */
const hopelessMs = 500

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** How often an endpoint has been asked: no two requests are the same. */
const counts = new Map<string, number>()

const keyOf = ({ server }: World, { id }: WorstInput): string => `${server.pid} ${id}`

/** Puts back what the next request of an input needs, beside the server. */
export const putBackFor = (world: World, input: WorstInput): Promise<void> => {
  const number = counts.get(keyOf(world, input)) ?? 0
  const puttingBack: Readonly<Record<PutBack, ReturnType<typeof Rows.putDeletedBack>>> = {
    "the deleted endpoint": Rows.putDeletedBack(number),
    "the failed deliveries": Rows.failAgain
  }
  return input.putBack === undefined
    ? Promise.resolve()
    : Effect.runPromise(Effect.provide(puttingBack[input.putBack], Database.layer(world.database)))
}

/** Makes the next request of an input; nothing where it goes on from a page that has no next one. */
export const requestsOf = async (world: World, input: WorstInput): Promise<(() => WorstRequest) | undefined> => {
  const { server } = world
  const origin = `http://127.0.0.1:${server.consolePort}`
  const key = keyOf(world, input)
  const next = () => {
    const number = counts.get(key) ?? 0
    counts.set(key, number + 1)
    return input.request(number, origin)
  }
  if (!input.isDeep) return next
  using connection = connect(portOf(server, input))
  const { text } = await connection.send(next(), true)
  const following: unknown = JSON.parse(text).next
  if (typeof following !== "string") return undefined
  const { pathname, search } = new URL(following)
  return () => ({ ...next(), path: pathname + search })
}

export const portOf = (server: Watched, { api }: WorstInput): number =>
  api === "operator" ? server.consolePort : server.port

/** Measures until a bound is kept, at most so often: the machine may stand still in one round, what is slow in the server is slow in all. */
export const untilKept = async <A>(
  tries: number,
  measured: () => Promise<A | undefined>,
  isKept: (seen: A) => boolean
): Promise<A | undefined> => {
  const seen = await measured()
  return seen === undefined || tries <= 1 || isKept(seen) ? seen : await untilKept(tries - 1, measured, isKept)
}

/** Measures what an input takes; nothing where there is no such request. */
export const measure = async (world: World, input: WorstInput): Promise<Row | undefined> => {
  const { engine, postgresFolder, server } = world
  const next = await requestsOf(world, input)
  if (next === undefined) return undefined
  using connection = connect(portOf(server, input))
  const databaseMs = () => (engine === "PostgreSQL" ? postgresCpuMs(postgresFolder) : 0)
  const cpuMs: Array<number> = []
  const pieceMs: Array<number> = []
  const statuses: Array<number> = []
  let bytes = 0
  // What can be sent once is costly to put back.
  const count = input.isKept ? 0 : input.putBack === undefined ? rounds : 2
  for (let round = 0; round <= count; round++) {
    await putBackFor(world, input)
    const beforeMs = databaseMs()
    const taken = await server.measure(() => connection.send(next()))
    const allMs = taken.cpuMs + databaseMs() - beforeMs
    const { status } = taken.result
    if (round > 0 && input.mayAlsoBe.includes(status)) break
    statuses.push(status)
    bytes = Math.max(bytes, taken.result.bytes)
    if (round === 0 && !input.isKept && allMs < hopelessMs) continue
    cpuMs.push(allMs)
    pieceMs.push(taken.pieceMs)
    const isSettled = allMs <= settledShare * cpuMsMax && taken.pieceMs <= settledShare * pieceMsMax
    if (round === 0 || isSettled) break
  }
  return {
    id: input.id,
    what: input.what,
    statuses: [...new Set(statuses)],
    bytes,
    cpuMs: median(cpuMs),
    pieceMs: median(pieceMs)
  }
}
