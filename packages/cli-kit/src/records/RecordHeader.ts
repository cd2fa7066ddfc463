/**
 * The header of a CSV file: the columns that it names, or what is wrong with it. Reads no file.
 *
 * A name is taken as people write it: `First Name` is `first_name`. Spreadsheets write separators behind the last name, and these are no
 * columns.
 */
import * as Result from "effect/Result"
import { type CellSeparator, separatorWords } from "./CellSeparator.ts"
import type { RawRecord } from "./RawRecord.ts"
import { type CellForm, type Columns, readRow } from "./RecordText.ts"

/** The mistake of a header, as the end of a sentence about it, and the remedy. */
export interface HeaderMistake {
  readonly message: string
  readonly remedy: string
}

/** The number of unknown names in a message: some programs export a hundred columns. */
const unknownShownMax = 5

/** A name as a message shows it. Of a file that is no CSV at all, it may be a mebibyte. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 64))

/** A name as columns are named: in small letters, with `_` between words. */
const columnName = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_")

/** The names without the empty ones behind the last. */
const withoutEmptyEnd = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.slice(0, names.findLastIndex((name) => name !== "") + 1)

const unknownColumns = (unknown: ReadonlyArray<string>, known: ReadonlyArray<string>): HeaderMistake => {
  const more = unknown.length - unknownShownMax
  const names = `${unknown.slice(0, unknownShownMax).map(shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
  return {
    message: `names ${names}, which ${unknown.length === 1 ? "is no column" : "are no columns"} here`,
    remedy: `Rename the columns or take them out. There can be: ${known.join(", ")}, with ${separatorWords} between them.`
  }
}

/** Reads the header of a file that may have these columns. */
export const readHeader = (
  header: RawRecord,
  separator: CellSeparator,
  known: ReadonlyMap<string, CellForm>
): Result.Result<Columns, HeaderMistake> =>
  Result.flatMap(
    Result.mapError(readRow(header, separator), (message) => ({
      message,
      remedy: `Write the names of the columns in one line, such as: ${[...known.keys()].join(",")}`
    })),
    (cells): Result.Result<Columns, HeaderMistake> => {
      const written = withoutEmptyEnd(cells.map((cell) => cell.trim()))
      const names = written.map(columnName)
      const columns = names.flatMap((name) => {
        const form = known.get(name)
        return form === undefined ? [] : [[name, form] as const]
      })
      const unnamed = names.indexOf("")
      const repeated = names.find((name, index) => name !== "" && names.indexOf(name) < index)
      const unknown = written.filter((name) => name !== "" && !known.has(columnName(name)))
      if (unknown.length > 0) return Result.fail(unknownColumns(unknown, [...known.keys()]))
      if (repeated !== undefined) {
        return Result.fail({ message: `names ${shown(repeated)} twice`, remedy: "Take one of the two columns out." })
      }
      if (unnamed !== -1) {
        return Result.fail({
          message: `has no name for column ${unnamed + 1}`,
          remedy: "Name the column or take it out. pandas writes its index so: to_csv(…, index=False) leaves it out."
        })
      }
      return Result.succeed(columns)
    }
  )
