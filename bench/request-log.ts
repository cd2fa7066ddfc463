/**
 * Measures what the request log costs: the time on the processor for each request with `REQUEST_LOG=on`, against the same server with `off`.
 *
 * Writes results/NAME.json. README.md explains the figures.
 */
import { parseArgs } from "node:util"
import { type Operation, operationsWith, postJsonText } from "./Operations.ts"
import {
  fileOf,
  isAlive,
  type Load,
  product,
  type Server,
  startLoad,
  startServer,
  temporaryFolder,
  type Variant
} from "./Process.ts"
import { machineLoad, runFacts, writeResult } from "./Results.ts"
import { seedDatabase } from "./SeededDatabase.ts"
import { sqliteEngine } from "./SqliteEngine.ts"
import { showEach, summarize, summarizeEach } from "./Statistics.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "request-log" },
    into: { type: "string", default: fileOf("./results") },
    /** Each start has its own luck with how V8 compiles the program, so rounds of one start are not enough. */
    starts: { type: "string", default: "8" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    connections: { type: "string", default: "32" },
    only: { type: "string", default: "" }
  }
})
const starts = Number(options.starts)
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const connections = Number(options.connections)

const withLog = (value: "on" | "off"): Variant => ({ ...product, name: value, env: { REQUEST_LOG: value } })

/** A body with two mistakes: the log has their places, and the names and types of the body's members. */
const refused = (token: string): Operation => ({
  name: "POST /v1/users, two mistakes: 422",
  status: 422,
  usesDatabase: false,
  request: postJsonText("/v1/users", token, { first_name: "Ada", email: "no address" })
})

const folder = temporaryFolder()
const engine = sqliteEngine(folder)
const seeded = await seedDatabase(engine, 10_000)

/** A server, and what drives it. */
interface Driven {
  readonly server: Server
  readonly load: Load
}

const start = async (value: "on" | "off"): Promise<Driven> => ({
  server: await startServer(withLog(value), await engine.copy(seeded.url), isAlive),
  load: startLoad()
})

/** The log is written behind the requests: what is still to be written belongs to the figure. */
const settleMs = 600

/** Milliseconds on the processor for each request, with the log and without: both at once, so that what disturbs the machine disturbs both. */
const cpuMsOf = async (both: ReadonlyArray<Driven>, { request, status }: Operation): Promise<ReadonlyArray<number>> => {
  const before = both.map(({ server }) => server.cpuSeconds())
  const reports = await Promise.all(
    both.map(({ load, server }) => load.run({ port: server.port, request, status, connections, seconds }))
  )
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  return both.map(
    ({ server }, at) => ((server.cpuSeconds() - (before[at] ?? 0)) * 1_000) / (reports[at]?.requests ?? 0)
  )
}

/** Each of them can be repeated as often as the time allows. */
const operations = [...operationsWith(seeded.token, seeded.jobTag), refused(seeded.token)].filter(
  ({ name, numbersBelow, takesFresh }) =>
    numbersBelow === undefined && takesFresh === undefined && name.includes(options.only)
)

const loads: Array<number> = []
const ratiosOf = new Map(operations.map(({ name }): [string, Array<number>] => [name, []]))
while (loads.length < starts) {
  loads.push(machineLoad())
  // What starts first has the worse luck with memory: the two take turns.
  const isOnFirst = loads.length % 2 === 0
  const first = await start(isOnFirst ? "on" : "off")
  const second = await start(isOnFirst ? "off" : "on")
  const both = isOnFirst ? [first, second] : [second, first]
  for (const operation of operations) {
    await cpuMsOf(both, operation)
    const ratios: Array<number> = []
    while (ratios.length < rounds) {
      const [withLogMs = Number.NaN, withoutMs = Number.NaN] = await cpuMsOf(both, operation)
      ratios.push(withLogMs / withoutMs)
      process.stderr.write(".")
    }
    ratiosOf.get(operation.name)?.push(summarize(ratios).median)
  }
  for (const { load, server } of both) {
    await load.stop()
    await server.stop()
  }
}
await engine.stop()

const onToOff = summarizeEach(ratiosOf)
process.stdout.write(showEach(onToOff))

writeResult(options.into, options.name, {
  ...runFacts(),
  engine: "sqlite",
  starts,
  roundsOfStart: rounds,
  secondsPerRound: seconds,
  /** The load of the machine before each start: others work on it too. */
  loads,
  cpuOnToOff: onToOff
})
