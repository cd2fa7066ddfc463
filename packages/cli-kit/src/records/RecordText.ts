/**
 * From the bytes of a record to the value that its schema judges: a line of NDJSON is one JSON value, a row of CSV an object made of
 * its cells. Says what is wrong in words that never repeat the data.
 *
 * Where a row ends was decided before (`RecordCutter.ts`); how its cells are quoted is csv-parse's to say. Pure.
 */
import { isUtf8 } from "node:buffer"
import { CsvError } from "csv-parse"
import { parse } from "csv-parse/sync"
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { CellSeparator } from "./CellSeparator.ts"
import { type RawRecord, recordBytesMax } from "./RawRecord.ts"

/** How the cells of a column are written. */
export type CellForm = "text" | "integer" | "json"

/** Reads JSON; what is wrong with it is a sentence about "the body", as the API has it. */
export type ReadJson = (bytes: Uint8Array) => Result.Result<unknown, { readonly message: string }>

/** What a record says, or what is wrong with it. */
export type RecordValue = Result.Result<unknown, string>

const tooLong = `is longer than ${recordBytesMax} bytes`
const notUtf8 = "is not valid UTF-8"

/** Here the sentence goes on after the number of the line. */
const ofRecord = (json: ReturnType<ReadJson>): RecordValue =>
  Result.mapError(json, ({ message }) => message.replace(/^The body /, "").replace(/\.$/, ""))

/** Reads lines of NDJSON. */
export const readLines = (records: ReadonlyArray<RawRecord>, readJson: ReadJson): ReadonlyArray<RecordValue> =>
  records.map(({ bytes }) => (bytes === undefined ? Result.fail(tooLong) : ofRecord(readJson(bytes))))

const quoting: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "opens a quote that is not closed",
  CSV_INVALID_CLOSING_QUOTE: "has text behind a closing quote; double the quotes inside a quoted cell",
  INVALID_OPENING_QUOTE: "has a quote inside a cell that does not begin with one; quote the whole cell"
}
const broken = (cause: unknown): string =>
  (cause instanceof CsvError ? quoting[cause.code] : undefined) ?? "is not valid CSV"

const lineFeed = Buffer.from("\n")

const parseRows = (
  rows: ReadonlyArray<Uint8Array>,
  separator: CellSeparator
): Result.Result<ReadonlyArray<ReadonlyArray<string>>, string> =>
  Result.try({
    try: () =>
      parse(Buffer.concat(rows.flatMap((row) => [row, lineFeed])), {
        delimiter: separator,
        record_delimiter: "\n",
        relax_column_count: true,
        max_record_size: 0
      }),
    catch: broken
  })

/** Reads one row: its cells. */
export const readRow = (
  { bytes }: RawRecord,
  separator: CellSeparator
): Result.Result<ReadonlyArray<string>, string> => {
  if (bytes === undefined) return Result.fail(tooLong)
  if (!isUtf8(bytes)) return Result.fail(notUtf8)
  if (bytes.includes(0)) return Result.fail("holds a NUL character; leave it out")
  return Result.flatMap(parseRows([bytes], separator), ([row]) => Result.fromNullishOr(row, () => "is not valid CSV"))
}

/** Reads rows all at once, which is many times faster than one by one; nothing when one of them is wrong. */
const readRowsAtOnce = (
  records: ReadonlyArray<RawRecord>,
  separator: CellSeparator
): Option.Option<ReadonlyArray<Result.Result<ReadonlyArray<string>, string>>> => {
  const rows = Arr.filter(
    records.map(({ bytes }) => bytes),
    (bytes): bytes is Uint8Array => bytes !== undefined && isUtf8(bytes) && !bytes.includes(0)
  )
  if (rows.length !== records.length) return Option.none()
  return Result.getSuccess(parseRows(rows, separator)).pipe(
    Option.filter((parsed) => parsed.length === records.length),
    Option.map(Arr.map((row) => Result.succeed(row)))
  )
}

const integer = /^-?(?:0|[1-9]\d*)$/

/** The value of a cell. What is not written in its form stays text, and the schema says what it should be. */
const valueOf = (form: CellForm, cell: string, readJson: ReadJson): unknown => {
  if (form === "integer") return integer.test(cell) ? Number(cell) : cell
  if (form === "json") return Result.getOrElse(readJson(Buffer.from(cell)), () => cell)
  return cell
}

const tooWide = (cells: number, width: number, separator: CellSeparator): string =>
  `has ${cells} cells where the header has ${width}; quote a cell with ${JSON.stringify(separator)} in it`

/**
 * Reads rows of CSV into objects. An empty cell is an absent member, and so is a cell that a row ends before; empty cells behind the last
 * column are none: spreadsheets write as many as their widest row has.
 */
export const readRows = (
  records: ReadonlyArray<RawRecord>,
  columns: ReadonlyArray<readonly [name: string, form: CellForm]>,
  separator: CellSeparator,
  readJson: ReadJson
): ReadonlyArray<RecordValue> =>
  Option.getOrElse(readRowsAtOnce(records, separator), () => records.map((record) => readRow(record, separator))).map(
    (row) =>
      Result.flatMap(row, (cells) =>
        cells.slice(columns.length).every((cell) => cell === "")
          ? Result.succeed(
              Object.fromEntries(
                columns.flatMap(([name, form], index) => {
                  const cell = cells[index] ?? ""
                  return cell === "" ? [] : [[name, valueOf(form, cell, readJson)] as const]
                })
              )
            )
          : Result.fail(tooWide(cells.length, columns.length, separator))
      )
  )
