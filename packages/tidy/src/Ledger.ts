/**
 * The ledger of `docs/spec/ledger.md`: every rule of the specification, the place that keeps it, and the test that proves it.
 *
 * Reads the table and says what no longer holds: a place or a test that is not there, a rule named twice. It does not run tests.
 */

/** A row of the ledger. */
export interface LedgerRow {
  readonly rule: string
  readonly says: string
  /** A file, and a word in it. */
  readonly place: { readonly path: string; readonly word: string }
  /** A test file, and the title of a test in it. */
  readonly test: { readonly path: string; readonly title: string }
}

const cell = (text: string): string => text.trim().replaceAll("\\|", "|")

/** The rows of the table: `| rule | says | path#word | path: title |`, paths and words in backticks. */
export const readLedger = (markdown: string): ReadonlyArray<LedgerRow> =>
  markdown.split("\n").flatMap((line) => {
    const [, rule = "", says = "", place = "", test = ""] = line.split(/(?<!\\)\|/).map(cell)
    const [, placePath, word] = /^`([^`#]+)#([^`]+)`$/.exec(place) ?? []
    const [, testPath, title] = /^`([^`]+)`: (.+)$/.exec(test) ?? []
    return placePath !== undefined && word !== undefined && testPath !== undefined && title !== undefined
      ? [{ rule, says, place: { path: placePath, word }, test: { path: testPath, title } }]
      : []
  })

/** How many rows the table should have: its lines, without head and rule. */
export const countRows = (markdown: string): number =>
  markdown.split("\n").filter((line) => line.startsWith("|") && !/^\| ?---/.test(line) && !line.startsWith("| Rule"))
    .length

/** What is wrong with the ledger; `read` gives the text of a file, or nothing when there is none. */
export const faultsOf = (
  rows: ReadonlyArray<LedgerRow>,
  read: (path: string) => string | undefined
): ReadonlyArray<string> =>
  rows.flatMap(({ rule, place, test }, index) => [
    ...(rows.findIndex((row) => row.rule === rule) < index ? [`${rule} stands twice`] : []),
    ...(read(place.path)?.includes(place.word) === true ? [] : [`${rule}: ${place.path} has no ${place.word}`]),
    ...(read(test.path)?.includes(test.title) === true ? [] : [`${rule}: ${test.path} has no test "${test.title}"`])
  ])
