/**
 * Measures webhook deliveries, from the write to a receiver in a process of its own on this machine, without TLS: how many a second, how late,
 * what one that hangs costs the others, and what its event costs a write. Each figure stands beside a control of the same run.
 *
 * Writes results/NAME.json. README.md explains the figures.
 */
import { parseArgs } from "node:util"
import { measureBesideHanging, measureBesideTurning, measureDelays } from "./DeliveryDelays.ts"
import { measureRates } from "./DeliveryRates.ts"
import { measureEventCost } from "./EventCost.ts"
import { postgresEngine } from "./PostgresEngine.ts"
import { fileOf, startLoad, startSink, temporaryFolder } from "./Process.ts"
import { machineLoad, runFacts, writeResult } from "./Results.ts"
import { sqliteEngine } from "./SqliteEngine.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "deliveries" },
    engine: { type: "string", default: "sqlite" },
    into: { type: "string", default: fileOf("./results") },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "5" },
    /** The events that wait for a hundred endpoints, ten for each event, and for one. */
    events: { type: "string", default: "2000" },
    /** Those with ten endpoints each; writes are measured over five times as many. */
    organizations: { type: "string", default: "10" },
    connections: { type: "string", default: "50" },
    only: { type: "string", default: "" }
  }
})
if (!["sqlite", "postgres"].includes(options.engine)) throw new Error("--engine is sqlite or postgres")
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)
const events = Number(options.events)
const organizations = Number(options.organizations)

const folder = temporaryFolder()
const engine = options.engine === "postgres" ? await postgresEngine() : sqliteEngine(folder)
const at = { engine, sink: await startSink(), load: startLoad() }

const measures: Readonly<Record<string, () => Promise<object>>> = {
  "many endpoints": () => measureRates(at, { organizations, endpointsOfEach: 10, events, rounds }),
  "one endpoint": () => measureRates(at, { organizations: 1, endpointsOfEach: 1, events: events * 3, rounds }),
  "20 a second": () => measureDelays(at, { perSecond: 20, seconds, rounds }),
  "beside those that hang": () => measureBesideHanging(at, { organizations, seconds, rounds }),
  "beside those that begin to hang": () => measureBesideTurning(at, { organizations, seconds, rounds }),
  "event of a write": () =>
    measureEventCost(at, {
      organizations: 5 * organizations,
      rounds,
      seconds: Math.min(seconds, 3),
      connections: Number(options.connections)
    })
}

const loads: Array<number> = []
const found: Record<string, object> = {}
for (const [name, measure] of Object.entries(measures)) {
  if (!name.includes(options.only)) continue
  loads.push(machineLoad())
  const result = await measure()
  found[name] = result
  process.stdout.write(`\n${name}\n${JSON.stringify(result, undefined, 2)}\n`)
}
loads.push(machineLoad())
await at.sink.stop()
await at.load.stop()
await engine.stop()

writeResult(options.into, options.name, {
  ...runFacts(),
  engine: options.engine,
  rounds,
  /** The load of the machine before each measurement, and at the end: others work on it too. */
  loads,
  measures: found
})
