/**
 * Tables for people: columns under their titles, no line wider than the terminal.
 *
 * A table is written in parts, because a list may be longer than memory; a column grows when a later part needs it.
 */
import * as CliOutput from "effect/cli/CliOutput"
import { plainText } from "./PlainText.ts"

/** A column: its title, and what it shows of a row. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => string
  /** Never cut: an identifier is there to be copied. */
  readonly isWhole?: boolean
}

const gap = "  "

/** The minimum number of characters that a cut column keeps readable. */
const widthMin = 8

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** The number of terminal cells that a text takes: two for wide characters, none for marks. */
const widthOf = (text: string): number =>
  /^[\u0020-\u007e]*$/u.test(text) ? text.length : CliOutput.displayWidth(text)

/** The text in at most `width` cells, with `…` where something is missing. */
export const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  let kept = ""
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const next = widthOf(segment)
    if (used + next > width - 1) break
    kept += segment
    used += next
  }
  return `${kept}…`
}

/** Takes from the widest column that may be cut, cell by cell, until the line fits or nothing is left to take. */
const fit = (widths: Array<number>, isWhole: ReadonlyArray<boolean>, available: number): ReadonlyArray<number> => {
  const total = () => widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1))
  for (let excess = total() - available; excess > 0; excess -= 1) {
    const widest = widths.reduce(
      (best, width, index) => (isWhole[index] !== true && width > Math.max(widthMin, widths[best] ?? 0) ? index : best),
      -1
    )
    if (widest < 0) return widths
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** Makes a table; `lines` are those of the next rows, under the titles the first time. */
export const makeTable = <Row>(columns: ReadonlyArray<Column<Row>>, available: number | undefined) => {
  const isWhole = columns.map((column) => column.isWhole === true)
  let natural = columns.map(({ title }) => widthOf(title))
  let isBegun = false

  const line = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        const shown = isWhole[column] === true ? cell : cut(cell, width)
        return shown + " ".repeat(Math.max(0, width - widthOf(shown)))
      })
      .join(gap)
      .trimEnd()

  const lines = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
    const cells = rows.map((row) => columns.map((column) => plainText(column.cell(row))))
    natural = natural.map((width, column) =>
      cells.reduce((most, row) => Math.max(most, widthOf(row[column] ?? "")), width)
    )
    const widths = available === undefined ? natural : fit([...natural], isWhole, available)
    const titled = isBegun ? cells : [columns.map(({ title }) => title), ...cells]
    isBegun = true
    return titled.map((row) => line(row, widths))
  }
  return { lines }
}
