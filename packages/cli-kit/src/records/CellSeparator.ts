/**
 * The character between the cells of a CSV file. Spreadsheets of countries with a decimal comma write semicolons, those that copy and paste
 * write tabs, databases a `|`. No column has one of them in its name, so the header shows which one it is; Excel also writes it in a line
 * before the header: `sep=;`.
 */

/** The separators, and how a sentence names them. The first one that a header has is that of the file: a comma is RFC 4180's. */
const separators = [
  [",", "a comma"],
  [";", "a semicolon"],
  ["\t", "a tab"],
  ["|", "a |"]
] as const

export type CellSeparator = (typeof separators)[number][0]

/** The characters that may separate cells, in words. */
export const separatorWords: string = separators
  .map(([, words]) => words)
  .join(", ")
  .replace(/, (?=[^,]*$)/, " or ")

/** The separator of these cells, in words. */
export const separatorWord = (separator: CellSeparator): string =>
  separators.find(([character]) => character === separator)?.[1] ?? separator

/** The byte of a separator; all are ASCII. */
export const separatorByte = (separator: CellSeparator): number => separator.charCodeAt(0)

/** The separator of a file with this header; a comma where it has a single cell. */
export const separatorOf = (header: Uint8Array | undefined): CellSeparator =>
  separators.find(([character]) => header?.includes(separatorByte(character)) === true)?.[0] ?? ","

const separatorLine = /^"?sep=(.?)"?\s*$/i

/** The longest line that names a separator: `"sep=;"` and blanks. */
const separatorLineBytesMax = 16

/** The separator in a line of Excel's, `undefined` where it is no such line; `other` is a character that separates no cells here. */
export const separatorNamedBy = (line: Uint8Array | undefined): CellSeparator | "other" | undefined => {
  if (line === undefined || line.length > separatorLineBytesMax) return undefined
  const named = separatorLine.exec(Buffer.from(line).toString())?.[1]
  return named === undefined ? undefined : (separators.find(([character]) => character === named)?.[0] ?? "other")
}
