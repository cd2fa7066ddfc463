/**
 * Compares a table of two databases: every row of both is read once, in the order of their keys, and goes through a SHA-256 of its side.
 * Equal digests mean equal rows. What differs is counted, and not shown: keys may be digests of secrets.
 */
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { firstPageRows, keyOf, nextLimit, readPage, type Row } from "./Rows.ts"
import type { Table } from "./Tables.ts"

/** The rows of a table on one side. */
interface Side {
  readonly rows: number
  /** SHA-256 of all rows, in hexadecimal. */
  readonly digest: string
}

/** A table of both sides. */
export interface ComparedTable {
  readonly table: string
  readonly from: Side
  readonly to: Side
  /** The rows that only the source has. */
  readonly missing: number
  /** The rows that differ. */
  readonly changed: number
  /** The rows that only the target has. */
  readonly extra: number
}

/** The number of rows that differ. */
export const differencesOf = ({ changed, extra, missing }: ComparedTable): number => missing + changed + extra

/** A digest that is fed row by row, each in a line of JSON: a value cannot reach into the next one. */
const makeSide = () => {
  const hash = Crypto.createHash("sha256")
  let rows = 0
  return {
    add: (line: string): void => {
      hash.update(line).update("\n")
      rows += 1
    },
    end: (): Side => ({ rows, digest: hash.digest("hex") })
  }
}

/** Compares a table; `onPage` gets how many rows of the source have been read. */
export const compareTable = Effect.fnUntraced(function* (
  { from, to }: { readonly from: SqlClient; readonly to: SqlClient },
  table: Table,
  onPage: (rows: number) => Effect.Effect<void>
) {
  const [source, target] = [makeSide(), makeSide()]
  let [missing, changed, extra] = [0, 0, 0]
  const nameOf = (row: Row) => JSON.stringify(keyOf(table, row))

  let after: Row | undefined
  let limit = firstPageRows
  for (let isLast = false; !isLast;) {
    const rows = yield* readPage(from, table, { after, upTo: undefined, limit })
    const last = rows.at(-1)
    isLast = last === undefined || rows.length < limit
    // Beyond the last row of the source, the target has what only it has.
    const upTo = isLast || last === undefined ? undefined : keyOf(table, last)
    const left = new Map<string, string>()
    for (const row of rows) {
      const line = JSON.stringify(row)
      source.add(line)
      left.set(nameOf(row), line)
    }
    for (let isThrough = false; !isThrough;) {
      const found: ReadonlyArray<Row> = yield* readPage(to, table, { after, upTo, limit })
      for (const row of found) {
        const line = JSON.stringify(row)
        target.add(line)
        const expected = left.get(nameOf(row))
        if (expected === undefined) extra += 1
        else if (expected !== line) changed += 1
        left.delete(nameOf(row))
      }
      isThrough = found.length < limit
      const end = found.at(-1)
      if (end !== undefined) after = keyOf(table, end)
    }
    missing += left.size
    after = upTo
    limit = nextLimit(limit, rows)
    yield* onPage(rows.length)
  }
  const compared: ComparedTable = { table: table.name, from: source.end(), to: target.end(), missing, changed, extra }
  return compared
})
