/**
 * Writes the budgets of this machine into budgets.json, from a result of run.ts: `node budgets.ts --from results/NAME.json`. A lower measurement lowers a budget; a higher one raises it only with --raise.
 * Nobody writes the file by hand. Measures nothing.
 */
import * as Fs from "node:fs"
import { parseArgs } from "node:util"
import { budgetsOf, changesOf, type MachineBudgets, unfit } from "./CpuBudgets.ts"
import type { Comparison } from "./Comparison.ts"
import { operationsWith } from "./Operations.ts"
import { fileOf } from "./Process.ts"
import { show } from "./Statistics.ts"

const { values: options } = parseArgs({
  options: { from: { type: "string" }, raise: { type: "boolean", default: false } }
})
if (options.from === undefined) throw new Error("--from names a result of run.ts")
const comparison: Comparison = JSON.parse(Fs.readFileSync(options.from, "utf8"))
const reason = unfit(comparison)
if (reason !== undefined) throw new Error(`${options.from}: ${reason}`)

const file = fileOf("./budgets.json")
const machines: MachineBudgets = Fs.existsSync(file) ? JSON.parse(Fs.readFileSync(file, "utf8")) : {}
const names = operationsWith("", "").map(({ name }) => name)
const changes = changesOf(machines[comparison.machine], comparison, { mayRaise: options.raise, names })
const next = { ...machines, [comparison.machine]: budgetsOf(comparison, changes) }
Fs.writeFileSync(file, `${JSON.stringify(next, undefined, 2)}\n`)
console.table(
  Object.fromEntries(
    changes.map(({ after, before, measured, name }) => [
      name,
      { before, after, measured: measured === undefined ? "" : show(measured) }
    ])
  )
)
