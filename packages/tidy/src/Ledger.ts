/**
 * The ledger of `docs/spec/ledger.md`: every rule of the two pages of the specification, in the page's own words, with the line
 * of code that keeps it and what proves it.
 *
 * Reads its three tables and says what does not hold: words that no page has, statements that no rule quotes, lines and tests
 * that are not there. It runs no tests; `scripts/mutate.ts` does, without the line.
 */
import { normalise, type Page } from "./Statements.ts"

/** What proves a rule: a test by its title, or the scenario of the conformance kit that has the rule's id. */
export type Proof =
  | { readonly kind: "scenario" }
  | { readonly kind: "test"; readonly path: string; readonly title: string }

/** A rule that is kept. The one line of `path` that holds `text` keeps it: without the line the proofs fail. */
export interface Rule {
  readonly rule: string
  readonly says: string
  readonly line: { readonly path: string; readonly text: string }
  readonly proofs: ReadonlyArray<Proof>
}

/** A rule of work to come, and what a user sees today instead. */
interface OpenRule {
  readonly rule: string
  readonly says: string
  readonly today: string
}

/** A statement that is no rule. */
interface Remark {
  readonly section: string
  readonly says: string
  readonly why: string
}

export interface Ledger {
  readonly kept: ReadonlyArray<Rule>
  readonly open: ReadonlyArray<OpenRule>
  readonly remarks: ReadonlyArray<Remark>
  /** Rows that cannot be read. */
  readonly unread: ReadonlyArray<string>
}

/** The cells of a row. */
export const cellsOf = (row: string): ReadonlyArray<string> =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((text) => text.trim().replaceAll("\\|", "|"))

/** The rows below a heading, without the head of the table. */
export const rowsBelow = (markdown: string, heading: string): ReadonlyArray<string> => {
  const [, rest = ""] = markdown.split(`\n## ${heading}\n`)
  const [own = ""] = rest.split("\n## ")
  return own
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
}

/** What a cell names as proof; nothing for what is none. */
export const proofsOf = (cell: string): ReadonlyArray<Proof> =>
  cell.split("<br>").flatMap((part): ReadonlyArray<Proof> => {
    const [, path, title] = /^`([^`]+)`: (.+)$/.exec(part.trim()) ?? []
    if (part.trim() === "scenario") return [{ kind: "scenario" }]
    return path !== undefined && title !== undefined ? [{ kind: "test", path, title }] : []
  })

/** Reads the ledger. */
export const readLedger = (markdown: string): Ledger => {
  const unread: Array<string> = []
  const read = <Row>(heading: string, toRow: (cells: ReadonlyArray<string>) => Row | undefined): ReadonlyArray<Row> =>
    rowsBelow(markdown, heading).flatMap((line) => {
      const row = toRow(cellsOf(line))
      if (row === undefined) unread.push(line)
      return row === undefined ? [] : [row]
    })
  return {
    kept: read("Kept", ([rule = "", says = "", line = "", proof = ""]) => {
      const [, path, text] = /^`([^`#]+)#([^`]+)`$/.exec(line) ?? []
      const proofs = proofsOf(proof)
      const isWhole = path !== undefined && text !== undefined && proofs.length === proof.split("<br>").length
      return isWhole ? { rule, says, line: { path, text }, proofs } : undefined
    }),
    open: read("Not kept yet", ([rule = "", says = "", today = ""]) =>
      today === "" ? undefined : { rule, says, today }
    ),
    remarks: read("Not rules", ([section = "", says = "", why = ""]) =>
      why === "" ? undefined : { section, says, why }
    ),
    unread
  }
}

/** `spec-4.4.limit-maximum` is a rule of the section `spec-4.4`. */
const sectionOf = (rule: string): string => rule.slice(0, Math.max(rule.lastIndexOf("."), 0))

const notShown = /\bnot shown\.$/

/** What joins two quotes is not quoted: "and", "or", "else". */
const joiningLettersMax = 4

/** The words of a statement that lie in none of its quotes. */
const unquoted = (
  text: string,
  quotes: ReadonlyArray<{ readonly start: number; readonly end: number }>
): ReadonlyArray<string> => {
  const letters = text
    .split("")
    .map((letter, index) => (quotes.some(({ start, end }) => start <= index && index < end) ? "\0" : letter))
  return letters
    .join("")
    .split(/\0+/)
    .filter((words) => words.replaceAll(/[^\p{L}\p{N}]/gu, "").length > joiningLettersMax)
    .map((words) => words.trim())
}

interface Quote {
  readonly name: string
  readonly section: string
  readonly says: string
  readonly isRule: boolean
}

const quotesOf = ({ kept, open, remarks }: Ledger): ReadonlyArray<Quote> => [
  ...[...kept, ...open].map(({ rule, says }) => ({ name: rule, section: sectionOf(rule), says, isRule: true })),
  ...remarks.map(({ section, says }) => ({ name: `the remark "${says}"`, section, says, isRule: false }))
]

/** What the ledger quotes and no page says, and what a page says and the ledger does not quote. */
export const quoteFaults = (ledger: Ledger, pages: ReadonlyArray<Page>): ReadonlyArray<string> => {
  const textOf = new Map(pages.flatMap(({ sections }) => [...sections]))
  const quotes = quotesOf(ledger).map((quote) => ({ ...quote, words: normalise(quote.says) }))
  const places = quotes.flatMap(({ section, words, isRule }) => {
    const start = textOf.get(section)?.indexOf(words) ?? -1
    return start < 0 ? [] : [{ section, isRule, start, end: start + words.length }]
  })
  const misquotes = quotes.flatMap(({ name, section, words }) => {
    const times = (textOf.get(section)?.split(words).length ?? 1) - 1
    return words !== "" && times === 1 ? [] : [`${name}: its words stand ${times} times in ${section}, not once`]
  })
  const statements = pages.flatMap((page) => page.statements)
  const gaps = statements.flatMap(({ section, text, start, end }) => {
    const own = places.filter((place) => place.section === section && place.start < end && start < place.end)
    if (own.length === 0) return notShown.test(text) ? [] : [`${section}: no rule and no remark quotes: ${text}`]
    if (own.some(({ isRule }) => isRule) && own.some(({ isRule }) => !isRule)) {
      return [`${section}: both a rule and a remark: ${text}`]
    }
    return unquoted(
      text,
      own.map((place) => ({ start: place.start - start, end: place.end - start }))
    ).map((words) => `${section}: no rule and no remark quotes "${words}" of: ${text}`)
  })
  return [...misquotes, ...gaps]
}

/** Whether a test has this title: as it stands, or as a template (`%s`, `$name`) whose places hold words of its table. */
export const isTitleIn = (test: string, title: string): boolean =>
  [...test.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].some(([, literal = ""]) => {
    const text = literal.replaceAll(/\\(.)/g, "$1")
    const parts = text.split(/%[sdifjo#]|\$\w+/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    const found = new RegExp(`^${parts.join("(.*?)")}$`).exec(title)
    // Quotation marks are those of `%j`; numbers may be worked out.
    const words = (found?.slice(1) ?? []).map((place) => place.replaceAll('"', ""))
    return found !== null && words.every((place) => !/\p{L}/u.test(place) || test.includes(place))
  })

const isSource = /^(?:packages|apps)\/[^/]+\/src\/.+\.ts$/

/** What is wrong with the rows; `read` gives the text of a file, or nothing when there is none. */
export const rowFaults = (
  { kept, open, unread }: Ledger,
  read: (path: string) => string | undefined,
  scenarios: ReadonlySet<string>
): ReadonlyArray<string> => {
  const names = [...kept, ...open].map(({ rule }) => rule)
  return [
    ...unread.map((line) => `cannot be read: ${line.replaceAll(/ {2,}/g, " ")}`),
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} stands twice`),
    ...names
      .filter((name) => !/^(?:spec-\d(?:\.\d)?|dec-[a-z]+)\.[a-z0-9-]+$/.test(name))
      .map((name) => `${name}: its form`),
    ...kept.flatMap(({ rule, line, proofs }) => {
      const times = (read(line.path) ?? "").split("\n").filter((text) => text.includes(line.text)).length
      return [
        ...(isSource.test(line.path) ? [] : [`${rule}: ${line.path} is no source file`]),
        ...(times === 1 ? [] : [`${rule}: ${times} lines of ${line.path} hold ${line.text}, not one`]),
        ...proofs.flatMap((proof) =>
          proof.kind === "scenario"
            ? scenarios.has(rule)
              ? []
              : [`${rule}: the conformance kit has no such scenario`]
            : isTitleIn(read(proof.path) ?? "", proof.title)
              ? []
              : [`${rule}: ${proof.path} has no test "${proof.title}"`]
        )
      ]
    })
  ]
}

/** Rules that the kit and the ledger do not share: every documented rule has a scenario, every scenario a rule. */
export const scenarioFaults = ({ kept, open }: Ledger, scenarios: ReadonlySet<string>): ReadonlyArray<string> => {
  const names = new Set([...kept, ...open].map(({ rule }) => rule))
  return [
    ...[...scenarios].filter((id) => !names.has(id)).map((id) => `the scenario ${id} has no row`),
    ...kept
      .filter(({ rule, proofs }) => rule.startsWith("spec-") && !proofs.some(({ kind }) => kind === "scenario"))
      .map(({ rule }) => `${rule}: no scenario`)
  ]
}
