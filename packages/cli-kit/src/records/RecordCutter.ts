/**
 * Cuts the bytes of a file into records, piece by piece: lines of NDJSON, or rows of CSV, whose quoted cells may hold line breaks.
 *
 * Knows where a record ends and on which line it began, not what it says: a record may be nonsense. A mistake in the quoting of a row
 * is contained as far as it can be: the row ends with its line. Pure; holds one record at most.
 */
import { type CellSeparator, separatorByte } from "./CellSeparator.ts"

/** The formats of files. */
export const fileFormats = ["ndjson", "csv"] as const
export type FileFormat = (typeof fileFormats)[number]

/** How much of a file is behind us. */
export interface Position {
  readonly offset: number
  readonly line: number
}

/** A record as it stands in the file. */
export interface RawRecord {
  /** The line it begins on, counted from 1. */
  readonly line: number
  /** Its bytes without the line break; nothing when there are more than {@link recordBytesMax}. */
  readonly bytes: Uint8Array | undefined
  /** Where the next one begins. */
  readonly next: Position
}

/** The longest record that is read, 1 MiB: several times the largest body of a request. */
export const recordBytesMax = 1_048_576

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09
const quote = 0x22

/** Finds the line break that ends a record, at `from` or behind it; -1 when it is not in this piece. Remembers where it stopped. */
type FindEnd = (piece: Uint8Array, from: number) => { readonly at: number; readonly breaks: number }

const findLineEnd: FindEnd = (piece, from) => ({ at: piece.indexOf(lineFeed, from), breaks: 0 })

/** Walks through the cells of a row (RFC 4180): a quote opens a cell only where one begins, and a doubled quote is text. */
const makeFindRowEnd = (between: CellSeparator): FindEnd => {
  const separator = separatorByte(between)
  let place: "begin" | "plain" | "quoted" | "closed" = "begin"
  return (piece, from) => {
    let breaks = 0
    for (let index = from; index < piece.length; index++) {
      const byte = piece[index]
      if (place === "quoted") {
        if (byte === quote) place = "closed"
        else if (byte === lineFeed) breaks++
      } else if (byte === lineFeed) {
        place = "begin"
        return { at: index, breaks }
      } else if (byte === separator) place = "begin"
      else if (byte === quote && place !== "plain") place = "quoted"
      else place = "plain"
    }
    return { at: -1, breaks }
  }
}

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === space || byte === tab || byte === carriageReturn)

/** A cutter for what follows `start`; `separator` is that of CSV. Blank lines are counted and left out. */
export const makeRecordCutter = (format: FileFormat, start: Position, separator: CellSeparator = ",") => {
  const findEnd = format === "csv" ? makeFindRowEnd(separator) : findLineEnd
  let parts: Array<Uint8Array> = []
  let size = 0
  let began = start
  let breaks = 0

  const keep = (part: Uint8Array): void => {
    size += part.length
    // Of a record that is too long only the length is kept.
    if (size > recordBytesMax) parts = []
    else parts.push(part)
  }

  /** The bytes that were kept: a view of the piece they came in, unless they came in several. */
  const joined = (): Uint8Array | undefined => {
    if (size > recordBytesMax) return undefined
    const [first] = parts
    const bytes = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts)
    return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes
  }

  /** Ends the record that is being read; `breakBytes` is the length of the line break behind it. */
  const finish = (breakBytes: number): ReadonlyArray<RawRecord> => {
    const bytes = joined()
    const line = began.line + 1
    const next = { offset: began.offset + size + breakBytes, line: line + breaks }
    parts = []
    size = 0
    breaks = 0
    began = next
    return bytes !== undefined && isBlank(bytes) ? [] : [{ line, bytes, next }]
  }

  return {
    /** The records that end in this piece. */
    push: (piece: Uint8Array): ReadonlyArray<RawRecord> => {
      const records: Array<RawRecord> = []
      let from = 0
      while (from < piece.length) {
        const end = findEnd(piece, from)
        breaks += end.breaks
        keep(piece.subarray(from, end.at === -1 ? piece.length : end.at))
        if (end.at === -1) break
        records.push(...finish(1))
        from = end.at + 1
      }
      return records
    },
    /** The record that ends with the file, without a line break. */
    end: (): ReadonlyArray<RawRecord> => (size === 0 ? [] : finish(0)),
    /** Where the record begins that is being read. */
    position: (): Position => began
  }
}
