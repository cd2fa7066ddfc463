/**
 * Takes away, one after the other, the lines that the ledger names, and shows that what proves each rule then fails.
 *
 *     node packages/tidy/scripts/mutate.ts [--count 20] [--seed N] [--rule ID]… [--all] [--jobs 1]
 *
 * Draws rules by chance unless told which. Works in copies of the checkout, which stays as it is. Each proof is run with the line
 * first and must pass. A rule is proved when one of its proofs is red and none is green; else this ends with 1. An interrupt ends
 * it after the rules at hand.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { parseArgs } from "node:util"

import { type Proof, readLedger, type Rule } from "../src/Ledger.ts"
import { draw, withoutLine } from "../src/Mutant.ts"
import { copyCheckout } from "./Copy.ts"
import { type Outcome, runScenarios, runTests } from "./Trial.ts"

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20" },
    seed: { type: "string" },
    rule: { type: "string", multiple: true, default: [] },
    all: { type: "boolean", default: false },
    jobs: { type: "string", default: "1" }
  }
})
const root = Path.resolve(import.meta.dirname, "../../..")
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed)
const { kept } = readLedger(Fs.readFileSync(Path.join(root, "docs/spec/ledger.md"), "utf8"))
const chosen = values.all
  ? kept
  : values.rule.length > 0
    ? kept.filter(({ rule }) => values.rule.some((name) => rule === name || rule.startsWith(`${name}.`)))
    : draw(kept, Number(values.count), seed)
const drawn = values.all || values.rule.length > 0 ? "as asked" : `by chance, --seed ${seed}`
say(`${chosen.length} of ${kept.length} rules, ${drawn}`)

const isTest = (proof: Proof): proof is Extract<Proof, { kind: "test" }> => proof.kind === "test"

/** Runs proofs, all tests of a package at once and all scenarios at once, and tells how each went. */
const prove = async (copy: string, rules: ReadonlyArray<Rule>) => {
  const testOutcome = await runTests(
    copy,
    rules.flatMap(({ proofs }) => proofs.filter(isTest))
  )
  const judged = rules.filter(({ proofs }) => !proofs.every(isTest)).map(({ rule }) => rule)
  const scenarioOutcome = judged.length === 0 ? () => "not found" as const : await runScenarios(copy, judged)
  return (rule: string, proof: Proof): Outcome => (isTest(proof) ? testOutcome(proof) : scenarioOutcome(rule))
}

/** Outcomes without the line that prove nothing, and those that prove something without a judgement. */
const proofless: ReadonlySet<Outcome> = new Set(["passed", "not found"])
const words: Readonly<Record<Outcome, string>> = {
  failed: "red",
  unloaded: "red, but only because it does not load",
  "no end": "red, but only because it comes to no end",
  "not judged": "not judged by the kit",
  passed: "STAYED GREEN",
  "not found": "NO SUCH PROOF"
}

interface Result {
  readonly rule: string
  readonly place: string
  readonly word: string
  /** At least one proof is red, and none is green. */
  readonly isRed: boolean
  /** A proof has judged the service and found the rule broken. */
  readonly isJudged: boolean
  readonly seconds: number
}

const tryRule = async (
  copy: string,
  row: Rule,
  before: (rule: string, proof: Proof) => Outcome
): Promise<Omit<Result, "seconds">> => {
  const { rule, line, proofs } = row
  const file = Path.join(copy, line.path)
  const whole = Fs.readFileSync(file, "utf8")
  const mutant = withoutLine(whole, line.text)
  const refused = (word: string) => ({ rule, place: line.path, word, isRed: false, isJudged: false })
  if (!mutant.isReadable) return refused(mutant.why.toUpperCase())
  const broken = proofs.find((proof) => before(rule, proof) !== "passed")
  if (broken !== undefined) return refused(`NOT GREEN WITH THE LINE: ${words[before(rule, broken)]}`)
  Fs.writeFileSync(file, mutant.text)
  const after = await prove(copy, [row])
  Fs.writeFileSync(file, whole)
  const outcomes = proofs.map((proof) => after(rule, proof))
  return {
    rule,
    place: `${line.path}:${mutant.lineNumber}`,
    word: [...new Set(outcomes.map((outcome) => words[outcome]))].join("; "),
    isRed: !outcomes.some((outcome) => proofless.has(outcome)) && outcomes.some((outcome) => outcome !== "not judged"),
    isJudged: outcomes.includes("failed")
  }
}

const secondsSince = (startMs: number): number => (performance.now() - startMs) / 1_000
const width = (texts: ReadonlyArray<string>): number => Math.max(0, ...texts.map(({ length }) => length))
const ruleWidth = width(chosen.map(({ rule }) => rule))
const pathWidth = width(chosen.map(({ line }) => line.path)) + 4
const row = ({ rule, place, word, seconds }: Result): string =>
  `${rule.padEnd(ruleWidth)}  ${place.padEnd(pathWidth)}  ${seconds.toFixed(1).padStart(5)} s  ${word}`

const results: Array<Result> = []
{
  using first = copyCheckout(root)
  using others = new DisposableStack()
  const copies = [first, ...Array.from({ length: Number(values.jobs) - 1 }, () => others.use(copyCheckout(root)))]
  const startMs = performance.now()
  const before = await prove(first.path, chosen)
  say(`every proof with its line: ${secondsSince(startMs).toFixed(1)} s`)
  const waiting = [...chosen]
  process.once("SIGINT", () => waiting.splice(0))
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const beginMs = performance.now()
        const tried = await tryRule(copy.path, next, before)
        const result = { ...tried, seconds: secondsSince(beginMs) }
        results.push(result)
        say(`${String(results.length).padStart(3)}/${chosen.length}  ${row(result)}`)
      }
    })
  )
}

const green = results.filter(({ isRed }) => !isRed)
const weak = results.filter(({ isRed, isJudged }) => isRed && !isJudged)
say(`${results.length - green.length} of ${results.length} red, ${weak.length} of them without a judgement`)
if (green.length > 0) say(`not red:\n${green.map((result) => `  ${row(result)}`).join("\n")}`)
process.exitCode = green.length === 0 && results.length > 0 ? 0 : 1
