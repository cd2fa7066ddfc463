/**
 * Measures what more workers add: reads a second of `serve --workers N` on N cores, against one process on one core.
 *
 * Writes results/NAME.json. README.md explains the figures.
 */
import * as Os from "node:os"
import { parseArgs } from "node:util"
import { operationsWith } from "./Operations.ts"
import {
  fileOf,
  isAlive,
  product,
  type Server,
  startLoad,
  startServer,
  temporaryFolder,
  type Variant
} from "./Process.ts"
import { machineLoad, runFacts, writeResult } from "./Results.ts"
import { rotated } from "./Rotation.ts"
import { seedDatabase } from "./SeededDatabase.ts"
import { sqliteEngine } from "./SqliteEngine.ts"
import { showEach, summarizeEach } from "./Statistics.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "workers" },
    into: { type: "string", default: fileOf("./results") },
    workers: { type: "string", default: "2" },
    /** How connections are spread over the workers is settled when they are opened: each round opens new ones. */
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    connections: { type: "string", default: "64" }
  }
})
const workers = Number(options.workers)
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const connections = Number(options.connections)

const cores = Os.availableParallelism()
/** The load has a core of its own where there is one more than workers; else it shares the last one with a worker. */
const loadCore = Math.min(workers, cores - 1)

const one: Variant = { ...product, name: "one" }
const many: Variant = {
  ...product,
  name: "many",
  env: { WORKERS: String(workers) },
  cores: `0-${Math.min(workers, cores) - 1}`
}

const folder = temporaryFolder()
const engine = sqliteEngine(folder)
const seeded = await seedDatabase(engine, 10_000)
const operations = operationsWith(seeded.token, seeded.jobTag).filter(
  // The copied jobs are not in this database.
  ({ name, numbersBelow }) => name.startsWith("GET ") && numbersBelow === undefined
)

const servers = [
  await startServer(one, await engine.copy(seeded.url), isAlive),
  await startServer(many, await engine.copy(seeded.url), isAlive)
]
const load = startLoad(String(loadCore))

const perSecondOf = async ({ port }: Server, { request, status }: (typeof operations)[number]) => {
  const report = await load.run({ port, request, status, connections, seconds })
  return report.requests / report.seconds
}

const loads: Array<number> = []
const ratiosOf = new Map(operations.map(({ name }): [string, Array<number>] => [name, []]))
for (const operation of operations) for (const server of servers) await perSecondOf(server, operation)

/** The share of its core that the load takes while it drives all workers, in all rounds. */
let loadSeconds = 0
let drivenSeconds = 0
while (loads.length < rounds) {
  loads.push(machineLoad())
  for (const operation of operations) {
    const perSecond = new Map<string, number>()
    for (const server of rotated(servers, loads.length)) {
      const before = load.cpuSeconds()
      perSecond.set(server.name, await perSecondOf(server, operation))
      if (server.name === many.name) {
        loadSeconds += load.cpuSeconds() - before
        drivenSeconds += seconds
      }
    }
    ratiosOf
      .get(operation.name)
      ?.push((perSecond.get(many.name) ?? Number.NaN) / (perSecond.get(one.name) ?? Number.NaN))
    process.stderr.write(".")
  }
}
await load.stop()
for (const server of servers) await server.stop()
await engine.stop()

const manyToOne = summarizeEach(ratiosOf)
process.stdout.write(showEach(manyToOne))

writeResult(options.into, options.name, {
  ...runFacts(),
  engine: "sqlite",
  workers,
  rounds,
  secondsPerRound: seconds,
  connections,
  loads,
  loadHasItsOwnCore: loadCore >= workers,
  loadShareOfItsCore: Number((loadSeconds / drivenSeconds).toFixed(2)),
  requestsPerSecondManyToOne: manyToOne
})
