/**
 * The orders to the programs beside the service in a run of deliveries, and their reports: the receiver (`sink.ts`) and the control
 * (`relay.ts`). Lines of JSON, an order in and a report out.
 */

/** Writes at a steady pace, whatever the answers do, each of which an endpoint gets. */
export interface PacedOrder {
  readonly kind: "paced"
  readonly port: number
  /** The whole request; `{n}` in it becomes a number of twelve digits, another one each time. */
  readonly request: string
  readonly perSecond: number
  readonly seconds: number
  /** How long the last ones are waited for. */
  readonly patienceSeconds: number
}

/** The time from a write to its arrival at the receiver, for those that arrived. */
export interface PacedReport {
  readonly writes: number
  readonly arrived: number
  /** From the first byte of the write. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** From the answer to the write, which comes after its commit. */
  readonly afterAnswerP50Ms: number
  readonly afterAnswerP99Ms: number
  /** Of the answers themselves. */
  readonly answerP50Ms: number
}

/** Waits for a number of arrivals. */
export interface DrainOrder {
  readonly kind: "drain"
  readonly count: number
}

/** How the arrivals came. */
export interface DrainReport {
  readonly arrivals: number
  /** Arrivals a second, without the first fifth, in which a server starts. */
  readonly perSecond: number
  readonly bodyBytes: number
}

/** Waits for a number of `ping`s since the start of the receiver. */
export interface PingsOrder {
  readonly kind: "pings"
  readonly count: number
}

export type SinkOrder = PacedOrder | DrainOrder | PingsOrder

/** Has the control send requests, one after the other to each path, a number of paths at once. */
export interface RelayOrder {
  readonly port: number
  readonly paths: ReadonlyArray<string>
  readonly atOnce: number
  readonly count: number
  readonly bodyBytes: number
}
