/**
 * Compares the product with its peers: same database, same requests, same core, in rounds that take turns. Prints ratios, and
 * writes them to results/NAME.json and as a picture to NAME.svg, or to another folder with --into. See README.md for how to read them.
 * --engine selects the database.
 *
 * First every server must give the same answers; a server that answers something else is not measured.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { parseArgs } from "node:util"
import { send } from "./Answer.ts"
import { chartOf } from "./Chart.ts"
import {
  compare,
  type Compared,
  type ComparedOperation,
  type Comparison,
  type Measured,
  objectOf
} from "./Comparison.ts"
import { freshCount } from "./FreshApplications.ts"
import { operationsWith } from "./Operations.ts"
import { postgresEngine } from "./PostgresEngine.ts"
import {
  databaseConnections,
  fileOf,
  isAlive,
  product,
  type Server,
  serverAt,
  startLoad,
  startServer,
  temporaryFolder,
  type Variant
} from "./Process.ts"
import { runFacts, writeResult } from "./Results.ts"
import { rotated } from "./Rotation.ts"
import { checkSame } from "./SameAnswers.ts"
import { seedDatabase } from "./SeededDatabase.ts"
import { sqliteEngine } from "./SqliteEngine.ts"
import { show, summarize } from "./Statistics.ts"

const { values: options } = parseArgs({
  options: {
    name: { type: "string", default: "local" },
    engine: { type: "string", default: "sqlite" },
    into: { type: "string", default: fileOf("./results") },
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    warmup: { type: "string", default: "3" },
    starts: { type: "string", default: "9" },
    connections: { type: "string", default: "32" },
    jobs: { type: "string", default: "100000" },
    only: { type: "string", multiple: true, default: [""] },
    variants: { type: "string", default: "product,fastify,raw" },
    also: { type: "string", multiple: true, default: [] }
  }
})
const connections = Number(options.connections)
const seconds = Number(options.seconds)
const warmup = Number(options.warmup)

const peers = ["fastify", "raw"]
const chosen = options.variants.split(",")
const strange = chosen.filter((name) => ![product.name, ...peers].includes(name))
if (strange.length > 0) throw new Error(`--variants does not know ${strange.join(", ")}`)

const variants: ReadonlyArray<Variant> = [
  ...(chosen.includes(product.name) ? [product] : []),
  ...options.also.map((also) => {
    const [name = "", file = ""] = also.split("=")
    return serverAt(name, Path.resolve(file))
  }),
  ...peers.filter((name) => chosen.includes(name)).map((name) => ({ name, file: fileOf(`./peers/${name}.ts`) }))
]
const bases = ["raw", "fastify", product.name].filter((name) => chosen.includes(name))

if (!["sqlite", "postgres"].includes(options.engine)) throw new Error("--engine is sqlite or postgres")
const isPostgres = options.engine === "postgres"
const folder = temporaryFolder()
const running: Array<{ readonly stop: () => Promise<void> }> = []

const stopAll = async (): Promise<void> => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
}

const main = async (): Promise<void> => {
  const engine = isPostgres ? await postgresEngine() : sqliteEngine(folder)
  const { jobTag, token, url: seededUrl } = await seedDatabase(engine, Number(options.jobs))
  await engine.complete(seededUrl, freshCount(warmup) + Number(options.rounds) * freshCount(seconds))

  // A server wants its database for itself, so each gets a copy; the token is good for all.
  const servers: Array<Server> = []
  for (const variant of variants) {
    const server = await startServer(variant, await engine.copy(seededUrl), isAlive)
    servers.push(server)
    running.push(server)
  }
  const names = servers.map(({ name }) => name)
  await checkSame(servers, token, engine)
  const idle = new Map(servers.map((server) => [server.name, server.residentBytes()]))
  /** The memory of each server after each of its rounds. */
  const resident = new Map(names.map((name): [string, Array<number>] => [name, []]))

  const load = startLoad()
  running.push(load)
  const operations: Record<string, ComparedOperation> = {}
  for (const operation of operationsWith(token, jobTag)) {
    const { usesDatabase, name, numbersBelow, request, status, takesFresh = false } = operation
    if (!options.only.some((part) => name.includes(part))) continue
    const countsDatabase = isPostgres && usesDatabase
    /** How many of the fresh applications each server was given. */
    const given = new Map<Server, number>()
    const measure = async (server: Server, duration: number): Promise<Measured> => {
      const [first, count] = [given.get(server) ?? 0, freshCount(duration)]
      given.set(server, first + count)
      const [before, databaseBefore] = [server.cpuSeconds(), engine.cpuSeconds()]
      const report = await load.run({
        port: server.port,
        request,
        status,
        connections,
        seconds: duration,
        ...(takesFresh ? { numbers: { first, count } } : {}),
        ...(numbersBelow === undefined ? {} : { numbers: { first: 0, count: numbersBelow, again: true } })
      })
      return {
        ...report,
        cpuSeconds: server.cpuSeconds() - before,
        databaseCpuSeconds: engine.cpuSeconds() - databaseBefore
      }
    }
    for (const server of servers) await measure(server, warmup)
    const rounds: Array<Map<string, Measured>> = []
    for (let round = 0; round < Number(options.rounds); round++) {
      const measured = new Map<string, Measured>()
      for (const server of rotated(servers, round)) {
        measured.set(server.name, await measure(server, seconds))
        resident.get(server.name)?.push(server.residentBytes())
      }
      rounds.push(measured)
      process.stderr.write(".")
    }
    process.stderr.write("\n")

    const compared = compare(rounds, { names, bases, countsDatabase })
    operations[name] = compared
    const cell = (base: string, variant: string, figure: keyof Compared): string => {
      const summary = compared.against[base]?.[variant]?.[figure]
      return summary === undefined ? "" : show(summary)
    }
    process.stdout.write(`\n${name}\n`)
    console.table(
      objectOf(names, (variant) => ({
        "req/s to raw": cell("raw", variant, "requestsPerSecond"),
        "to fastify": cell("fastify", variant, "requestsPerSecond"),
        "CPU to raw": cell("raw", variant, "cpuPerRequest"),
        "to fastify ": cell("fastify", variant, "cpuPerRequest"),
        "to product": cell(product.name, variant, "cpuPerRequest"),
        ...(countsDatabase ? { "database's CPU to fastify": cell("fastify", variant, "databaseCpuPerRequest") } : {}),
        "p99 to raw": cell("raw", variant, "p99"),
        "to fastify  ": cell("fastify", variant, "p99"),
        busy: compared.busy[variant]?.median
      }))
    )
  }

  const mebibytes = (bytes: number) => Math.round(bytes / 1_048_576)
  const memory = objectOf(names, (name) => {
    const loaded = (resident.get(name) ?? []).map(mebibytes)
    return {
      idleMiB: mebibytes(idle.get(name) ?? 0),
      loadedMiB: summarize(loaded).median,
      peakMiB: Math.max(...loaded)
    }
  })
  await stopAll()
  process.stdout.write("\nMemory, resident\n")
  console.table(memory)

  const starts: Array<Map<string, number>> = []
  const answers = async (port: number) => (await send(port, "/v1/jobs?limit=10", token)).status === 200
  const urlOf = new Map(servers.map((server) => [server.name, server.databaseUrl]))
  for (let round = 0; round < Number(options.starts); round++) {
    const took = new Map<string, number>()
    for (const variant of rotated(variants, round)) {
      const beganAt = performance.now()
      const server = await startServer(variant, urlOf.get(variant.name) ?? "", answers)
      took.set(variant.name, performance.now() - beganAt)
      await server.stop()
    }
    starts.push(took)
  }
  await engine.stop()
  const startup =
    starts.length === 0
      ? undefined
      : objectOf(bases, (base) =>
          objectOf(names, (name) =>
            summarize(starts.map((took) => (took.get(name) ?? Number.NaN) / (took.get(base) ?? Number.NaN)))
          )
        )
  if (startup !== undefined) {
    process.stdout.write("\nFrom start to the first page\n")
    console.table(
      objectOf(names, (name) =>
        objectOf(bases, (base) => {
          const summary = startup[base]?.[name]
          return summary === undefined ? "" : show(summary)
        })
      )
    )
  }

  const results: Comparison = {
    ...runFacts(),
    rounds: Number(options.rounds),
    secondsPerRound: seconds,
    engine: options.engine,
    ...(isPostgres ? { databaseConnections } : {}),
    connections,
    jobs: Number(options.jobs),
    operations,
    memory,
    ...(startup === undefined ? {} : { startup })
  }
  writeResult(options.into, options.name, results)
  Fs.writeFileSync(Path.join(options.into, `${options.name}.svg`), chartOf(results))
}

await main()
