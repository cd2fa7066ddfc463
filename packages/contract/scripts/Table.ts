/**
 * Tables of Markdown. Knows nothing of what stands in them.
 */

/** A table as the formatter leaves it. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const [first = "", ...others] = rows.map(line)
  return [first, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others].join("\n")
}
