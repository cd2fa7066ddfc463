/**
 * How many deliveries a second: events wait for endpoints when the server starts, and the receiver counts. The control sends as many requests
 * of the same size, and keeps nothing.
 */
import { delivering, type Place, type Prepared, prepare } from "./DeliveryWorld.ts"
import { isAlive, startRelay, startServer } from "./Process.ts"
import { summarize, type Summary } from "./Statistics.ts"

/** The endpoints that the service delivers to at once. */
const atOnce = 64

/** Deliveries of one kind, and how the rounds went. */
export interface Rates {
  readonly endpoints: number
  readonly deliveries: number
  readonly bodyBytes: number
  readonly perSecond: Summary
  readonly controlPerSecond: Summary
  /** In one round. */
  readonly toControl: Summary
  /** The time on the processor of the server, and of the database's own processes. */
  readonly cpuMsPerDelivery: Summary
}

export interface RateOptions {
  readonly organizations: number
  readonly endpointsOfEach: number
  /** Those of all organizations together. */
  readonly events: number
  readonly rounds: number
}

interface Round {
  readonly perSecond: number
  readonly controlPerSecond: number
  readonly cpuMs: number
  readonly bodyBytes: number
}

const oneRound = async (at: Place, { databaseUrl }: Prepared, options: RateOptions): Promise<Round> => {
  const { engine, sink } = at
  const { endpointsOfEach, events, organizations } = options
  const count = events * endpointsOfEach
  const copy = await engine.copy(databaseUrl)
  const arriving = sink.drain(count)
  const databaseBefore = engine.cpuSeconds()
  const server = await startServer(delivering, copy, isAlive)
  const started = server.cpuSeconds()
  const report = await arriving
  const cpuMs = (server.cpuSeconds() - started + engine.cpuSeconds() - databaseBefore) * 1_000
  await server.stop()

  const relay = await startRelay()
  const control = sink.drain(count)
  const paths = Array.from({ length: organizations * endpointsOfEach }, (_, index) => `/ok/control/${index}`)
  await relay.send({ port: sink.port, paths, atOnce, count, bodyBytes: report.bodyBytes })
  const { perSecond: controlPerSecond } = await control
  await relay.stop()
  return { perSecond: report.perSecond, controlPerSecond, cpuMs: cpuMs / count, bodyBytes: report.bodyBytes }
}

/** Measures deliveries to endpoints whose events wait. */
export const measureRates = async (at: Place, options: RateOptions): Promise<Rates> => {
  const prepared = await prepare(at, {
    organizations: options.organizations,
    endpoints: options.endpointsOfEach,
    events: options.events
  })
  const rounds: Array<Round> = []
  while (rounds.length < options.rounds) {
    rounds.push(await oneRound(at, prepared, options))
    process.stderr.write(".")
  }
  return {
    endpoints: options.organizations * options.endpointsOfEach,
    deliveries: options.events * options.endpointsOfEach,
    bodyBytes: rounds[0]?.bodyBytes ?? 0,
    perSecond: summarize(rounds.map(({ perSecond }) => perSecond)),
    controlPerSecond: summarize(rounds.map(({ controlPerSecond }) => controlPerSecond)),
    toControl: summarize(rounds.map(({ controlPerSecond, perSecond }) => perSecond / controlPerSecond)),
    cpuMsPerDelivery: summarize(rounds.map(({ cpuMs }) => cpuMs))
  }
}
