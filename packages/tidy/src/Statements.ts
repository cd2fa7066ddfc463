/**
 * Splits a page of the specification into its statements: sentences, clauses between semicolons, entries of lists, rows of tables.
 *
 * Knows the Markdown that the two pages are written in and no more. What a statement means, and whether it is a rule, is the
 * ledger's business.
 */

/** A piece of a page. Headings and heads of tables belong to the text, but state nothing. */
interface Piece {
  readonly text: string
  readonly states: boolean
}

/** A statement and its place in the text of its section. */
interface Statement {
  readonly section: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A page, by the names of its sections: the text of each as one line, and all statements. */
export interface Page {
  readonly sections: ReadonlyMap<string, string>
  readonly statements: ReadonlyArray<Statement>
}

const ruler = /^\|[-| :]+\|$/
const marker = /^(?:#+|-|\d+\.) +/

/** Text as the ledger quotes it: the bars of tables and every run of white space are one space. */
export const normalise = (text: string): string => text.replaceAll("|", " ").replaceAll(/\s+/g, " ").trim()

/** Cuts after a full stop or a semicolon that ends a word, but not inside code. */
const sentences = (block: string): ReadonlyArray<string> => {
  const codes: Array<string> = []
  const masked = block.replaceAll(/`[^`]*`/g, (code) => `\0${codes.push(code) - 1}\0`)
  return masked.split(/(?<=[.;][)"]*) /).map((part) => part.replaceAll(/\0(\d+)\0/g, (_, index) => codes[index] ?? ""))
}

/** The blocks of a section: what stands in one line of a table, one entry of a list, or one paragraph. */
const piecesOf = (lines: ReadonlyArray<string>): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let block = ""
  const close = () => {
    const text = normalise(block)
    if (text !== "") pieces.push(...sentences(text).map((sentence) => ({ text: sentence, states: true })))
    block = ""
  }
  lines.forEach((line, index) => {
    if (ruler.test(line)) return
    const begins = line === "" || line.startsWith("|") || marker.test(line)
    if (begins) close()
    const isFrame = line.startsWith("#") || (line.startsWith("|") && ruler.test(lines[index + 1] ?? ""))
    const text = line.replace(marker, "")
    if (isFrame || line.startsWith("|")) pieces.push({ text: normalise(text), states: !isFrame })
    else block += ` ${text}`
  })
  close()
  return pieces
}

/**
 * Reads a page. `sectionOf` names the section that a heading opens; a heading that opens none belongs to the section it is in.
 * What stands before the first is the section `opening`.
 */
const readPage = (markdown: string, opening: string, sectionOf: (heading: string) => string | undefined): Page => {
  const lines = new Map<string, Array<string>>([[opening, []]])
  let section = opening
  for (const line of markdown.split("\n")) {
    section = (line.startsWith("#") ? sectionOf(line.replace(marker, "")) : undefined) ?? section
    lines.set(section, [...(lines.get(section) ?? []), line])
  }
  const sections = new Map<string, string>()
  const statements: Array<Statement> = []
  for (const [name, own] of lines) {
    let text = ""
    for (const piece of piecesOf(own)) {
      if (text !== "") text += " "
      if (piece.states) {
        statements.push({ section: name, text: piece.text, start: text.length, end: text.length + piece.text.length })
      }
      text += piece.text
    }
    sections.set(name, text)
  }
  return { sections, statements }
}

/** `partner-api.md`: `## 2. Resources` is `spec-2`, `### 4.1 POST` is `spec-4.1`. */
export const readSpecification = (markdown: string): Page =>
  readPage(markdown, "spec-0", (heading) => {
    const number = /^(\d+(?:\.\d+)?)\.? /.exec(heading)?.[1]
    return number === undefined ? undefined : `spec-${number}`
  })

const chapters = ["tokens", "errors", "lists", "resources", "fees", "repetition", "journal", "limits", "discovery"]

/** `decisions.md`: `## Safe repetition` is `dec-repetition`; the first paragraphs are `dec-wire`. */
export const readDecisions = (markdown: string): Page =>
  readPage(markdown, "dec-wire", (heading) => {
    const words = heading.toLowerCase().split(/\W+/)
    const chapter = chapters.find((name) => words.includes(name))
    return chapter === undefined ? undefined : `dec-${chapter}`
  })
