/**
 * The report: what became of each rule, as lines for people. As JSON it is the same object, with a summary.
 */
import { plainLines, plainText } from "./PlainText.ts"

/** The result of one rule. */
export interface Result {
  readonly rule: string
  readonly title: string
  readonly documented: boolean
  readonly outcome: "passed" | "failed" | "not run"
  /** The observation, when there was one. */
  readonly saw?: string
  /** The requirement of the rule, when it is broken. */
  readonly expected?: string
  /** Why it was not run, and what would make it run. */
  readonly reason?: string
  readonly remedy?: string
  readonly duration_ms: number
}

export interface Report {
  readonly base_url: string
  /** The agencies whose fees were set back to what they were. */
  readonly restored_fees_of: ReadonlyArray<string>
  readonly results: ReadonlyArray<Result>
}

/** The chapters of both pages, as their rules name them. */
const chapters: Readonly<Record<string, string>> = {
  "spec-1": "1 What the service does",
  "spec-2": "2 Resources and their fields",
  "spec-4": "4 Endpoints",
  "spec-4.1": "4.1 POST /oauth/token",
  "spec-4.2": "4.2 GET /v1/organizations",
  "spec-4.3": "4.3 POST /v1/organizations/{organizationId}/token",
  "spec-4.4": "4.4 GET /v1/jobs",
  "spec-4.5": "4.5 POST /v1/auth/token",
  "spec-4.6": "4.6 POST /v1/agencies/{agencyId}/fees",
  "spec-4.7": "4.7 POST /v1/users",
  "spec-4.8": "4.8 Pagination rules",
  "spec-5": "5 Authentication",
  "spec-7": "7 Errors",
  "spec-8": "8 Limits",
  "spec-9": "9 Versioning",
  "dec-wire": "What stays as shown",
  "dec-tokens": "Tokens and who may do what",
  "dec-errors": "Errors",
  "dec-lists": "Lists",
  "dec-resources": "Resources",
  "dec-fees": "Fees",
  "dec-repetition": "Safe repetition",
  "dec-journal": "Journal",
  "dec-limits": "Limits",
  "dec-discovery": "Discovery"
}

const chapterOf = (rule: string): string => rule.slice(0, rule.lastIndexOf("."))

const signs = { passed: "✓", failed: "✗", "not run": "–" } as const

const count = (results: ReadonlyArray<Result>, outcome: Result["outcome"]): number =>
  results.filter((result) => result.outcome === outcome).length

/** The counts of a part of the report. */
const tally = (results: ReadonlyArray<Result>) => ({
  passed: count(results, "passed"),
  failed: count(results, "failed"),
  not_run: count(results, "not run"),
  all: results.length
})

const partsOf = ({ results }: Report) => ({
  documented: results.filter(({ documented }) => documented),
  extensions: results.filter(({ documented }) => !documented)
})

/** The counts of both parts. */
export const summaryOf = (report: Report) => {
  const { documented, extensions } = partsOf(report)
  return { documented: tally(documented), extensions: tally(extensions) }
}

const linesOf = (result: Result, width: number): ReadonlyArray<string> => {
  const { rule, title, outcome, saw = "", expected = "", reason = "", remedy = "" } = result
  const head = `  ${signs[outcome]} ${rule.padEnd(width)}  ${title}`
  const indent = " ".repeat(width + 6)
  switch (outcome) {
    case "passed":
      return [head, `${indent}${saw}`]
    case "failed":
      return [head, `${indent}expected ${expected}`, `${indent}saw      ${saw}`]
    case "not run":
      return [head, `${indent}not run: ${reason}; to run it: ${remedy}`]
  }
}

const partLines = (title: string, results: ReadonlyArray<Result>, width: number): ReadonlyArray<string> => {
  const named = [...new Set([...Object.keys(chapters), ...results.map(({ rule }) => chapterOf(rule))])]
  return results.length === 0
    ? []
    : [
        title,
        ...named.flatMap((chapter) => {
          const own = results.filter(({ rule }) => chapterOf(rule) === chapter)
          return own.length === 0
            ? []
            : ["", `  ${chapters[chapter] ?? chapter}`, ...own.flatMap((result) => linesOf(result, width))]
        }),
        ""
      ]
}

const tallyLine = (title: string, results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const { passed, failed, not_run, all } = tally(results)
  return all === 0 ? [] : [`${title.padEnd(11)} ${passed} of ${all} passed, ${failed} failed, ${not_run} not run`]
}

/** The report for people. */
export const reportText = (report: Report): string => {
  const { documented, extensions } = partsOf(report)
  const width = Math.max(...report.results.map(({ rule }) => rule.length), 0)
  return [
    `Conformance of ${report.base_url}`,
    "",
    ...partLines("The specification", documented, width),
    ...partLines("Decisions and extensions of this project", extensions, width),
    ...tallyLine("Documented:", documented),
    ...tallyLine("Extensions:", extensions),
    ...(report.restored_fees_of.length === 0
      ? []
      : [`The fees of ${report.restored_fees_of.join(", ")} are what they were before.`])
  ]
    .map(plainText)
    .join("\n")
}

/** The report for programs: one JSON document. */
export const reportJson = (report: Report): string =>
  plainLines(JSON.stringify({ ...report, summary: summaryOf(report) }, null, 2))

/** Whether everything that was run passed; nothing when nothing was run. */
export const verdictOf = ({ results }: Report): "passed" | "failed" | undefined =>
  count(results, "failed") > 0 ? "failed" : count(results, "passed") > 0 ? "passed" : undefined
