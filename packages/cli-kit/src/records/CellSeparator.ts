/**
 * The character between the cells of a CSV file. Spreadsheets of countries with a decimal comma write semicolons, and the header tells:
 * no column has either character in its name.
 */

/** A comma as in RFC 4180, or a semicolon. */
export type CellSeparator = "," | ";"

/** The byte of a separator; both are ASCII. */
export const separatorByte = (separator: CellSeparator): number => separator.charCodeAt(0)

/** What separates the cells of a file with this header: semicolons when it has one and no comma. */
export const separatorOf = (header: Uint8Array | undefined): CellSeparator =>
  header?.includes(separatorByte(";")) === true && !header.includes(separatorByte(",")) ? ";" : ","
