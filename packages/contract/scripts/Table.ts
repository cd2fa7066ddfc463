/**
 * Tables of Markdown, and their place on a page whose rest is written by hand. Knows nothing of what stands in them.
 */

/** The mark at which a table begins. A page with several tables names each. */
const beginOf = (tableName: string | undefined): string =>
  `<!-- Written by \`pnpm generate\`${tableName === undefined ? "" : `: ${tableName}`}. -->`
const end = "<!-- End of what is written. -->"

/** A table as the formatter leaves it. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const [first = "", ...others] = rows.map(line)
  return [first, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others].join("\n")
}

/** The page `name` with a table of these rows in place of the one it has, or of the one of this name. */
export const withTable = (
  name: string,
  page: string,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  tableName?: string
): string => {
  const begin = beginOf(tableName)
  const before = page.indexOf(begin)
  const rest = page.indexOf(end, before)
  if (before < 0 || rest < before) throw new Error(`${name} has no place for the table: ${begin} … ${end}`)
  return `${page.slice(0, before)}${begin}\n\n${table(rows)}\n\n${page.slice(rest)}`
}
