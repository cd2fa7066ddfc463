/**
 * A file of records: whether it can be read, what format it has, and its records. Read piece by piece, so that its size does not
 * matter.
 *
 * Does not judge records; only the header of a CSV file is read here, because a row has no names without it.
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { type CellSeparator, separatorNamedBy, separatorOf, separatorWords } from "./CellSeparator.ts"
import { type FileText, openFileText, textFrom, unreadable } from "./FileText.ts"
import type { Position, RawRecord } from "./RawRecord.ts"
import { type FileFormat, makeRecordCutter } from "./RecordCutter.ts"
import { RecordFileRefusal } from "./RecordFileRefusal.ts"
import { readHeader } from "./RecordHeader.ts"
import { type CellForm, type ReadJson, readLines, readRows, type RecordValue } from "./RecordText.ts"
import type { GivenEncoding } from "./TextEncoding.ts"

/** A file that can be read. */
export interface RecordFile {
  readonly path: string
  readonly format: FileFormat
  /** The separator of its cells, where it is CSV. */
  readonly separator: CellSeparator
  readonly text: FileText
  /** The offset of its first record in its text: behind a header. */
  readonly start: Position
  /** The values of its records. */
  readonly read: (records: ReadonlyArray<RawRecord>) => ReadonlyArray<RecordValue>
}

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

/** The first record of a CSV file behind a place. It ends with its line, whatever separates its cells: no name holds a line break. */
const firstRecord = (
  text: FileText,
  from: Position
): Effect.Effect<Option.Option<RawRecord>, RecordFileRefusal, FileSystem.FileSystem> =>
  Stream.suspend(() => {
    const cutter = makeRecordCutter("csv", from)
    return textFrom(text, from.offset).pipe(
      Stream.map(cutter.push),
      Stream.concat(Stream.sync(cutter.end)),
      Stream.flattenIterable
    )
  }).pipe(Stream.runHead)

const begin: Position = { offset: 0, line: 0 }

/** Whether Windows PowerShell wrote this line before a header: the type of what its rows show. */
const namesType = ({ bytes }: RawRecord): boolean =>
  /^"?#TYPE /.test(Buffer.from(bytes?.subarray(0, 8) ?? []).toString())

/** The header of a CSV file and what separates its cells. A line of Excel's that names it, or one of PowerShell's, comes before the header. */
const headerOf = Effect.fnUntraced(function* (text: FileText, known: ReadonlyArray<string>) {
  const first = yield* firstRecord(text, begin)
  const named = Option.match(first, { onNone: () => undefined, onSome: ({ bytes }) => separatorNamedBy(bytes) })
  if (named === "other") {
    return yield* new RecordFileRefusal({
      message: `The first line of ${text.path} names a separator that is not read.`,
      remedy: `Write the file with ${separatorWords} between its cells.`
    })
  }
  const isBefore = named !== undefined || Option.exists(first, namesType)
  const header = Option.isNone(first) || !isBefore ? first : yield* firstRecord(text, first.value.next)
  if (Option.isNone(header)) {
    return yield* new RecordFileRefusal({
      message: `The file ${text.path} has no header.`,
      remedy: `Its first line names the columns, of which there can be: ${known.join(", ")}.`
    })
  }
  return { header: header.value, separator: named ?? separatorOf(header.value.bytes) }
})

/** The facts about the records of a file that are known before it is read. */
interface RecordFileOptions {
  /** The columns that a CSV file may have, and how their cells are written. */
  readonly columns: ReadonlyMap<string, CellForm>
  readonly readJson: ReadJson
}

/** The form of a file, as the command line states it. */
export interface RecordFileForm {
  /** Without a format, the name of the file decides. */
  readonly format: FileFormat | undefined
  readonly encoding: GivenEncoding | undefined
}

/** Looks at a file. */
export const openRecordFile = Effect.fnUntraced(function* (
  path: string,
  given: RecordFileForm,
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
  if (Number(info.size) === 0) {
    return yield* new RecordFileRefusal({
      message: `There is nothing in the file ${path}.`,
      remedy: "Check that the program that writes it has ended without an error."
    })
  }
  const format = yield* formatOf(path, given.format)
  const text = yield* openFileText(path, Number(info.size), given.encoding)
  if (format === "ndjson") {
    const lines: RecordFile = {
      path,
      format,
      text,
      separator: ",",
      start: begin,
      read: (records) => readLines(records, readJson)
    }
    return lines
  }
  const { header, separator } = yield* headerOf(text, [...known.keys()])
  const columns = yield* Effect.mapError(
    Effect.fromResult(readHeader(header, separator, known)),
    ({ message, remedy }) => new RecordFileRefusal({ message: `The header of ${path} ${message}.`, remedy })
  )
  const rows: RecordFile = {
    path,
    format,
    text,
    separator,
    start: header.next,
    read: (records) => readRows(records, columns, separator, readJson)
  }
  return rows
})

/** The bytes of the records of a file. */
export const piecesOf = ({ start, text }: RecordFile) => textFrom(text, start.offset)

/** The records of a file, as many at once as end in one piece of it. */
export const recordsOf = (file: RecordFile) =>
  Stream.suspend(() => {
    const cutter = makeRecordCutter(file.format, file.start, file.separator)
    return piecesOf(file).pipe(Stream.map(cutter.push), Stream.concat(Stream.sync(cutter.end)))
  })
