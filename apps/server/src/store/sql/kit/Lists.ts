/**
 * Pages of lists: by a range of the key, by filters (decisions, Filters), and of rows with long texts.
 *
 * A filtered page reads one index in the order of the list, that of its leading filter. The statement checks the other filters row by row, for
 * {@link lookedMax} rows at most. The page reads the rows in slices, and the process answers other requests between two slices.
 */
import { readWrittenPosition, sinceMs, writtenPosition } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import {
  type FoundRows,
  lookAhead,
  lookedMax,
  type PageRequest,
  shortTextBytesMax,
  withinBytes
} from "@partner-api/domain/Pagination"
import { textBytes } from "@partner-api/service/store/TextBytes"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { allRows, firstRow } from "./Rows.ts"

/**
 * The limit of a query, as an expression. SQLite chooses a plan by a bare value after `LIMIT`, and prepares the statement again for each value, which takes as
 * long as a page of ten rows. It does not do so for an expression. The queries here have one plan for every limit.
 */
export const limitClause = (sql: SqlClient, count: number): Fragment => sql`LIMIT ${count} + 0`

/**
 * The table, and on SQLite the index that the statement reads. SQLite has no statistics here, so it would choose the key and read all rows of the organization
 * for the few that match. PostgreSQL chooses the index itself.
 */
export const indexedTable = (sql: SqlClient, table: string, index: string) =>
  sql.onDialectOrElse({
    sqlite: () => sql`${sql(table)} INDEXED BY ${sql(index)}`,
    orElse: () => sql`${sql(table)}`
  })

/** The SQL of a text member of stored JSON. The column has the type text: PostgreSQL needs a cast, which SQLite reads in another way. */
export const jsonText = (sql: SqlClient, member: string, json = "json") =>
  sql.literal(
    sql.onDialectOrElse({
      sqlite: () => `${json} ->> '${member}'`,
      orElse: () => `CAST(${json} AS JSON) ->> '${member}'`
    })
  )

// Slices of a whole table, for readers of all rows. The process answers other requests between two slices. A concurrent insert or delete may hide a row.

/** The rows of one statement: to read and decode them takes less than 10 ms, where each has 3 KB of JSON. */
const largeRowsMax = 50

/** The rows of one statement where each has some hundred bytes. */
export const smallRowsMax = 250

/** Reads all rows by statements that end with `slice`, and makes a value of each row. */
export const inSlices = Effect.fnUntraced(function* <Row, A, E, R>(
  read: (slice: string) => Effect.Effect<ReadonlyArray<Row>, E, R>,
  make: (row: Row) => A,
  sliceMax = largeRowsMax
) {
  const all: Array<A> = []
  for (;;) {
    const rows = yield* read(`LIMIT ${sliceMax} OFFSET ${all.length}`)
    for (const row of rows) all.push(make(row))
    if (rows.length < sliceMax) return all
    yield* Effect.yieldNow
  }
})

// Pages by the key: a range of the key in ascending order, with one row of look-ahead.

const Request = Schema.Struct({ organizationId: Schema.String, after: Schema.String, count: Schema.Int })

/** Pages of a table whose key is (organization_id, id). Identifiers are never empty, so nothing comes before "". */
export const keysetPage = <Row extends Schema.Top>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string; readonly row: Row }
) => {
  const columns = sql.literal(table.columns)
  const find = SqlSchema.findAll({
    Request,
    Result: table.row,
    execute: ({ organizationId, after, count }) => sql`
      SELECT ${columns} FROM ${sql(table.name)} WHERE organization_id = ${organizationId} AND id > ${after}
      ORDER BY id ${limitClause(sql, count)}`
  })
  return (organizationId: OrganizationId | "", { after, limit }: PageRequest) =>
    find({ organizationId, after: after ?? "", count: lookAhead(limit) })
}

// Pages by filters.

/** The columns of the place of a row in both orders of a list: by id, and by the last write. */
export const placeColumns = { place_id: Schema.String, place_ms: Schema.Int }
/** The SQL of {@link placeColumns}. */
export const placed = "id AS place_id, written_at_ms AS place_ms"

/**
 * The rows that one statement checks. SQLite blocks the process for less than 8 ms with them, however long their texts are. PostgreSQL is another process,
 * for which fewer statements cost less.
 */
const sliceRowsOf = (sql: SqlClient): number => sql.onDialectOrElse({ sqlite: () => 400, orElse: () => 1_000 })

interface Place {
  readonly place_id: string
  readonly place_ms: number
}
const Place = Schema.Struct(placeColumns)
const placeRow = firstRow(Place)

/**
 * A condition that reads one range of an index, in the order of the list. The index is named, because SQLite would rather walk
 * through all rows in that order; one that is unique needs no name.
 */
export interface IndexCondition {
  readonly condition: Fragment
  readonly index?: string
}

/** The conditions of a filtered page: the leading one reads an index, the others check its rows. */
export interface FilterPlan {
  /** The condition that reads the index; or several, of which a row meets one at most. */
  readonly lead: Arr.NonEmptyReadonlyArray<IndexCondition>
  /** The conditions that the rows of an organization must meet beside it; with several leads, none. */
  readonly also: ReadonlyArray<(organizationId: string) => Fragment>
  /** The first moment, in milliseconds since 1970, where the list has the order of last writes. */
  readonly sinceMs: number | undefined
}

/** The values of the filters of a list. */
export interface FilterInput {
  readonly leads: ReadonlyArray<IndexCondition>
  readonly choice: { readonly column: string; readonly values: ReadonlyArray<string> } | undefined
  readonly updated_since: string | undefined
}

/** The condition that a column has one of several values, with its index. */
export const chosenBy = (
  sql: SqlClient,
  table: string,
  { column, values }: NonNullable<FilterInput["choice"]>
): IndexCondition => ({
  condition: sql`${sql(column)} IN ${sql.in(values)}`,
  index: `${table}_${column}`
})

/**
 * The check of a condition for a row of another index. SQLite checks it in the index of the condition, because a row has its columns behind a text that may be
 * long. PostgreSQL stores long texts apart.
 */
export const meets =
  (sql: SqlClient, table: string, { condition, index }: IndexCondition) =>
  (organizationId: string): Fragment =>
    sql.onDialectOrElse({
      sqlite: () =>
        index === undefined
          ? condition
          : sql`EXISTS (SELECT 1 FROM ${sql(table)} AS same INDEXED BY ${sql(index)}
        WHERE same.organization_id = ${organizationId} AND ${condition} AND same.id = ${sql(table)}.id)`,
      orElse: () => sql`COALESCE(${condition}, FALSE)`
    })

/**
 * The plan for filters. The first of `leads` reads its index: each is an equation whose column the index has before the id. Without a lead, the choice of
 * values reads its index. With `updated_since`, the index of last writes is read, and all other filters check its rows. `table` has an index for each filter,
 * with the name of its column.
 */
export const filterPlanOf = (
  sql: SqlClient,
  { choice, leads, table, updated_since }: FilterInput & { readonly table: string }
): FilterPlan => {
  const all = leads.map((lead) => meets(sql, table, lead))
  const chosen = choice === undefined ? [] : [meets(sql, table, chosenBy(sql, table, choice))]
  if (updated_since !== undefined) {
    const lead: IndexCondition = { condition: sql`TRUE`, index: `${table}_written` }
    return { lead: [lead], also: [...all, ...chosen], sinceMs: sinceMs(updated_since) }
  }
  const [first] = leads
  if (first !== undefined) return { lead: [first], also: [...all.slice(1), ...chosen], sinceMs: undefined }
  const each = [...new Set(choice?.values)].map((value): IndexCondition => ({
    condition: sql`${sql(choice?.column ?? "")} = ${value}`,
    index: `${table}_${choice?.column}`
  }))
  const lead: Arr.NonEmptyReadonlyArray<IndexCondition> = Arr.isReadonlyArrayNonEmpty(each)
    ? each
    : [{ condition: sql`TRUE` }]
  return { lead, also: [], sinceMs: undefined }
}

/** The rows of a lead that are chosen. */
interface RowsChoice {
  readonly conditions: ReadonlyArray<Fragment>
  /** Whether some conditions are checks of other indexes. */
  readonly hasChecks: boolean
  readonly order: Fragment
  readonly count: number
}

/** The statements of a page. */
const pageStatements = (sql: SqlClient, table: { readonly name: string; readonly columns: string }) => {
  const name = sql(table.name)
  const sliceRows = sliceRowsOf(sql)
  const columns = sql.literal(`${placed}, ${table.columns}`)
  const rangeOf = (organizationId: string, { sinceMs }: FilterPlan, after: string | undefined): Fragment => {
    const organization = sql`organization_id = ${organizationId}`
    if (sinceMs === undefined) return after === undefined ? organization : sql`${organization} AND id > ${after}`
    if (after === undefined) return sql`${organization} AND written_at_ms >= ${sinceMs}`
    const { id, writtenAtMs } = readWrittenPosition(after)
    return sql`${organization} AND (written_at_ms, id) > (${writtenAtMs}, ${id})`
  }
  const orderOf = ({ sinceMs }: FilterPlan) => sql.literal(sinceMs === undefined ? "id" : "written_at_ms, id")
  const upTo = ({ sinceMs }: FilterPlan, { place_id, place_ms }: Place): Fragment =>
    sinceMs === undefined ? sql`id <= ${place_id}` : sql`(written_at_ms, id) <= (${place_ms}, ${place_id})`

  const from = ({ index }: IndexCondition) => (index === undefined ? name : indexedTable(sql, table.name, index))

  /**
   * The first rows of a lead that meet conditions. SQLite would read each row that a check refuses, with its long text, so a statement that reads indexes alone
   * chooses the ids. PostgreSQL stores long texts apart.
   */
  const rows = (
    organizationId: string,
    lead: IndexCondition,
    { conditions, hasChecks, order, count }: RowsChoice
  ): Fragment => {
    const limited = sql`FROM ${from(lead)} WHERE ${sql.and(conditions)} ORDER BY ${order} ${limitClause(sql, count)}`
    const direct = () => sql`SELECT ${columns} ${limited}`
    return sql.onDialectOrElse({
      sqlite: () =>
        hasChecks
          ? sql`SELECT ${columns} FROM (SELECT id AS chosen_id ${limited}) AS chosen
              CROSS JOIN ${name} ON organization_id = ${organizationId} AND id = chosen_id ORDER BY ${order}`
          : direct(),
      orElse: direct
    })
  }

  return {
    sliceRows,
    /** The place of the last row of a slice; none where fewer rows are left. */
    bound: (organizationId: string, plan: FilterPlan, after: string | undefined) => sql`
      SELECT id AS place_id, ${sql.literal(plan.sinceMs === undefined ? "0" : "written_at_ms")} AS place_ms FROM ${from(plan.lead[0])}
      WHERE ${rangeOf(organizationId, plan, after)} AND ${plan.lead[0].condition}
      ORDER BY ${orderOf(plan)} LIMIT 1 OFFSET ${sliceRows - 1}`,
    page: (
      organizationId: string,
      plan: FilterPlan,
      { after, limit }: PageRequest,
      bound: Option.Option<Place>
    ): Fragment => {
      const count = lookAhead(limit)
      const [first, ...more] = Arr.map(plan.lead, (lead) => {
        const conditions = [
          rangeOf(organizationId, plan, after),
          lead.condition,
          ...plan.also.map((condition) => condition(organizationId)),
          ...Option.match(bound, { onNone: () => [], onSome: (place) => [upTo(plan, place)] })
        ]
        return rows(organizationId, lead, {
          conditions,
          hasChecks: plan.also.length > 0,
          order: orderOf(plan),
          count
        })
      })
      return more.length === 0
        ? first
        : sql`${more.reduce(
            (all, one) => sql`${all} UNION ALL SELECT * FROM (${one}) AS part`,
            sql`SELECT * FROM (${first}) AS part`
          )} ORDER BY place_id ${limitClause(sql, count)}`
    }
  }
}

/** Reads pages of a table by a {@link FilterPlan}. `show` makes the result of a row. */
export const filteredPage = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const statements = pageStatements(sql, table)
  const resultRows = allRows(result)
  return Effect.fnUntraced(function* (organizationId: OrganizationId, plan: FilterPlan, request: PageRequest) {
    const positionOf = ({ place_id, place_ms }: Place) =>
      plan.sinceMs === undefined ? place_id : writtenPosition({ writtenAtMs: place_ms, id: place_id })
    const boundAfter = (after: string | undefined) =>
      plan.also.length === 0 ? Effect.succeedNone : placeRow(statements.bound(organizationId, plan, after))
    const found: Array<Row> = []
    let { after } = request
    for (let passed = 0; passed < lookedMax; passed += statements.sliceRows) {
      const bound = yield* boundAfter(after)
      const slice = { after, limit: request.limit - found.length }
      found.push(...(yield* resultRows(sql`${statements.page(organizationId, plan, slice, bound)}`)))
      after = Option.getOrUndefined(Option.map(bound, positionOf))
      if (after === undefined || found.length >= lookAhead(request.limit)) break
      yield* Effect.yieldNow
    }
    const rows = found.map((row) => ({ position: positionOf(row), row: show(row) }))
    const answer: FoundRows<Shown> = { rows, lookedTo: after }
    return answer
  })
}

// Long texts. A statement chooses the rows of a page, with {@link shortText} as its column: the text of a row where it is short, its size where it is long. So
// no statement reads a text that exceeds `pageBytesMax` (decisions, Lists). {@link longTexts} ends the page at that bound and reads its long texts, in slices.
// The process answers other requests between two slices, and before it answers a large page.

/** The bytes of long texts that one statement reads; a longer text is read alone. SQLite takes 1.5 ms for it where no character is ASCII. */
const sliceBytesMax = 262_144

/**
 * The column of a stored JSON text: the text where it is short, its number of bytes where it is long. Neither engine reads a long text for its size.
 * `text` is an expression of the column and others; it has the columns behind the text, because SQLite reads a long text to reach them.
 */
export const shortText = (column: string, text = column): string =>
  `CASE WHEN octet_length(${column}) > ${shortTextBytesMax} THEN CAST(octet_length(${column}) AS TEXT) ELSE ${text} END AS ${column}`

const nine = "9".charCodeAt(0)

/** Whether the value of a {@link shortText} is a size: a number begins with a digit, stored JSON with a bracket. */
const isSize = (text: string): boolean => text.charCodeAt(0) <= nine

/** The bytes of the text of a {@link shortText}, from the text or from its size. */
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
  /** The condition of the rows among which the key names one; all rows of the organization without it. */
  readonly among?: Fragment
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

/** Ends a page of a table at `pageBytesMax` and reads its long texts. Leaves out a row that was removed meanwhile. */
export const longTexts = <Row extends TextRow>(
  sql: SqlClient,
  { among = sql`TRUE`, column, key, keyOf, name, text = column }: TextTable<Row>
) => {
  const read = SqlSchema.findAll({
    Request: Schema.Struct({
      organizationId: Schema.String,
      keys: Schema.Array(Schema.Union([Schema.String, Schema.Int]))
    }),
    Result: Schema.Struct({ text_key: Schema.Union([Schema.String, Schema.Int]), json: Schema.String }),
    execute: ({ keys, organizationId }) => sql`
      SELECT ${sql(key)} AS text_key, ${sql.literal(text)} AS json FROM ${sql(name)}
      WHERE organization_id = ${organizationId} AND ${among} AND ${sql.in(key, keys)}`
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
    // The page has lost a row, so the look-ahead row may be within the limit: `lookedTo` keeps the next page.
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
