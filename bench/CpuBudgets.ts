/**
 * Budgets of speed: for each request the CPU that the product may take, as a multiple of what raw takes in the same rounds. They are made
 * from a comparison on SQLite, and a later comparison is held to them. Reads and writes no files, and runs nothing.
 *
 * A ratio of two servers on one machine, each round beside the other, is the steadiest figure that a comparison has. The budget is its
 * median. A budget goes down when a comparison is clearly below it, and up only when somebody requests it. Another processor has other ratios, so each
 * machine has budgets of its own.
 */
import type { Comparison } from "./Comparison.ts"
import type { Summary } from "./Statistics.ts"

/** The budgets of a machine. */
export interface CpuBudgets {
  /** The version of Node with which the newest of them was measured. */
  readonly node: string
  /** The multiple of what raw takes, by request. */
  readonly cpuPerRequest: Readonly<Record<string, number>>
}

/** The file of budgets: those of each machine, by its processor and system. */
export type MachineBudgets = Readonly<Record<string, CpuBudgets>>

/** The budgets of a machine. One that has none is held to the highest budget that a machine has for the request. */
export const budgetsOn = (machines: MachineBudgets, machine: string): CpuBudgets["cpuPerRequest"] => {
  const own = machines[machine]
  if (own !== undefined) return own.cpuPerRequest
  const highest = new Map<string, number>()
  for (const { cpuPerRequest } of Object.values(machines)) {
    for (const [name, budget] of Object.entries(cpuPerRequest)) {
      highest.set(name, Math.max(budget, highest.get(name) ?? 0))
    }
  }
  return Object.fromEntries(highest)
}

/** The part of a comparison that budgets are about. */
export type Budgeted = Pick<Comparison, "engine" | "machine" | "node" | "operations" | "rounds" | "secondsPerRound">

/** What budgets compare. */
export const budgetedVariants = ["product", "raw"] as const
const [product, raw] = budgetedVariants

/**
 * How far above its budget a short comparison may be: on a machine that does other work beside, the medians of five rounds of a second
 * stray by up to a tenth.
 */
export const tolerance = 1.15

/** Fewer rounds, or shorter ones, are a smoke test; README.md states it too. */
const roundsMin = 7
const secondsMin = 2

const isMeasured = (summary: Summary | undefined): summary is Summary =>
  summary !== undefined && [summary.median, summary.q1, summary.q3].every(Number.isFinite)

/** The CPU per request of each operation; nothing where it has none. */
const measured = ({ operations }: Budgeted, name: string): Summary | undefined => {
  const summary = operations[name]?.against[raw]?.[product]?.cpuPerRequest
  return isMeasured(summary) ? summary : undefined
}

/** Why no budgets can be made from a comparison; nothing when they can. */
export const unfit = ({ engine, rounds, secondsPerRound }: Budgeted): string | undefined => {
  if (engine !== "sqlite") return "budgets are of SQLite"
  return rounds < roundsMin || secondsPerRound < secondsMin
    ? `budgets need ${roundsMin} rounds of ${secondsMin} s or more`
    : undefined
}

/** A budget before and after, and what was measured. */
export interface Change {
  readonly name: string
  readonly before: number | undefined
  readonly after: number | undefined
  readonly measured: Summary | undefined
}

/**
 * What becomes of each budget. `names` are the requests that there are now; budgets of others end, and those that the comparison leaves out
 * stay. A budget goes down when three quarters of the rounds are below it, so that it does not follow the noise, and up with `mayRaise`.
 */
export const changesOf = (
  budgets: CpuBudgets | undefined,
  comparison: Budgeted,
  { mayRaise, names }: { readonly mayRaise: boolean; readonly names: ReadonlyArray<string> }
): ReadonlyArray<Change> => {
  const known = budgets?.cpuPerRequest ?? {}
  return [...new Set([...names, ...Object.keys(known)])].map((name) => {
    const before = known[name]
    const found = measured(comparison, name)
    const follows = found !== undefined && (before === undefined || mayRaise || found.q3 < before)
    const after = follows ? found.median : before
    return { name, before, after: names.includes(name) ? after : undefined, measured: found }
  })
}

/** The budgets of a machine after some changes. */
export const budgetsOf = ({ node }: Budgeted, changes: ReadonlyArray<Change>): CpuBudgets => ({
  node,
  cpuPerRequest: Object.fromEntries(
    changes.flatMap(({ after, name }) => (after === undefined ? [] : [[name, after] as const]))
  )
})

const verdictOf = (name: string, budget: number | undefined, ratio: number | undefined): string | undefined => {
  if (budget === undefined) return `${name}: has no budget`
  if (ratio === undefined) return `${name}: has a budget and was not measured`
  return ratio <= budget * tolerance
    ? undefined
    : `${name}: the product takes ${ratio.toFixed(2)} times the CPU of raw per request; its budget is ${budget.toFixed(2)}, ` +
        `${(budget * tolerance).toFixed(2)} with the tolerance of ${tolerance}`
}

/** A request that does not keep its budget. */
export interface Violation {
  readonly name: string
  readonly message: string
}

/** The requests of a comparison that do not keep their budgets; nothing when all do. */
export const violationsOf = (machines: MachineBudgets, comparison: Budgeted): ReadonlyArray<Violation> => {
  const budgets = budgetsOn(machines, comparison.machine)
  return [...new Set([...Object.keys(budgets), ...Object.keys(comparison.operations)])].flatMap((name) => {
    const message = verdictOf(name, budgets[name], measured(comparison, name)?.median)
    return message === undefined ? [] : [{ name, message }]
  })
}
