/**
 * What its event costs a write: the time on the processor for each request, against the same program without events, and with endpoints that
 * wait for it. The servers only answer requests, since deliveries are measured elsewhere.
 */
import { answeringOnly, delivering, type Place, prepare, rewritten, userWrite } from "./DeliveryWorld.ts"
import { isAlive, startServer } from "./Process.ts"
import { rotated } from "./Rotation.ts"
import { summarize, type Summary } from "./Statistics.ts"

const endpointsOfEach = 10

/** The product, but that no entry of the journal is an event. */
const withoutEvents = rewritten(
  "without events",
  "store/AppendedEvent.ts",
  "event === undefined || organizationId === undefined",
  "event === undefined || organizationId !== undefined"
)

/** Ratios of the time on the processor for a write, the database's own included. */
export interface EventCost {
  readonly organizations: number
  readonly eventToNone: Summary
  readonly endpointsToNone: Summary
  readonly requestsPerSecond: Summary
  readonly cpuMsPerWrite: Summary
}

export interface CostOptions {
  /** Those that are written to in turn. */
  readonly organizations: number
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** Measures writes over organizations, the variants one after the other, each round in another order. */
export const measureEventCost = async (
  at: Place,
  { connections, organizations, rounds, seconds }: CostOptions
): Promise<EventCost> => {
  const { engine, load } = at
  const bare = await prepare(at, { organizations, endpoints: 0 })
  const withEndpoints = await prepare(at, { organizations, endpoints: endpointsOfEach })
  const start = async (variant: typeof delivering, { databaseUrl, tokens }: typeof bare) => {
    const server = await startServer(answeringOnly(variant), await engine.copy(databaseUrl), isAlive)
    return { server, requests: tokens.map(userWrite) }
  }
  const none = await start(withoutEvents, bare)
  const product = await start(delivering, bare)
  const endpoints = await start(delivering, withEndpoints)
  const measure = async ({ requests: [request = "", ...others], server }: typeof none, duration: number) => {
    const before = server.cpuSeconds() + engine.cpuSeconds()
    const order = { port: server.port, request, others, status: 201, connections, seconds: duration }
    const report = await load.run(order)
    const cpuMs = (server.cpuSeconds() + engine.cpuSeconds() - before) * 1_000
    return { cpuMs: cpuMs / report.requests, perSecond: report.requests / report.seconds }
  }
  const all = [none, product, endpoints]
  for (const one of all) await measure(one, seconds)
  const measured: Array<Map<typeof none, Awaited<ReturnType<typeof measure>>>> = []
  while (measured.length < rounds) {
    const round = new Map<typeof none, Awaited<ReturnType<typeof measure>>>()
    for (const one of rotated(all, measured.length)) round.set(one, await measure(one, seconds))
    measured.push(round)
    process.stderr.write(".")
  }
  for (const { server } of all) await server.stop()
  const cpu = (round: (typeof measured)[number], one: typeof none) => round.get(one)?.cpuMs ?? Number.NaN
  return {
    organizations,
    eventToNone: summarize(measured.map((round) => cpu(round, product) / cpu(round, none))),
    endpointsToNone: summarize(measured.map((round) => cpu(round, endpoints) / cpu(round, product))),
    requestsPerSecond: summarize(measured.map((round) => round.get(product)?.perSecond ?? Number.NaN)),
    cpuMsPerWrite: summarize(measured.map((round) => cpu(round, product)))
  }
}
