/**
 * The text of a file as UTF-8 without a byte order mark, piece by piece, so that its size does not matter: whatever its encoding, and with
 * line feeds where the file has carriage returns alone.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Stream from "effect/Stream"
import { carriageReturn, lineFeed } from "./RawRecord.ts"
import { RecordFileRefusal } from "./RecordFileRefusal.ts"
import { encodingOf, type GivenEncoding, makeTextDecoding, type TextEncoding } from "./TextEncoding.ts"

/** The file is read in pieces of 256 KiB: few system calls, and little memory. */
const pieceBytes = 262_144

/** A file whose text can be read. */
export interface FileText {
  readonly path: string
  readonly encoding: TextEncoding
  /** Whether its lines end with carriage returns alone, as some programs of macOS write them. */
  readonly hasReturnsAlone: boolean
  /** The length of its text, in bytes of UTF-8. */
  readonly size: number
}

export const unreadable = (path: string) => (error: PlatformError) =>
  new RecordFileRefusal(
    error.reason._tag === "NotFound"
      ? { message: `There is no file ${path}.`, remedy: "Give the path of the file to be imported." }
      : { message: `The file ${path} cannot be read: ${error.message}.`, remedy: "Check that it is a file of yours." }
  )

const brokenText = ({ path, encoding }: FileText) =>
  new RecordFileRefusal({
    message: `The file ${path} begins as ${encoding.name.toUpperCase()} does, and is not valid ${encoding.name.toUpperCase()}.`,
    remedy: "Save it again as UTF-8."
  })

/** The bytes of a file, from an offset on. */
const pieces = (path: string, from: number): Stream.Stream<Uint8Array, RecordFileRefusal, FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (files) => files.stream(path, { offset: from, chunkSize: pieceBytes }))
  ).pipe(Stream.mapError(unreadable(path)))

/** The text of a file from its beginning. */
const decoded = (text: FileText): Stream.Stream<Uint8Array, RecordFileRefusal, FileSystem.FileSystem> =>
  Stream.suspend(() => {
    const decoding = makeTextDecoding(text.encoding)
    return pieces(text.path, text.encoding.markBytes).pipe(
      Stream.map(decoding.push),
      Stream.concat(Stream.sync(decoding.end)),
      Stream.mapEffect((piece) => Effect.mapError(Effect.fromResult(piece), () => brokenText(text)))
    )
  })

const withLineFeeds = (piece: Uint8Array): Uint8Array =>
  piece.map((byte) => (byte === carriageReturn ? lineFeed : byte))

/** A stream without its first `count` bytes. */
const dropBytes = (count: number) => {
  let left = count
  return (piece: Uint8Array): Uint8Array => {
    const rest = piece.subarray(left)
    left = Math.max(0, left - piece.length)
    return rest
  }
}

/** The text of a file from an offset on. That of another encoding is decoded from its beginning: its offsets are those of UTF-8. */
export const textFrom = (
  text: FileText,
  offset: number
): Stream.Stream<Uint8Array, RecordFileRefusal, FileSystem.FileSystem> => {
  const { name, markBytes } = text.encoding
  const found =
    name === "utf-8"
      ? pieces(text.path, markBytes + offset)
      : Stream.suspend(() => Stream.map(decoded(text), dropBytes(offset)))
  return text.hasReturnsAlone ? Stream.map(found, withLineFeeds) : found
}

const endsInReturnsAlone = (head: Uint8Array): boolean => {
  const at = head.indexOf(carriageReturn)
  return at !== -1 && at < head.length - 1 && !head.includes(lineFeed)
}

/** The length of the text of a file of this size. Another encoding is decoded for it, so its mistakes are found before a record is used. */
const sizeOf = (text: FileText, bytes: number) =>
  text.encoding.name === "utf-8"
    ? Effect.succeed(bytes - text.encoding.markBytes)
    : Stream.runFold(
        decoded(text),
        () => 0,
        (size, piece) => size + piece.length
      )

/** Opens the text of a file of this size. */
export const openFileText = Effect.fnUntraced(function* (path: string, bytes: number, given?: GivenEncoding) {
  const head = Option.getOrElse(yield* Stream.runHead(pieces(path, 0)), () => new Uint8Array(0))
  const text: FileText = { path, encoding: encodingOf(head, given), hasReturnsAlone: false, size: 0 }
  const begin = Option.getOrElse(yield* Stream.runHead(decoded(text)), () => new Uint8Array(0))
  return { ...text, hasReturnsAlone: endsInReturnsAlone(begin), size: yield* sizeOf(text, bytes) }
})
