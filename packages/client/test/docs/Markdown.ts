/**
 * Reads tables, headings and links of the pages for readers. Runs nothing of them: that is done where a server runs.
 */

/** The rows of the table whose first column has this name, their cells without the spaces around them. */
export const rowsOf = (markdown: string, firstColumn: string): ReadonlyArray<ReadonlyArray<string>> => {
  const lines = markdown.split("\n")
  const start = lines.findIndex((line) => new RegExp(`^\\| ${firstColumn} +\\|`).test(line))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"))
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
  )
}

/** A program of a page: its language, and whether it is one that only readers run. */
export interface Program {
  readonly language: "js" | "ts"
  readonly isLeftOut: boolean
  readonly text: string
}

/** The programs of a page, in order. */
export const programsOf = (markdown: string): ReadonlyArray<Program> =>
  Array.from(markdown.matchAll(/^```(js|ts)\b *(.*)\n([^]*?)^```$/gm), ([, language, info = "", text = ""]) => ({
    language: language === "js" ? "js" : "ts",
    isLeftOut: info.startsWith("no-run"),
    text
  }))

/** The places of a page that a link may name. */
export const anchorsOf = (markdown: string): ReadonlyArray<string> =>
  Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-")
  )

/** A link to a file of the repository, seen from the page; its path is empty when it stays on the page. */
interface Link {
  readonly path: string
  readonly anchor: string | undefined
}

/** The links of a page that leave it for no other host. */
export const linksOf = (markdown: string): ReadonlyArray<Link> =>
  Array.from(markdown.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g), ([, path = "", anchor]) => ({
    path,
    anchor
  }))
