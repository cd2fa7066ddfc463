/**
 * The ledger of `docs/spec/ledger.json`: every rule of the two pages of the specification, in the page's own words, with what proves it.
 *
 * Says what does not hold: words that no page has, statements that no rule quotes, tests and scenarios that are not there. It runs no
 * tests. The page for readers, `ledger.md`, is written from it.
 */
import { isTitleIn, type Proof, readProof } from "./Proof.ts"
import { normalise, type Page } from "./Statements.ts"

/** A rule that is kept. Its id is its section and a name; a proof is `scenario`, or a file and the title of a test in it. */
export interface Rule {
  readonly rule: string
  readonly says: string
  readonly proof: ReadonlyArray<string>
}

/** A rule of work to come, and what a user sees today instead. */
interface PlannedRule {
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
  readonly planned: ReadonlyArray<PlannedRule>
  readonly remarks: ReadonlyArray<Remark>
}

/** `spec-4.4.limit-maximum` is a rule of the section `spec-4.4`. */
export const sectionOf = (rule: string): string => rule.slice(0, Math.max(rule.lastIndexOf("."), 0))

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

const quotesOf = ({ kept, planned, remarks }: Ledger): ReadonlyArray<Quote> => [
  ...[...kept, ...planned].map(({ rule, says }) => ({ name: rule, section: sectionOf(rule), says, isRule: true })),
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

const isName = /^(?:spec-\d(?:\.\d)?|dec-[a-z]+)\.[a-z0-9-]+$/

const proofFault = (
  rule: string,
  proof: Proof | undefined,
  read: (path: string) => string | undefined,
  scenarios: ReadonlySet<string>
): string | undefined => {
  if (proof === undefined) return `${rule}: a proof that cannot be read`
  if (proof.kind === "scenario") {
    return scenarios.has(rule) ? undefined : `${rule}: the conformance kit has no such scenario`
  }
  return isTitleIn(read(proof.path) ?? "", proof.title)
    ? undefined
    : `${rule}: ${proof.path} has no test "${proof.title}"`
}

/** What is wrong with the rules; `read` gives the text of a file, or nothing when there is none. */
export const ruleFaults = (
  { kept, planned, remarks }: Ledger,
  read: (path: string) => string | undefined,
  scenarios: ReadonlySet<string>
): ReadonlyArray<string> => {
  const names = [...kept, ...planned].map(({ rule }) => rule)
  return [
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `${name} stands twice`),
    ...names.filter((name) => !isName.test(name)).map((name) => `${name}: its form`),
    ...planned.filter(({ today }) => today === "").map(({ rule }) => `${rule}: no word on what users see today`),
    ...remarks.filter(({ why }) => why === "").map(({ says }) => `the remark "${says}": no reason`),
    ...kept.flatMap(({ rule, proof }) => [
      ...(proof.length === 0 ? [`${rule}: no proof`] : []),
      ...proof.flatMap((text) => proofFault(rule, readProof(text), read, scenarios) ?? [])
    ])
  ]
}

/** Rules that the kit and the ledger do not share: every documented rule has a scenario, every scenario a rule. */
export const scenarioFaults = ({ kept, planned }: Ledger, scenarios: ReadonlySet<string>): ReadonlyArray<string> => {
  const names = new Set([...kept, ...planned].map(({ rule }) => rule))
  return [
    ...[...scenarios].filter((id) => !names.has(id)).map((id) => `the scenario ${id} has no rule`),
    ...kept
      .filter(({ rule, proof }) => rule.startsWith("spec-") && !proof.includes("scenario"))
      .map(({ rule }) => `${rule}: no scenario`)
  ]
}
