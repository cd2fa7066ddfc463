/**
 * The threat model of `docs/threat-model.md`: each threat with what stands against it and the test that shows it, and what outlives a token with what
 * ends it.
 *
 * Reads the tables and reports what does not hold: rows that cannot be read, tests that are not there. Whether a test shows what its row
 * states is for people to judge.
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

/** Something that a token makes and that outlives it, and the tests of what it may do and what ends it. */
type Lasting = Pick<Threat, "proofs"> & { readonly what: string }

export interface ThreatModel {
  readonly threats: ReadonlyArray<Threat>
  readonly lasting: ReadonlyArray<Lasting>
  /** Rows that cannot be read. */
  readonly unread: ReadonlyArray<string>
}

/** Files with tests, and with laws, which the tests of every engine run. */
const isTested = /(?:\.test|\/laws\/\w+)\.ts$/

/** Fewer threats than this, and somebody has not looked. */
export const threatsMin = 15

/** Fewer things that outlive a token than this, and somebody has not looked. */
const lastingMin = 8

/** The tests that a cell names; none where a part of it names no test. */
const testsOf = (cell: string): Threat["proofs"] | undefined => {
  const proofs = proofsOf(cell).filter((found) => found.kind === "test")
  return proofs.length === cell.split("<br>").length ? proofs : undefined
}

const readLasting = (row: string): Lasting | undefined => {
  const [what = "", reach = "", end = "", proof = "", ...others] = cellsOf(row)
  const proofs = testsOf(proof)
  const isWhole = [what, reach, end].every((cell) => cell !== "") && others.length === 0
  return isWhole && proofs !== undefined ? { what, proofs } : undefined
}

const readThreat = (row: string): Threat | undefined => {
  const [number = "", threat = "", mitigation = "", proof = "", ...others] = cellsOf(row)
  const proofs = testsOf(proof)
  const isWhole = [number, threat, mitigation].every((cell) => cell !== "") && others.length === 0
  return isWhole && proofs !== undefined ? { number, threat, mitigation, proofs } : undefined
}

/** Reads the page. */
export const readThreatModel = (markdown: string): ThreatModel => {
  const threats = rowsBelow(markdown, "Threats").map((row) => ({ row, read: readThreat(row) }))
  const lasting = rowsBelow(markdown, "What outlives a token").map((row) => ({ row, read: readLasting(row) }))
  return {
    threats: threats.flatMap(({ read }) => read ?? []),
    lasting: lasting.flatMap(({ read }) => read ?? []),
    unread: [...threats, ...lasting].filter(({ read }) => read === undefined).map(({ row }) => row)
  }
}

/** The mistakes of the threat model; `read` returns the text of a file, or nothing when there is none. */
export const threatFaults = (
  { lasting, threats, unread }: ThreatModel,
  read: (path: string) => string | undefined
): ReadonlyArray<string> => [
  ...(threats.length < threatsMin ? [`${threats.length} threats, fewer than ${threatsMin}`] : []),
  ...unread.map((row) => `cannot be read: ${row.replaceAll(/ {2,}/g, " ")}`),
  ...threats
    .filter(({ number }, index) => number !== String(index + 1))
    .map(({ number, threat }) => `${number} is not the number of its row: ${threat}`),
  ...(lasting.length < lastingMin ? [`${lasting.length} things outlive a token, fewer than ${lastingMin}`] : []),
  ...[
    ...threats.map(({ number, proofs }) => ({ name: number, proofs })),
    ...lasting.map(({ proofs, what }) => ({ name: what, proofs }))
  ].flatMap(({ name, proofs }) =>
    proofs
      .filter(({ path, title }) => !isTested.test(path) || !isTitleIn(read(path) ?? "", title))
      .map(({ path, title }) => `${name}: ${path} has no test "${title}"`)
  )
]
