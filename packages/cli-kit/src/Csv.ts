/**
 * Rows of CSV (RFC 4180), for spreadsheets and programs: each cell a value as it is, quoted where it must be.
 *
 * A cell that begins with `=` is not changed, although a spreadsheet may take it for a formula: who opens a file with such cells imports
 * them as text. Writes nothing: see `Output.ts`.
 */
import * as Predicate from "effect/Predicate"

/** A value as a cell: nothing for an absent one, JSON for what has members. */
export const csvCell = (value: unknown): string =>
  value === undefined || value === null ? "" : Predicate.isObjectOrArray(value) ? JSON.stringify(value) : String(value)

const quotable = /[",\r\n]|^\s|\s$/u

/** Cells as a row. */
export const csvRow = (cells: ReadonlyArray<string>): string =>
  cells.map((cell) => (quotable.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")
