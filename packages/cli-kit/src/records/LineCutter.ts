/**
 * Cuts the bytes of a file of NDJSON into its lines, piece by piece. Blank lines are counted and left out. Holds one line at most.
 */
import {
  isBlank,
  lineFeed,
  type Position,
  type RawRecord,
  type RecordCutter,
  recordBytesMax,
  withoutReturns
} from "./RawRecord.ts"

/** A cutter for what follows `start`. */
export const makeLineCutter = (start: Position): RecordCutter => {
  let parts: Array<Uint8Array> = []
  let size = 0
  let began = start

  const keep = (part: Uint8Array): void => {
    size += part.length
    // Of a line that is too long only the length is kept.
    if (size > recordBytesMax) parts = []
    else parts.push(part)
  }

  /** The bytes that were kept: a view of the piece they came in, unless they came in several. */
  const joined = (): Uint8Array | undefined => {
    if (size > recordBytesMax) return undefined
    const [first] = parts
    return withoutReturns(parts.length === 1 && first !== undefined ? first : Buffer.concat(parts))
  }

  /** Ends the line that is being read; `breakBytes` is the length of the line break behind it. */
  const finish = (breakBytes: number): ReadonlyArray<RawRecord> => {
    const bytes = joined()
    const next = { offset: began.offset + size + breakBytes, line: began.line + 1 }
    parts = []
    size = 0
    began = next
    return bytes !== undefined && isBlank(bytes) ? [] : [{ line: next.line, bytes, next }]
  }

  return {
    push: (piece) => {
      const records: Array<RawRecord> = []
      let from = 0
      while (from < piece.length) {
        const at = piece.indexOf(lineFeed, from)
        keep(piece.subarray(from, at === -1 ? piece.length : at))
        if (at === -1) break
        records.push(...finish(1))
        from = at + 1
      }
      return records
    },
    end: () => (size === 0 ? [] : finish(0)),
    position: () => began
  }
}
