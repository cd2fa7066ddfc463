/**
 * The product keeps its budgets of CPU: a short comparison with raw on SQLite, every request. Does not judge time.
 */
import * as Fs from "node:fs"
import { assert, it, type TestContext } from "vitest"
import type { Comparison } from "../Comparison.ts"
import { budgetedVariants, type MachineBudgets, violationsOf } from "../CpuBudgets.ts"
import { canPin, runForMoment } from "./Moment.ts"

/** Each request takes sixteen seconds on two servers, and one that strays another forty-two. A machine that is busy takes three times that. */
const patienceMs = 900_000

const variants = ["--variants", budgetedVariants.join(","), "--starts", "0"]

/** As long as the medians need to be within the tolerance, as a rule. Other settings are those of the comparison that budgets are made from. */
const short = [...variants, "--rounds", "5", "--seconds", "1"]

const compare = (args: ReadonlyArray<string>, onTestFinished: TestContext["onTestFinished"]): Comparison =>
  JSON.parse(runForMoment("run.ts", args, onTestFinished)("json"))

it.skipIf(!canPin)(
  "no request takes more CPU, as a multiple of raw's, than its budget (README, Budgets)",
  { timeout: patienceMs },
  ({ onTestFinished }) => {
    const budgets: MachineBudgets = JSON.parse(Fs.readFileSync(new URL("../budgets.json", import.meta.url), "utf8"))
    const comparison = compare(short, onTestFinished)
    const strayed = violationsOf(budgets, comparison).map(({ name }) => name)
    // Requests that stray are measured once more, as long as for a budget and all in one run, whose jobs take longest to write: noise does not
    // stray twice, and a change does.
    const only = strayed.flatMap((name) => ["--only", name])
    const again = strayed.length === 0 ? [] : violationsOf(budgets, compare([...variants, ...only], onTestFinished))
    const violations = again.filter(({ name }) => strayed.includes(name))
    const machines = `Budgets of ${Object.keys(budgets).join("; ")}. Here: ${comparison.machine}, Node ${comparison.node}.`
    assert.isEmpty(violations, `${violations.map(({ message }) => message).join("\n")}\n${machines}\n`)
  }
)
