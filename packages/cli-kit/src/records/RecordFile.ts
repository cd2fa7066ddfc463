/**
 * A file of records: whether it can be read, what format it has, and its records. Read piece by piece, so that its size does not
 * matter.
 *
 * Does not judge records; only the header of a CSV file is read here, because nothing can be said of a row without it.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { type CellSeparator, separatorOf } from "./CellSeparator.ts"
import type { Position, RawRecord } from "./RawRecord.ts"
import { type FileFormat, makeRecordCutter } from "./RecordCutter.ts"
import { readHeader } from "./RecordHeader.ts"
import { type CellForm, type ReadJson, readLines, readRows, type RecordValue } from "./RecordText.ts"

/** Why a file is not read: what is the matter, and what to do. */
export class RecordFileRefusal extends Schema.TaggedError<RecordFileRefusal>()("RecordFileRefusal", {
  message: Schema.String,
  remedy: Schema.String
}) {}

/** The file is read in pieces of 256 KiB: few system calls, and little memory. */
const pieceBytes = 262_144

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** A file that can be read. */
export interface RecordFile {
  readonly path: string
  readonly format: FileFormat
  /** What separates its cells, where it is CSV. */
  readonly separator: CellSeparator
  readonly size: number
  /** Where its first record begins: behind a byte order mark and a header. */
  readonly start: Position
  /** What its records say. */
  readonly read: (records: ReadonlyArray<RawRecord>) => ReadonlyArray<RecordValue>
}

const unreadable = (path: string) => (error: PlatformError) =>
  new RecordFileRefusal(
    error.reason._tag === "NotFound"
      ? { message: `There is no file ${path}.`, remedy: "Give the path of the file to be imported." }
      : { message: `The file ${path} cannot be read: ${error.message}.`, remedy: "Check that it is a file of yours." }
  )

const formatsByEnding: ReadonlyArray<readonly [ending: string, format: FileFormat]> = [
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
  [".csv", "csv"]
]

const formatOf = (path: string, given: FileFormat | undefined): Effect.Effect<FileFormat, RecordFileRefusal> => {
  const format = given ?? formatsByEnding.find(([ending]) => path.toLowerCase().endsWith(ending))?.[1]
  return format === undefined
    ? Effect.fail(
        new RecordFileRefusal({
          message: `The name ${path} does not tell the format of the file.`,
          remedy: "Add --format ndjson or --format csv."
        })
      )
    : Effect.succeed(format)
}

/** The bytes of a file, from an offset on. */
const pieces = (
  path: string,
  from: number,
  bytesToRead?: number
): Stream.Stream<Uint8Array, RecordFileRefusal, FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (files) =>
      files.stream(path, { offset: from, chunkSize: pieceBytes, ...(bytesToRead === undefined ? {} : { bytesToRead }) })
    )
  ).pipe(Stream.mapError(unreadable(path)))

const markLength = (path: string): Effect.Effect<number, RecordFileRefusal, FileSystem.FileSystem> =>
  pieces(path, 0, byteOrderMark.length).pipe(
    Stream.runHead,
    Effect.map((piece) =>
      Option.exists(piece, (bytes) => byteOrderMark.every((byte, index) => bytes[index] === byte))
        ? byteOrderMark.length
        : 0
    )
  )

/** The first record of a CSV file: its header. It ends with its line, whatever separates its cells: none of them holds a line break. */
const headerOf = (
  path: string,
  from: Position
): Effect.Effect<Option.Option<RawRecord>, RecordFileRefusal, FileSystem.FileSystem> =>
  Stream.suspend(() => {
    const cutter = makeRecordCutter("csv", from)
    return pieces(path, from.offset).pipe(
      Stream.map(cutter.push),
      Stream.concat(Stream.sync(cutter.end)),
      Stream.flattenIterable
    )
  }).pipe(Stream.runHead)

/** What is known of the records of a file before it is read. */
interface RecordFileOptions {
  /** The columns that a CSV file may have, and how their cells are written. */
  readonly columns: ReadonlyMap<string, CellForm>
  readonly readJson: ReadJson
}

/** Looks at a file. Without a format, its name tells it. */
export const openRecordFile = Effect.fnUntraced(function* (
  path: string,
  given: FileFormat | undefined,
  { columns: known, readJson }: RecordFileOptions
) {
  const files = yield* FileSystem.FileSystem
  const info = yield* Effect.mapError(files.stat(path), unreadable(path))
  if (info.type !== "File") {
    return yield* new RecordFileRefusal({
      message: `${path} is not a file: it is a folder, a pipe or a device.`,
      remedy: "Give the path of the file to be imported."
    })
  }
  const format = yield* formatOf(path, given)
  const begin: Position = { offset: yield* markLength(path), line: 0 }
  const file = { path, format, size: Number(info.size) }
  const lines: RecordFile = {
    ...file,
    separator: ",",
    start: begin,
    read: (records) => readLines(records, readJson)
  }
  if (format === "ndjson") return lines
  const header = yield* headerOf(path, begin)
  if (Option.isNone(header)) {
    return yield* new RecordFileRefusal({
      message: `The file ${path} has no line.`,
      remedy: `Its first line names the columns, of which there can be: ${[...known.keys()].join(", ")}.`
    })
  }
  const separator = separatorOf(header.value.bytes)
  const columns = yield* Effect.mapError(
    Effect.fromResult(readHeader(header.value, separator, known)),
    ({ message, remedy }) => new RecordFileRefusal({ message: `The header of ${path} ${message}.`, remedy })
  )
  const rows: RecordFile = {
    ...file,
    separator,
    start: header.value.next,
    read: (records) => readRows(records, columns, separator, readJson)
  }
  return rows
})

/** The bytes of the records of a file. */
export const piecesOf = ({ path, start }: RecordFile) => pieces(path, start.offset)

/** The records of a file, as many at once as end in one piece of it. */
export const recordsOf = (file: RecordFile) =>
  Stream.suspend(() => {
    const cutter = makeRecordCutter(file.format, file.start, file.separator)
    return piecesOf(file).pipe(Stream.map(cutter.push), Stream.concat(Stream.sync(cutter.end)))
  })
