/**
 * From the bytes of a record to the value that its schema judges: a line of NDJSON is one JSON value, a row of CSV an object made of
 * its cells. An error never repeats the data.
 *
 * `RecordCutter.ts` has decided where a row ends; csv-parse reads the quotes of its cells. Pure.
 */
import { isUtf8 } from "node:buffer"
import { CsvError } from "csv-parse"
import { parse } from "csv-parse/sync"
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { type CellSeparator, separatorWord } from "./CellSeparator.ts"
import { type RawRecord, recordBytesMax } from "./RawRecord.ts"

/** The forms of the cells of a column. */
export type CellForm = "text" | "integer" | "json"

/** The columns of a file in their order: the name of each, and how its cells are written. */
export type Columns = ReadonlyArray<readonly [name: string, form: CellForm]>

/** Reads JSON; what is wrong with it is a sentence about "the body", as the API has it. */
export type ReadJson = (bytes: Uint8Array) => Result.Result<unknown, { readonly message: string }>

/** The value of a record, or its mistake. */
export type RecordValue = Result.Result<unknown, string>

const tooLong = `is longer than ${recordBytesMax} bytes`

/** The mistake of a record in another encoding. */
export const notUtf8 =
  "is not valid UTF-8; save the file as UTF-8, or add --encoding windows-1252 if it is the plain CSV of Excel on Windows"

/** The remedy for a file with such records: to leave them out would leave out everybody with such a letter. */
export const otherEncodingRemedy =
  "Give the same command with --encoding windows-1252 if the file is the plain CSV of Excel on Windows, or save it as UTF-8."

/**
 * The value without the members that are null: programs that write records write null for a member that a record does not have. A request names what
 * it has, so there a null is a mistake (decisions, Errors).
 */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)] as const]))
  )
}

/** Here the sentence goes on after the number of the line. */
const ofRecord = (json: ReturnType<ReadJson>): RecordValue =>
  Result.mapError(json, ({ message }) => message.replace(/^The body /, "").replace(/\.$/, ""))

/** Reads lines of NDJSON. */
export const readLines = (records: ReadonlyArray<RawRecord>, readJson: ReadJson): ReadonlyArray<RecordValue> =>
  records.map(({ bytes }) => {
    if (bytes === undefined) return Result.fail(tooLong)
    const value = ofRecord(readJson(bytes))
    return Result.isFailure(value) && !isUtf8(bytes) ? Result.fail(notUtf8) : Result.map(value, withoutNulls)
  })

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

/** Digits, and the zero behind a point that pandas writes where a column lacks a value: no country's thousands are written with one zero. */
const integer = /^\s*-?\d+(?:\.0)?\s*$/

/** The value of a cell. What is not written in its form stays text, and the schema reports what it should be. */
const valueOf = (form: CellForm, cell: string, readJson: ReadJson): unknown => {
  if (form === "integer") return Number(cell)
  if (form === "json") {
    return Result.match(readJson(Buffer.from(cell)), { onFailure: () => cell, onSuccess: withoutNulls })
  }
  return cell
}

/** The cells that should be integers and are written otherwise: `7.2E+06`, `7,200,000`. */
const mistakesIn = (cells: ReadonlyArray<string>, columns: Columns): ReadonlyArray<string> =>
  columns.flatMap(([name, form], index) => {
    const cell = cells[index] ?? ""
    return form !== "integer" || cell === "" || integer.test(cell)
      ? []
      : [`/${name} must be written in digits alone, such as 7200000`]
  })

/** The values of the cells of a row. */
const recordOf = (cells: ReadonlyArray<string>, columns: Columns, readJson: ReadJson): RecordValue => {
  const mistakes = mistakesIn(cells, columns)
  if (mistakes.length > 0) return Result.fail(mistakes.join("; "))
  return Result.succeed(
    Object.fromEntries(
      columns.flatMap(([name, form], index) => {
        const cell = cells[index] ?? ""
        return cell === "" ? [] : [[name, valueOf(form, cell, readJson)] as const]
      })
    )
  )
}

const tooWide = (cells: number, width: number, separator: CellSeparator): string =>
  `has ${cells} cells where the header has ${width}; quote a cell with ${separatorWord(separator)} in it`

/**
 * Reads rows of CSV into objects. An empty cell is an absent member, and so is a cell that a row ends before; empty cells behind the last
 * column are none: spreadsheets write as many as their widest row has.
 */
export const readRows = (
  records: ReadonlyArray<RawRecord>,
  columns: Columns,
  separator: CellSeparator,
  readJson: ReadJson
): ReadonlyArray<RecordValue> =>
  Option.getOrElse(readRowsAtOnce(records, separator), () => records.map((record) => readRow(record, separator))).map(
    (row) =>
      Result.flatMap(row, (cells) =>
        cells.slice(columns.length).every((cell) => cell === "")
          ? recordOf(cells, columns, readJson)
          : Result.fail(tooWide(cells.length, columns.length, separator))
      )
  )
