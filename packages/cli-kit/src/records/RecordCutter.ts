/**
 * Cuts the bytes of a file into records, piece by piece: lines of NDJSON, or rows of CSV.
 *
 * Knows where a record ends and on which line it began, not its content: a record may be invalid. Pure; a record is the same wherever
 * the pieces end, and depends on nothing before it.
 */
import type { CellSeparator } from "./CellSeparator.ts"
import { makeLineCutter } from "./LineCutter.ts"
import type { Position, RecordCutter } from "./RawRecord.ts"
import { makeRowCutter } from "./RowCutter.ts"

/** The formats of files. */
export const fileFormats = ["ndjson", "csv"] as const
export type FileFormat = (typeof fileFormats)[number]

/** A cutter for what follows `start`; `separator` is that of CSV. */
export const makeRecordCutter = (format: FileFormat, start: Position, separator: CellSeparator = ","): RecordCutter =>
  format === "csv" ? makeRowCutter(start, separator) : makeLineCutter(start)
