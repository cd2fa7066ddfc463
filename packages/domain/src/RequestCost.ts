/**
 * The cost of a request to its client, in points (decisions, Limits). It follows from counted work and never from measured time, so that the same request on
 * the same data costs the same on every engine and on the server for tests.
 *
 * The service counts the work (`RequestUsage.ts`) and charges the cost (`RateLimits.ts`).
 */
import { eventBytesMax } from "./Event.ts"
import * as Struct from "effect/Struct"

/** The kinds of work, and how many units of each one point pays for. A point is about two milliseconds of one core. */
export const unitsPerPoint = {
  /** Rows of a list that the store returns, the look-ahead row included; all that a filtered page passes where it ends at its bound. */
  rowsRead: 500,
  /** Bytes of the body of the request: they are parsed and checked. */
  bytesIn: 16_384,
  /** Bytes of the body of the answer before compression: they are read, joined and written. */
  bytesOut: 131_072,
  /** Bytes of a file in the request or in the answer: they pass through, and nobody parses or joins them. */
  fileBytes: 1_048_576,
  /** Words of a `q`: each is looked up in the index, and in a sample of the records. */
  wordsSearched: 2,
  /** Words of the records that the request writes, in the index now or later. */
  wordsIndexed: 250,
  /** Bytes that the request stores: records, events, and answers that are kept for an idempotency key. */
  bytesStored: 65_536,
  /** Pings that the request causes: each is a request to an address of the partner's choice. */
  pings: 1,
  /** Deliveries that the request causes: each is a row that changes, and a request to the partner later. */
  deliveries: 100
} as const satisfies Readonly<Record<string, number>>

/** A kind of work. */
export type WorkKind = keyof typeof unitsPerPoint

/** The work of a request, in the units of each kind. */
export type RequestWork = Readonly<Record<WorkKind, number>>

/** No work of any kind. */
export const noWork: RequestWork = {
  rowsRead: 0,
  bytesIn: 0,
  bytesOut: 0,
  fileBytes: 0,
  wordsSearched: 0,
  wordsIndexed: 0,
  bytesStored: 0,
  pings: 0,
  deliveries: 0
}

const kinds = Struct.keys(unitsPerPoint)

/** The points of a request that does no more than an ordinary one. They are taken before the work. */
export const ordinaryCost = 1

/** The points of a request by its work: a whole number, {@link ordinaryCost} at least. */
export const costOf = (work: RequestWork): number => {
  let points = 0
  for (const kind of kinds) points += work[kind] / unitsPerPoint[kind]
  return Math.max(ordinaryCost, Math.floor(points))
}

/** The bytes of an entry of the journal with its place in the indexes. */
const entryBytes = 512

/**
 * The bytes that a write stores whose answer has `answerBytes`: the record, an event with a copy of it, an entry of the journal, and the answer
 * where it is kept for an idempotency key.
 */
export const storedBytesOf = (answerBytes: number, isKept: boolean): number =>
  entryBytes + answerBytes + Math.min(answerBytes, eventBytesMax) + (isKept ? answerBytes : 0)

/** The points from which on a request is a large one: about ten milliseconds of one core. */
export const largeCostMin = 5

/**
 * The longest time for which a client pays off what one request has cost beyond its allowance, in seconds of refill. A bucket goes no deeper below
 * zero, so that a mistake stops nobody for longer than a minute.
 */
export const debtSecondsMax = 60
