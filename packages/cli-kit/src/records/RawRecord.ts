/**
 * A record as it stands in a file, before anything judges it: its bytes, the line it begins on, and where the next one begins.
 */

/** The part of a file that is behind us. */
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
  /** The offset of the next record. */
  readonly next: Position
}

/** Cuts the pieces of a file into records. */
export interface RecordCutter {
  /** The records that end in this piece. */
  readonly push: (piece: Uint8Array) => ReadonlyArray<RawRecord>
  /** The records that end with the file. */
  readonly end: () => ReadonlyArray<RawRecord>
  /** The offset of the record that is being read. */
  readonly position: () => Position
}

/** The longest record that is read, 1 MiB: several times the largest body of a request. */
export const recordBytesMax = 1_048_576

export const lineFeed = 0x0a
export const carriageReturn = 0x0d
const space = 0x20
const tab = 0x09

/** A record without the carriage returns before its line feed: one of Windows, or two of a text that was made Windows' twice. */
export const withoutReturns = (bytes: Uint8Array): Uint8Array => {
  let end = bytes.length
  while (bytes[end - 1] === carriageReturn) end--
  return bytes.subarray(0, end)
}

/** Whether a record has nothing but blanks, and, in a table, what separates cells. */
export const isBlank = (bytes: Uint8Array, separator: number = space): boolean =>
  bytes.every((byte) => byte === space || byte === tab || byte === carriageReturn || byte === separator)
