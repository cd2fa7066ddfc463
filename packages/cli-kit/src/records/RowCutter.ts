/**
 * Cuts the bytes of a CSV file into its rows, piece by piece (RFC 4180): a quote opens a cell only where one begins, a doubled quote is
 * text, and a quoted cell may hold line breaks. Blank rows are counted and left out: lines without text, and lines of separators alone.
 *
 * A mistake in the quoting of a row costs that row its first line and no other row. Where a row of several lines turns out to be broken
 * (text stands behind a closing quote, a quote within a cell, a quote is never closed, the row is too long), the row is its first line, and
 * reading goes back to the line after it. Going back costs little: a line that leaves a quote open has an odd number of quotes, so a row
 * that went wrong over such a line has ended there. No byte is read by more than two broken rows. Holds one row and one piece at most.
 */
import { type CellSeparator, separatorByte } from "./CellSeparator.ts"
import {
  carriageReturn,
  isBlank,
  lineFeed,
  type Position,
  type RawRecord,
  type RecordCutter,
  recordBytesMax,
  withoutReturns
} from "./RawRecord.ts"

const quote = 0x22
const nothing = new Uint8Array(0)

/** The position of a walk through a row. */
interface Walk {
  index: number
  /** Within which part of a cell; `ended` is behind a carriage return that may belong to the line break. */
  place: "begin" | "plain" | "quoted" | "closed" | "ended"
  /** The first line break within quotes; -1 before there is one. */
  firstBreak: number
  /** The number of line breaks within quotes. */
  breaks: number
  /** Whether the quoting is broken: then the row is not more than its line. */
  isBroken: boolean
}

const newWalk = (): Walk => ({ index: 0, place: "begin", firstBreak: -1, breaks: 0, isBroken: false })

/** The end of a row: the line break behind it, and how many line breaks it holds. */
interface RowEnd {
  readonly at: number
  readonly breaks: number
}

/** Makes the step that follows a byte within a row and is no line feed. */
const makeStep = (separator: number) => (walk: Walk, byte: number | undefined) => {
  if (walk.place === "quoted") {
    if (byte === quote) walk.place = "closed"
  } else if (byte === separator && walk.place !== "ended") walk.place = "begin"
  else if (walk.place === "plain") walk.isBroken ||= byte === quote
  else if (walk.place === "begin") walk.place = byte === quote ? "quoted" : "plain"
  else if (walk.place === "closed" && byte === quote) walk.place = "quoted"
  else if (byte === carriageReturn) walk.place = "ended"
  else {
    walk.place = "plain"
    walk.isBroken = true
  }
}

/** Makes what goes on through a row until it ends; nothing when its end is not among these bytes. */
const makeFindRowEnd = (separator: number) => {
  const step = makeStep(separator)
  return (walk: Walk, bytes: Uint8Array, isLast: boolean): RowEnd | undefined => {
    for (let at = walk.index; at < bytes.length; at++) {
      // Most bytes are the text of a cell: what is none of these three changes nothing there.
      if (walk.place === "plain" || walk.place === "quoted") {
        let byte = bytes[at]
        while (byte !== lineFeed && byte !== quote && byte !== separator && at < bytes.length) byte = bytes[++at]
        if (at === bytes.length) break
      }
      const isLong = at > recordBytesMax
      if (bytes[at] !== lineFeed) {
        step(walk, bytes[at])
        if (!walk.isBroken || walk.firstBreak === -1) continue
      } else if (walk.firstBreak === -1) {
        if (walk.place !== "quoted" || walk.isBroken || isLong) return { at, breaks: 0 }
        walk.firstBreak = at
        walk.breaks = 1
        continue
      } else if (!isLong) {
        if (walk.place !== "quoted") return { at, breaks: walk.breaks }
        walk.breaks++
        continue
      }
      return { at: walk.firstBreak, breaks: 0 }
    }
    walk.index = bytes.length
    if (walk.firstBreak === -1) return isLast && bytes.length > 0 ? { at: bytes.length, breaks: 0 } : undefined
    if (bytes.length > recordBytesMax) return { at: walk.firstBreak, breaks: 0 }
    if (!isLast) return undefined
    return walk.place === "quoted" ? { at: walk.firstBreak, breaks: 0 } : { at: bytes.length, breaks: walk.breaks }
  }
}

/** A cutter for what follows `start`. */
export const makeRowCutter = (start: Position, between: CellSeparator): RecordCutter => {
  const separator = separatorByte(between)
  const findRowEnd = makeFindRowEnd(separator)
  let kept: Uint8Array = nothing
  let walk = newWalk()
  /** The number of bytes of the row that were not kept, because its first line is too long: it ends with that line. */
  let dropped = 0
  let began = start

  /** Ends the row that is being read at the line break `at`. */
  const finish = (bytes: Uint8Array, { at, breaks }: RowEnd): ReadonlyArray<RawRecord> => {
    const size = dropped + at
    const row = size > recordBytesMax ? undefined : withoutReturns(bytes.subarray(0, at))
    const line = began.line + 1
    began = { offset: began.offset + size + (at < bytes.length ? 1 : 0), line: line + breaks }
    walk = newWalk()
    dropped = 0
    return row !== undefined && isBlank(row, separator) ? [] : [{ line, bytes: row, next: began }]
  }

  const endOf = (bytes: Uint8Array, isLast: boolean): RowEnd | undefined => {
    if (dropped === 0) return findRowEnd(walk, bytes, isLast)
    const at = bytes.indexOf(lineFeed)
    return at === -1 ? (isLast ? { at: bytes.length, breaks: 0 } : undefined) : { at, breaks: 0 }
  }

  const cut = (piece: Uint8Array, isLast: boolean): ReadonlyArray<RawRecord> => {
    const records: Array<RawRecord> = []
    let bytes = kept.length === 0 ? piece : Buffer.concat([kept, piece])
    for (let end = endOf(bytes, isLast); end !== undefined; end = endOf(bytes, isLast)) {
      records.push(...finish(bytes, end))
      bytes = bytes.subarray(end.at + 1)
      if (bytes.length === 0) break
    }
    const isDropped = dropped > 0 || bytes.length > recordBytesMax
    if (isDropped) dropped += bytes.length
    kept = isDropped ? nothing : bytes
    return records
  }

  return {
    push: (piece) => cut(piece, false),
    end: () => (kept.length === 0 && dropped === 0 ? [] : cut(nothing, true)),
    position: () => began
  }
}
