/**
 * Reads the texts of a page within `pageBytesMax` (decisions, Lists). A short text comes with its row. A long text comes as its size alone, so that
 * a statement never reads what the page cannot hold; those that the page holds are read after it, in slices. The process answers others between
 * two slices, and between the reading of a large page and its answer.
 *
 * Does not choose the rows of a page: a statement does, with {@link shortText} as its column.
 */
import { type FoundRows, shortTextBytesMax, withinBytes } from "@partner-api/domain/Pagination"
import { textBytes } from "@partner-api/service/store/TextBytes"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"

/** The most long text that one statement reads, in bytes; a longer text comes alone. SQLite takes 1.5 ms for it where no character is ASCII. */
const sliceBytesMax = 262_144

/**
 * The column of a stored JSON text: the text where it is short, and its number of bytes where it is long. Neither engine reads a long text for its
 * size. `text` is an expression with the column and others: SQLite passes a long text to reach the columns behind it, so those belong to the text.
 */
export const shortText = (column: string, text = column): string =>
  `CASE WHEN octet_length(${column}) > ${shortTextBytesMax} THEN CAST(octet_length(${column}) AS TEXT) ELSE ${text} END AS ${column}`

const nine = "9".charCodeAt(0)

/** Whether a column has the size of a text. A number begins with a digit; the objects and lists that are stored begin with a bracket. */
const isSize = (text: string): boolean => text.charCodeAt(0) <= nine

/** The bytes of the text that the column of a {@link shortText} has, or stands for. */
export const bytesOf = (text: string): number => (isSize(text) ? Number(text) : textBytes(text))

/** A row with the text of a {@link shortText}. */
interface TextRow {
  readonly json: string
}

interface TextTable<Row> {
  readonly name: string
  /** The column that names a row in its organization. */
  readonly key: string
  readonly keyOf: (row: Row) => string | number
  readonly column: string
  /** The text, where it is not the column alone. */
  readonly text?: string
}

/** Cuts rows into slices of {@link sliceBytesMax}. */
const slicesOf = <Row extends TextRow>(rows: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => {
  const slices: Array<Array<Row>> = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    bytes += bytesOf(row.json)
    if (bytes > sliceBytesMax) {
      slices.push([])
      bytes = bytesOf(row.json)
    }
    slices.at(-1)?.push(row)
  }
  return slices
}

/** Ends a page of a table at `pageBytesMax` and reads its long texts. A row that is gone by then is left out. */
export const longTexts = <Row extends TextRow>(
  sql: SqlClient,
  { column, key, keyOf, name, text = column }: TextTable<Row>
) => {
  const read = SqlSchema.findAll({
    Request: Schema.Struct({
      organizationId: Schema.String,
      keys: Schema.Array(Schema.Union([Schema.String, Schema.Int]))
    }),
    Result: Schema.Struct({ text_key: Schema.Union([Schema.String, Schema.Int]), json: Schema.String }),
    execute: ({ keys, organizationId }) => sql`
      SELECT ${sql(key)} AS text_key, ${sql.literal(text)} AS json FROM ${sql(name)}
      WHERE organization_id = ${organizationId} AND ${sql.in(key, keys)}`
  })

  const fill = Effect.fnUntraced(function* (organizationId: string, found: FoundRows<Row>) {
    const page = withinBytes(found, ({ json }) => bytesOf(json))
    const long = page.rows.flatMap(({ row }) => (isSize(row.json) ? [row] : []))
    const texts = new Map<string | number, string>()
    for (const slice of slicesOf(long)) {
      yield* Effect.yieldNow
      for (const { json, text_key } of yield* read({ organizationId, keys: slice.map(keyOf) }))
        texts.set(text_key, json)
    }
    yield* Effect.yieldNow
    const whole = page.rows.flatMap(({ position, row }) => {
      const json = isSize(row.json) ? texts.get(keyOf(row)) : row.json
      return json === undefined ? [] : [{ position, row: { ...row, json } }]
    })
    // The row of look-ahead may stand for one that is gone.
    const isShorter = whole.length < page.rows.length
    const lookedTo = page.lookedTo ?? (isShorter ? page.rows.at(-1)?.position : undefined)
    const answer: FoundRows<Row> = { rows: whole, lookedTo }
    return answer
  })

  return (organizationId: string, found: FoundRows<Row>) => {
    let length = 0
    for (const { row } of found.rows) {
      if (isSize(row.json)) return fill(organizationId, found)
      length += row.json.length
    }
    return length > sliceBytesMax ? Effect.as(Effect.yieldNow, found) : Effect.succeed(found)
  }
}
