/**
 * The threat model of `docs/threat-model.md`: each threat with what stands against it and the test that shows it.
 *
 * Reads the table and says what does not hold: rows that cannot be read, tests that are not there. Whether a test shows what its row
 * says is for people to judge.
 */
import { isTitleIn, type Proof, readProof } from "./Proof.ts"

/** The cells of a row. */
const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((text) => text.trim().replaceAll("\\|", "|"))

/** The rows below a heading, without the head of the table. */
const rowsBelow = (markdown: string, heading: string): ReadonlyArray<string> => {
  const [, rest = ""] = markdown.split(`\n## ${heading}\n`)
  const [own = ""] = rest.split("\n## ")
  return own
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
}

/** The tests that a cell names: files in code, titles after them. */
const proofsOf = (cell: string): ReadonlyArray<Proof> =>
  cell.split("<br>").flatMap((part) => readProof(part.trim().replace(/^`([^`]+)`:/, "$1:")) ?? [])

/** A threat, what stands against it, and the tests that show it. */
interface Threat {
  readonly number: string
  readonly threat: string
  readonly mitigation: string
  readonly proofs: ReadonlyArray<Extract<Proof, { kind: "test" }>>
}

export interface ThreatModel {
  readonly threats: ReadonlyArray<Threat>
  /** Rows that cannot be read. */
  readonly unread: ReadonlyArray<string>
}

/** Files with tests, and with laws, which the tests of every engine run. */
const isTested = /(?:\.test|\/laws\/\w+)\.ts$/

/** Fewer threats than this, and somebody has not looked. */
export const threatsMin = 15

const readThreat = (row: string): Threat | undefined => {
  const [number = "", threat = "", mitigation = "", proof = "", ...others] = cellsOf(row)
  const proofs = proofsOf(proof).filter((found) => found.kind === "test")
  const isWhole = [number, threat, mitigation].every((cell) => cell !== "") && others.length === 0
  return isWhole && proofs.length === proof.split("<br>").length ? { number, threat, mitigation, proofs } : undefined
}

/** Reads the page. */
export const readThreatModel = (markdown: string): ThreatModel => {
  const rows = rowsBelow(markdown, "Threats").map((row) => ({ row, threat: readThreat(row) }))
  return {
    threats: rows.flatMap(({ threat }) => threat ?? []),
    unread: rows.filter(({ threat }) => threat === undefined).map(({ row }) => row)
  }
}

/** What is wrong with the model; `read` gives the text of a file, or nothing when there is none. */
export const threatFaults = (
  { threats, unread }: ThreatModel,
  read: (path: string) => string | undefined
): ReadonlyArray<string> => [
  ...(threats.length < threatsMin ? [`${threats.length} threats, fewer than ${threatsMin}`] : []),
  ...unread.map((row) => `cannot be read: ${row.replaceAll(/ {2,}/g, " ")}`),
  ...threats
    .filter(({ number }, index) => number !== String(index + 1))
    .map(({ number, threat }) => `${number} is not the number of its row: ${threat}`),
  ...threats.flatMap(({ number, proofs }) =>
    proofs
      .filter(({ path, title }) => !isTested.test(path) || !isTitleIn(read(path) ?? "", title))
      .map(({ path, title }) => `${number}: ${path} has no test "${title}"`)
  )
]
