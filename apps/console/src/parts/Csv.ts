/**
 * Rows as a file of CSV (RFC 4180) that a spreadsheet opens without running anything of it: a cell that would begin a formula there begins
 * with an apostrophe.
 */

/** The characters that a spreadsheet takes as the beginning of a formula. */
const formula = /^[=+\-@\t\r]/

/** One cell: quoted where it must be. */
export const csvCell = (value: string): string => {
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a file: a line of names, then a line for each row. */
export const csvText = (names: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [names, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")

/** Has the browser save a text as a file. */
export const saveText = (file: string, text: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = file
  link.click()
  URL.revokeObjectURL(address)
}
