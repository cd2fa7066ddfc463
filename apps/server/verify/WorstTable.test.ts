/**
 * The worst-case table (decisions, Limits): every endpoint of both APIs with its worst valid input, on the worst valid rows, on either engine. A request
 * takes at most 50 ms of the processor, no piece of the event loop more than 10 ms, and a bystander in another organization hardly waits beside eight of
 * them. `test/WorstInputs.test.ts` is its quick half: every endpoint has its inputs, and they are valid.
 */
import * as Effect from "effect/Effect"
import { assert, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { startProcess } from "../test/faults/ServerProcess.ts"
import { databases } from "../test/Postgres.ts"
import { sharedFolder } from "../test/TestServer.ts"
import { startWatched } from "../test/worst/Watched.ts"
import { endpointIds, type WorstInput, worstInputs } from "../test/worst/WorstInputs.ts"
import { parts } from "../test/worst/WorstRows.ts"
import { knownAbove, p99MsKnown } from "./worst/KnownAbove.ts"
import { cpuMsMax, type Engine, measure, pieceMsMax, type Row, type World } from "../test/worst/Measure.ts"
import { type Beside, measureAlone, measureBeside } from "./worst/Bystander.ts"

/** The longest wait of a bystander at p99, in milliseconds; every row has {@link p99MsKnown} at present. */
const p99MsMax = 100

const folder = sharedFolder()

const idleServer = `
  const server = require("node:http").createServer((_request, response) => response.end())
  server.listen(0, "127.0.0.1", () => console.log("listens on " + server.address().port))`

const keyOf = ({ id, what }: { readonly id: string; readonly what: string }): string => `${id} | ${what}`

const boundsOf = (engine: Engine, row: { readonly id: string; readonly what: string }) => {
  const known = knownAbove[keyOf(row)] ?? knownAbove[row.id]
  const own = known?.engine === undefined || known.engine === engine ? known : undefined
  return {
    cpu: own?.cpuMsMax ?? cpuMsMax,
    piece: own?.pieceMsMax ?? pieceMsMax,
    p99: own?.p99MsMax ?? Math.max(p99MsMax, p99MsKnown)
  }
}

/** What is wrong with a row. */
const faultsOf = (engine: Engine, row: Row): ReadonlyArray<string> => {
  const { cpu, piece } = boundsOf(engine, row)
  return [
    ...(row.statuses.some((status) => status >= 400) ? [`is answered ${row.statuses.join(" and ")}`] : []),
    ...(row.cpuMs > cpu ? [`takes ${row.cpuMs.toFixed(1)} ms of the processor, ${cpu} at most`] : []),
    ...(row.pieceMs > piece ? [`has a piece of ${row.pieceMs.toFixed(1)} ms, ${piece} at most`] : [])
  ].map((fault) => `${keyOf(row)} ${fault}`)
}

/** What the machine makes everybody wait is added. */
const besideMax = (engine: Engine, seen: Beside): number => boundsOf(engine, seen).p99 + seen.machineP99Ms

/** Measures again what is red: the machine may stand still in one round, what is slow in the server is slow in both. */
const twice = async <A>(
  measured: () => Promise<A | undefined>,
  isRed: (seen: A) => boolean
): Promise<A | undefined> => {
  const seen = await measured()
  return seen !== undefined && isRed(seen) ? await measured() : seen
}

const costliest = (rows: ReadonlyArray<readonly [input: WorstInput, row: Row]>) => {
  const byId = new Map<string, readonly [WorstInput, Row]>()
  for (const one of rows) {
    const before = byId.get(one[1].id)
    if (before === undefined || before[1].cpuMs < one[1].cpuMs) byId.set(one[1].id, one)
  }
  return [...byId.values()]
}

const cell = (value: number) => value.toFixed(1).padStart(9)

const show = (engine: Engine, rows: ReadonlyArray<Row>, beside: ReadonlyMap<string, Beside>) =>
  [
    `${engine}: CPU ms, longest piece ms, p50 and p99 ms of the bystander (and of the machine), bytes`,
    ...rows
      .toSorted((left, right) => right.cpuMs - left.cpuMs)
      .map((row) => {
        const seen = beside.get(keyOf(row))
        const waits = seen === undefined ? "" : `${cell(seen.p50Ms)}${cell(seen.p99Ms)}${cell(seen.machineP99Ms)}`
        return `${cell(row.cpuMs)}${cell(row.pieceMs)}${waits.padEnd(27)} ${String(row.bytes).padStart(9)}  ${keyOf(row)}`
      })
  ].join("\n")

const tableOf = async (world: World, idlePort: number) => {
  const { engine } = world
  const rows: Array<readonly [WorstInput, Row]> = []
  for (const input of worstInputs) {
    const row = await twice(
      () => measure(world, input),
      (seen) => faultsOf(engine, seen).length > 0 && seen.statuses.every((status) => status < 400)
    )
    if (row !== undefined) rows.push([input, row])
  }
  const alone = await measureAlone(world)
  const beside = new Map<string, Beside>()
  const faults = rows.flatMap(([, row]) => faultsOf(engine, row))
  for (const [input, row] of costliest(rows)) {
    const seen = await twice(
      () => measureBeside(world, idlePort, input),
      (one) => one.p99Ms > besideMax(engine, one)
    )
    if (seen === undefined) continue
    beside.set(keyOf(row), seen)
    const max = besideMax(engine, seen)
    if (Object.keys(seen.statuses).join() !== "200")
      faults.push(`${keyOf(row)} lets a bystander get ${JSON.stringify(seen.statuses)}`)
    if (seen.p99Ms > max)
      faults.push(`${keyOf(row)} lets a bystander wait ${seen.p99Ms.toFixed(1)} ms at p99, ${max.toFixed(1)} at most`)
  }
  console.log(
    `${show(
      engine,
      rows.map(([, row]) => row),
      beside
    )}\nalone ${JSON.stringify(alone)}`
  )
  return { faults, ids: new Set(rows.map(([, { id }]) => id)) }
}

describe.each<Engine>(["SQLite", "PostgreSQL"])("the worst-case table on %s", (engine) => {
  it("keeps its bounds in every row (decisions, Limits)", async () => {
    const url = engine === "SQLite" ? `sqlite:${folder.file("worst.db")}` : await databases().create()
    const database = readTarget(url)
    for (const [, write] of parts) await Effect.runPromise(Effect.provide(write, Database.layer(database)))
    await using idle = startProcess([process.execPath, "-e", idleServer])
    const idlePort = Number((await idle.says(/listens on \d+/)).replaceAll(/\D/g, ""))
    await using server = await startWatched(url)
    // The check of the file goes on after the start.
    await server.measure(async () => {})
    const { faults, ids } = await tableOf(
      { engine, server, database, postgresFolder: inject("postgresFolder") },
      idlePort
    )
    assert.deepStrictEqual(
      endpointIds.filter((id) => !ids.has(id)),
      []
    )
    assert.deepStrictEqual(faults, [])
  })
})
