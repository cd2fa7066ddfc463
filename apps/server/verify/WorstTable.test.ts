/**
 * The worst-case table (decisions, Limits): every endpoint of both APIs with its worst valid input, on the worst valid rows, on either engine. A request
 * takes at most 50 ms of the processor, no piece of the event loop more than 10 ms, and a bystander in another organization hardly waits beside eight of
 * them. A machine that is slower than that of the bounds at the moment of a row has longer bounds in proportion. `test/WorstInputs.test.ts` is its quick half:
 * every endpoint has its inputs, and they are valid.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { databases } from "../test/Postgres.ts"
import { sharedFolder } from "../test/TestServer.ts"
import { type Engine, measure, type Row, untilKept, type World } from "../test/worst/Measure.ts"
import { slownessOf } from "../test/worst/Control.ts"
import { startIdleServer } from "./IdleServer.ts"
import { startWatched } from "../test/worst/Watched.ts"
import { endpointIds, type WorstInput, worstInputs } from "../test/worst/WorstInputs.ts"
import { besideFaultsOf, faultsOf, keyOf, unneeded } from "./worst/Bounds.ts"
import { type Beside, makeBystander } from "./worst/Bystander.ts"
import { fillInThread } from "./worst/FillThread.ts"

/** How long the table may take on two cores that do nothing else, in seconds: `pnpm verify` is under an hour, and has a hundred others. */
const secondsMax = 480

/** A bystander beside eight requests that take less than this waits for less than half of its bound: it is not measured there. */
const besideCpuMsMin = 5

const folder = sharedFolder()

const tookSeconds: Record<string, number> = {}

/** How slow the machine was, once for each engine: a slower one has longer for the table, too. */
const slowness: Array<number> = []

/** Runs a part of the test, and records how long it took. */
const timed = async <A>(part: string, run: () => Promise<A>): Promise<A> => {
  const startMs = performance.now()
  const made = await run()
  tookSeconds[part] = Math.round((performance.now() - startMs) / 100) / 10
  return made
}

interface Measured {
  readonly input: WorstInput
  readonly row: Row
  readonly faults: ReadonlyArray<string>
}

/** The input of each endpoint that takes the most. */
const costliest = (rows: ReadonlyArray<Measured>): ReadonlyArray<Measured> => {
  const byId = new Map<string, Measured>()
  for (const one of rows) {
    const before = byId.get(one.row.id)
    if (before === undefined || before.row.cpuMs < one.row.cpuMs) byId.set(one.row.id, one)
  }
  return [...byId.values()].filter(({ row }) => row.cpuMs >= besideCpuMsMin)
}

const cell = (value: number) => value.toFixed(1).padStart(9)

const show = (engine: Engine, rows: ReadonlyArray<Measured>, beside: ReadonlyMap<string, Beside>) =>
  [
    `${engine}: CPU ms, longest piece ms, p50 and p99 ms of the bystander (and of the machine), bytes`,
    ...rows
      .map(({ row }) => row)
      .toSorted((left, right) => right.cpuMs - left.cpuMs)
      .map((row) => {
        const seen = beside.get(keyOf(row))
        const waits = seen === undefined ? "" : `${cell(seen.p50Ms)}${cell(seen.p99Ms)}${cell(seen.machineP99Ms)}`
        return `${cell(row.cpuMs)}${cell(row.pieceMs)}${waits.padEnd(27)} ${String(row.bytes).padStart(9)}  ${keyOf(row)}`
      })
  ].join("\n")

/** How often a row is measured before it is red. */
const tries = 2

/** Measures a row. What the machine is at this moment counts where the row is above the bounds of a quiet one. */
const measureRow = async (world: World, input: WorstInput): Promise<Measured | undefined> => {
  const row = await measure(world, input)
  if (row === undefined) return undefined
  const faults = faultsOf(world.engine, row, 1)
  return {
    input,
    row,
    faults: faults.length === 0 ? faults : faultsOf(world.engine, row, slownessOf(await world.server.controlMs()))
  }
}

const measureRows = async (world: World): Promise<ReadonlyArray<Measured>> => {
  const rows: Array<Measured> = []
  for (const input of worstInputs) {
    const measured = await untilKept(
      input.isKept ? 1 : tries,
      () => measureRow(world, input),
      ({ faults, row }) => faults.length === 0 || row.statuses.some((status) => status >= 400)
    )
    if (measured !== undefined) rows.push(measured)
  }
  return rows
}

const measureBystander = async (world: World, idlePort: number, rows: ReadonlyArray<Measured>) => {
  await using bystander = await makeBystander(world, idlePort)
  const alone = await bystander.alone()
  const beside = new Map<string, Beside>()
  const faults: Array<string> = []
  for (const { input, row } of costliest(rows)) {
    const seen = await untilKept(
      tries,
      () => bystander.beside(input),
      (one) => besideFaultsOf(world.engine, row, one).length === 0
    )
    if (seen === undefined) continue
    beside.set(keyOf(row), seen)
    faults.push(...besideFaultsOf(world.engine, row, seen))
  }
  return { alone, beside, faults }
}

const engines = ["SQLite", "PostgreSQL"] as const satisfies ReadonlyArray<Engine>

describe("the worst-case table", () => {
  const urls: Record<Engine, string> = { SQLite: `sqlite:${folder.file("worst.db")}`, PostgreSQL: "" }
  beforeAll(async () => {
    urls.PostgreSQL = await databases().create()
    await timed("rows", () => Promise.all(engines.map((engine) => fillInThread(urls[engine]))))
  }, 300_000)
  afterAll(() => console.log(`seconds: ${JSON.stringify(tookSeconds)}`))

  it.for(engines)("keeps its bounds in every row on %s (decisions, Limits)", async (engine) => {
    await using idle = await startIdleServer()
    await using server = await startWatched(urls[engine])
    // The check of the file goes on after the start.
    await server.measure(async () => {})
    const database = readTarget(urls[engine])
    const world = { engine, server, database, postgresFolder: inject("postgresFolder") }
    slowness.push(slownessOf(await server.controlMs()))
    const rows = await timed(`requests on ${engine}`, () => measureRows(world))
    const { alone, beside, faults } = await timed(`bystander on ${engine}`, () =>
      measureBystander(world, idle.port, rows)
    )
    console.log(`${show(engine, rows, beside)}\nalone ${JSON.stringify(alone)}`)
    const ids = new Set(rows.map(({ row }) => row.id))
    assert.deepStrictEqual(
      endpointIds.filter((id) => !ids.has(id)),
      []
    )
    assert.deepStrictEqual([...rows.flatMap((measured) => measured.faults), ...faults], [])
  })

  it("has no bound above those of every row that no row needs, and takes at most 8 minutes (decisions, Limits)", () => {
    assert.deepStrictEqual(unneeded(), [])
    assert.isAtMost(
      Object.values(tookSeconds).reduce((sum, seconds) => sum + seconds, 0),
      secondsMax * Math.max(1, ...slowness)
    )
  })
})
