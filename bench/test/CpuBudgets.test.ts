/**
 * Budgets of CPU: when a comparison keeps them, and how they follow one. Measures nothing.
 */
import { assert, it } from "vitest"
import {
  type Budgeted,
  budgetsOf,
  budgetsOn,
  changesOf,
  type CpuBudgets,
  tolerance,
  unfit,
  violationsOf
} from "../CpuBudgets.ts"
import type { Summary } from "../Statistics.ts"

const list = "GET /v1/jobs"
const create = "POST /v1/users"
const names = [list, create]

const steady = (median: number): Summary => ({ median, q1: median, q3: median })

/** A comparison in which the product takes these multiples of raw's CPU. */
const comparisonOf = (ratios: Readonly<Record<string, Summary>>): Budgeted => ({
  engine: "sqlite",
  machine: "here",
  node: "v24.0.0",
  rounds: 9,
  secondsPerRound: 2,
  operations: Object.fromEntries(
    Object.entries(ratios).map(([name, cpuPerRequest]) => [
      name,
      {
        against: { raw: { product: { cpuPerRequest, requestsPerSecond: steady(1), p99: steady(1) } } },
        busy: {}
      }
    ])
  )
})

const budgets: CpuBudgets = { node: "v24.0.0", cpuPerRequest: { [list]: 2, [create]: 3 } }
const machines = { here: budgets, elsewhere: { node: "v24.0.0", cpuPerRequest: { [list]: 1, [create]: 4 } } }

const after = (ratios: Readonly<Record<string, Summary>>, mayRaise = false, now = names) => {
  const comparison = comparisonOf(ratios)
  return budgetsOf(comparison, changesOf(budgets, comparison, { mayRaise, names: now })).cpuPerRequest
}

it("a comparison keeps a budget up to its tolerance (README, Budgets)", () => {
  const kept = comparisonOf({ [list]: steady(2 * tolerance), [create]: steady(1) })
  assert.deepEqual(violationsOf(machines, kept), [])
})

it("a machine has budgets of its own, and an unknown one the highest of each request (README, Budgets)", () => {
  assert.deepEqual(budgetsOn(machines, "elsewhere"), { [list]: 1, [create]: 4 })
  assert.deepEqual(budgetsOn(machines, "unknown"), { [list]: 2, [create]: 4 })
})

it("a violation names request, ratio and budget (README, Budgets)", () => {
  const [violation, ...others] = violationsOf(machines, comparisonOf({ [list]: steady(2.4), [create]: steady(3) }))
  assert.deepEqual(others, [])
  assert.strictEqual(violation?.name, list)
  for (const part of [list, "2.40", "2.00", "2.30", "1.15"]) assert.include(violation?.message, part)
})

it("a request without a budget, and a budget without a request, are violations (README, Budgets)", () => {
  const violations = violationsOf(machines, comparisonOf({ [list]: steady(2), "GET /v1/new": steady(1) }))
  assert.deepEqual(violations, [
    { name: create, message: `${create}: has a budget and was not measured` },
    { name: "GET /v1/new", message: "GET /v1/new: has no budget" }
  ])
})

it("a figure that is no number keeps no budget (README, Budgets)", () => {
  const violations = violationsOf(machines, comparisonOf({ [list]: steady(Number.NaN), [create]: steady(3) }))
  assert.deepEqual(violations, [{ name: list, message: `${list}: has a budget and was not measured` }])
})

it("a budget goes down with a comparison that is clearly below it (README, Budgets)", () => {
  assert.deepEqual(after({ [list]: { median: 1.8, q1: 1.7, q3: 1.9 }, [create]: { median: 2.9, q1: 2.8, q3: 3.1 } }), {
    [list]: 1.8,
    [create]: 3
  })
})

it("a budget goes up only when that is requested (README, Budgets)", () => {
  const higher = { [list]: steady(2.5), [create]: steady(3) }
  assert.deepEqual(after(higher), { [list]: 2, [create]: 3 })
  assert.deepEqual(after(higher, true), { [list]: 2.5, [create]: 3 })
})

it("a new request gets a budget, one that is gone loses it, and one left out keeps it (README, Budgets)", () => {
  assert.deepEqual(after({ "GET /v1/new": steady(1.4) }, false, [create, "GET /v1/new"]), {
    [create]: 3,
    "GET /v1/new": 1.4
  })
})

it("budgets are made from long comparisons on SQLite (README, Budgets)", () => {
  const long = comparisonOf({ [list]: steady(2) })
  assert.isUndefined(unfit(long))
  assert.isString(unfit({ ...long, engine: "postgres" }))
  assert.isString(unfit({ ...long, rounds: 6 }))
  assert.isString(unfit({ ...long, secondsPerRound: 1 }))
})
