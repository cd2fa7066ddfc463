/**
 * What is wrong with a row of the worst-case table: its own bounds, or those of every row. Notes which bounds of its own a row has needed, so that none
 * stays in `KnownAbove.ts` that no row needs any more.
 */
import { cpuMsMax, type Engine, pieceMsMax, type Row } from "../../test/worst/Measure.ts"
import type { Beside } from "./Bystander.ts"
import { type KnownAbove, knownAbove } from "./KnownAbove.ts"

/** The longest wait of a bystander at p99, in milliseconds, beside what the machine makes everybody wait. */
const p99MsMax = 100

/** Below this share of the bound of every row, a bound of its own is of no use: one machine takes twice as long as another. */
const neededShare = 0.5

type Bound = "cpuMsMax" | "pieceMsMax" | "p99MsMax"

const ofEveryRow: Readonly<Record<Bound, number>> = { cpuMsMax, pieceMsMax, p99MsMax }

/** The name of a row: `partner jobs.list | han, a search`. */
export const keyOf = ({ id, what }: { readonly id: string; readonly what: string }): string => `${id} | ${what}`

const needed = new Set<string>()

const nameOf = (key: string, bound: string): string => `${bound} of ${key}`

/** The bounds in {@link knownAbove} that no row has needed. */
export const unneeded = (): ReadonlyArray<string> =>
  Object.entries(knownAbove).flatMap(([key, own]) =>
    Object.keys(ofEveryRow)
      .filter((bound) => own !== undefined && Object.hasOwn(own, bound))
      .map((bound) => nameOf(key, bound))
      .filter((name) => !needed.has(name))
  )

/** The bound of a row. `seen` is what it has taken. */
const boundOf = (engine: Engine, row: Pick<Row, "id" | "what">, bound: Bound, seen: number): number => {
  const key = knownAbove[keyOf(row)] === undefined ? row.id : keyOf(row)
  const known: KnownAbove | undefined = knownAbove[key]
  const own = known?.engine === undefined || known.engine === engine ? known?.[bound] : undefined
  if (own !== undefined && seen > neededShare * ofEveryRow[bound]) needed.add(nameOf(key, bound))
  return own ?? ofEveryRow[bound]
}

/** What is wrong with a row on a machine of this slowness (`slownessOf`): a slower one has longer bounds in proportion. */
export const faultsOf = (engine: Engine, row: Row, slowness: number): ReadonlyArray<string> => {
  const cpu = boundOf(engine, row, "cpuMsMax", row.cpuMs / slowness) * slowness
  const piece = boundOf(engine, row, "pieceMsMax", row.pieceMs / slowness) * slowness
  return [
    ...(row.statuses.some((status) => status >= 400) ? [`is answered ${row.statuses.join(" and ")}`] : []),
    ...(row.cpuMs > cpu ? [`takes ${row.cpuMs.toFixed(1)} ms of the processor, ${cpu.toFixed(1)} at most`] : []),
    ...(row.pieceMs > piece ? [`has a piece of ${row.pieceMs.toFixed(1)} ms, ${piece.toFixed(1)} at most`] : [])
  ].map((fault) => `${keyOf(row)} ${fault}`)
}

/** What is wrong with what a bystander has seen. What the machine makes everybody wait is added to its bound. */
export const besideFaultsOf = (engine: Engine, row: Row, seen: Beside): ReadonlyArray<string> => {
  const max = boundOf(engine, row, "p99MsMax", seen.p99Ms) + seen.machineP99Ms
  return [
    ...(Object.keys(seen.statuses).join() === "200" ? [] : [`lets a bystander get ${JSON.stringify(seen.statuses)}`]),
    ...(seen.p99Ms > max ? [`lets a bystander wait ${seen.p99Ms.toFixed(1)} ms at p99, ${max.toFixed(1)} at most`] : [])
  ].map((fault) => `${keyOf(row)} ${fault}`)
}
