/**
 * A file to be imported: whether it can be, what format it has, and its records. Read piece by piece, so that its
 * size does not matter.
 *
 * Does not judge records; only the header of a CSV file is read here, because nothing can be said of a row without it.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { OperatorError } from "../platform/OperatorError.ts"
import { type Batch, makeBatcher } from "./Batches.ts"
import { type CellSeparator, separatorOf } from "./CellSeparator.ts"
import type { CellForm, ImportKind } from "./ImportKind.ts"
import { type FileFormat, makeRecordCutter, type Position, type RawRecord } from "./RecordCutter.ts"
import { readLines, readRow, readRows, type RecordValue } from "./RecordText.ts"

/** The file is read in pieces of 256 KiB: few system calls, and little memory. */
const pieceBytes = 262_144

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** A file that can be imported. */
export interface ImportFile {
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
  new OperatorError(
    error.reason._tag === "NotFound"
      ? { message: `There is no file ${path}.`, remedy: "Give the path of the file to be imported." }
      : { message: `The file ${path} cannot be read: ${error.message}.`, remedy: "Check that it is a file of yours." }
  )

const formatsByEnding: ReadonlyArray<readonly [ending: string, format: FileFormat]> = [
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
  [".csv", "csv"]
]

const formatOf = (path: string, given: FileFormat | undefined): Effect.Effect<FileFormat, OperatorError> => {
  const format = given ?? formatsByEnding.find(([ending]) => path.toLowerCase().endsWith(ending))?.[1]
  return format === undefined
    ? Effect.fail(
        new OperatorError({
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
): Stream.Stream<Uint8Array, OperatorError, FileSystem.FileSystem> =>
  Stream.unwrap(
    Effect.map(FileSystem.FileSystem, (files) =>
      files.stream(path, { offset: from, chunkSize: pieceBytes, ...(bytesToRead === undefined ? {} : { bytesToRead }) })
    )
  ).pipe(Stream.mapError(unreadable(path)))

const markLength = (path: string): Effect.Effect<number, OperatorError, FileSystem.FileSystem> =>
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
): Effect.Effect<Option.Option<RawRecord>, OperatorError, FileSystem.FileSystem> =>
  Stream.suspend(() => {
    const cutter = makeRecordCutter("csv", from)
    return pieces(path, from.offset).pipe(
      Stream.map(cutter.push),
      Stream.concat(Stream.sync(cutter.end)),
      Stream.flattenIterable
    )
  }).pipe(Stream.runHead)

const wrongHeader = (path: string, mistake: string, columns: ReadonlyMap<string, CellForm>) =>
  new OperatorError({
    message: `The header of ${path} ${mistake}.`,
    remedy: `It names the columns, of which there can be: ${[...columns.keys()].join(", ")}.`
  })

/** A name as a message shows it. Of a file that is no CSV at all, it may be a mebibyte. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 64))

/** The columns that a header names, or what is wrong with it. */
const columnsOf = (
  header: RawRecord,
  separator: CellSeparator,
  known: ReadonlyMap<string, CellForm>
): Result.Result<ReadonlyArray<readonly [string, CellForm]>, string> =>
  Result.flatMap(readRow(header, separator), (names) => {
    const forms = names.map((name) => [name, known.get(name)] as const)
    const columns = forms.flatMap(([name, form]) => (form === undefined ? [] : [[name, form] as const]))
    const unknown = forms.find(([, form]) => form === undefined)
    const repeated = names.find((name, index) => names.indexOf(name) < index)
    if (unknown !== undefined) return Result.fail(`names ${shown(unknown[0])}, which is no column here`)
    if (repeated !== undefined) return Result.fail(`names ${shown(repeated)} twice`)
    return Result.succeed(columns)
  })

/** Looks at a file before anything is written. */
export const openImportFile = Effect.fnUntraced(function* <Line>(
  path: string,
  given: FileFormat | undefined,
  kind: ImportKind<Line>
) {
  if (path === "-") {
    return yield* new OperatorError({
      message: "Standard input cannot be imported: a file is read twice, first to check it and then to write it.",
      remedy: "Write it to a file first."
    })
  }
  const files = yield* FileSystem.FileSystem
  const info = yield* Effect.mapError(files.stat(path), unreadable(path))
  if (info.type !== "File") {
    return yield* new OperatorError({
      message: `${path} is not a file.`,
      remedy: "Give the path of the file to be imported."
    })
  }
  const format = yield* formatOf(path, given)
  const begin: Position = { offset: yield* markLength(path), line: 0 }
  const file = { path, format, size: Number(info.size) }
  const lines: ImportFile = { ...file, separator: ",", start: begin, read: readLines }
  if (format === "ndjson") return lines
  const header = yield* headerOf(path, begin)
  if (Option.isNone(header)) return lines
  const separator = separatorOf(header.value.bytes)
  const columns = yield* Effect.mapError(
    Effect.fromResult(columnsOf(header.value, separator, kind.columns)),
    (mistake) => wrongHeader(path, mistake, kind.columns)
  )
  const rows: ImportFile = {
    ...file,
    separator,
    start: header.value.next,
    read: (records) => readRows(records, columns, separator)
  }
  return rows
})

/** The batches of a file. */
export const batchesOf = ({
  path,
  format,
  separator,
  start
}: ImportFile): Stream.Stream<Batch, OperatorError, FileSystem.FileSystem> =>
  Stream.suspend(() => {
    const batcher = makeBatcher(format, start, separator)
    return pieces(path, start.offset).pipe(
      Stream.map(batcher.push),
      Stream.concat(Stream.sync(batcher.end)),
      Stream.flattenIterable
    )
  })
