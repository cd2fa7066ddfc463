/**
 * Pages of filtered lists (decisions, Filters): one filter leads through an index, in the order of the list, and the others are looked at
 * row by row, of which a page passes {@link lookedMax} at most. A page passes them in slices, and the process answers others between two.
 */
import { readWrittenPosition, sinceMs, writtenPosition } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type FoundRows, lookAhead, lookedMax, type PageRequest } from "@partner-api/domain/Pagination"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { atMost } from "./AtMost.ts"
import { indexedTable } from "./IndexedTable.ts"

/** What the rows of a page are read with: their place in both orders. */
export const placeColumns = { place_id: Schema.String, place_ms: Schema.Int }
/** The columns that they are. */
export const placed = "id AS place_id, written_at_ms AS place_ms"

/**
 * The rows that one statement passes. SQLite takes less than 8 ms for them, however long their texts and names are, and answers nobody meanwhile.
 * PostgreSQL works beside the process: fewer statements take it less.
 */
const sliceRowsOf = (sql: SqlClient): number => sql.onDialectOrElse({ sqlite: () => 400, orElse: () => 1_000 })

interface Place {
  readonly place_id: string
  readonly place_ms: number
}
const Place = Schema.Struct(placeColumns)

/**
 * A condition that leads: it reads one range of an index, in the order of the list. The index is named, because SQLite would rather walk
 * through all rows in that order; one that is unique needs no name.
 */
export interface Lead {
  readonly condition: Fragment
  readonly index?: string
}

/** How a filter is looked up. */
export interface Lookup {
  /** The condition that leads; or several, of which a row meets one at most. */
  readonly lead: Arr.NonEmptyReadonlyArray<Lead>
  /** The conditions that the rows of an organization must meet beside it; with several leads, none. */
  readonly also: ReadonlyArray<(organizationId: string) => Fragment>
  /** Where the list has the order of last writes: the first moment, in milliseconds since 1970. */
  readonly sinceMs: number | undefined
}

/** What the filters of a list ask. */
export interface Asked {
  readonly leads: ReadonlyArray<Lead>
  readonly choice: { readonly column: string; readonly values: ReadonlyArray<string> } | undefined
  readonly updated_since: string | undefined
}

/** The condition of one of several values, as an index finds it. */
export const chosenBy = (sql: SqlClient, table: string, { column, values }: NonNullable<Asked["choice"]>): Lead => ({
  condition: sql`${sql(column)} IN ${sql.in(values)}`,
  index: `${table}_${column}`
})

/**
 * Whether a row meets a condition. SQLite reads it from the index that is named: the row has its columns behind a text that may be long. PostgreSQL
 * keeps long texts apart.
 */
export const meets =
  (sql: SqlClient, table: string, { condition, index }: Lead) =>
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
 * How filters are looked up. The first of `leads` leads, each being an equation whose column an index has before the id, and a choice of
 * values where there is none. With `updated_since`, the order of last writes leads and all of them follow. `table` has an index for each,
 * which bears its name.
 */
export const lookupBy = (
  sql: SqlClient,
  { choice, leads, table, updated_since }: Asked & { readonly table: string }
): Lookup => {
  const all = leads.map((lead) => meets(sql, table, lead))
  const chosen = choice === undefined ? [] : [meets(sql, table, chosenBy(sql, table, choice))]
  if (updated_since !== undefined) {
    const lead: Lead = { condition: sql`TRUE`, index: `${table}_written` }
    return { lead: [lead], also: [...all, ...chosen], sinceMs: sinceMs(updated_since) }
  }
  const [first] = leads
  if (first !== undefined) return { lead: [first], also: [...all.slice(1), ...chosen], sinceMs: undefined }
  const each = [...new Set(choice?.values)].map((value): Lead => ({
    condition: sql`${sql(choice?.column ?? "")} = ${value}`,
    index: `${table}_${choice?.column}`
  }))
  const lead: Arr.NonEmptyReadonlyArray<Lead> = Arr.isReadonlyArrayNonEmpty(each) ? each : [{ condition: sql`TRUE` }]
  return { lead, also: [], sinceMs: undefined }
}

/** The statements of a page. */
const pageStatements = (sql: SqlClient, table: { readonly name: string; readonly columns: string }) => {
  const name = sql(table.name)
  const sliceRows = sliceRowsOf(sql)
  const columns = sql.literal(`${placed}, ${table.columns}`)
  const rangeOf = (organizationId: string, { sinceMs }: Lookup, after: string | undefined): Fragment => {
    const organization = sql`organization_id = ${organizationId}`
    if (sinceMs === undefined) return after === undefined ? organization : sql`${organization} AND id > ${after}`
    if (after === undefined) return sql`${organization} AND written_at_ms >= ${sinceMs}`
    const { id, writtenAtMs } = readWrittenPosition(after)
    return sql`${organization} AND (written_at_ms, id) > (${writtenAtMs}, ${id})`
  }
  const orderOf = ({ sinceMs }: Lookup) => sql.literal(sinceMs === undefined ? "id" : "written_at_ms, id")
  const upTo = ({ sinceMs }: Lookup, { place_id, place_ms }: Place): Fragment =>
    sinceMs === undefined ? sql`id <= ${place_id}` : sql`(written_at_ms, id) <= (${place_ms}, ${place_id})`

  const from = ({ index }: Lead) => (index === undefined ? name : indexedTable(sql, table.name, index))

  return {
    sliceRows,
    /** The place of the last row that may be looked at; none where there are fewer. */
    bound: (organizationId: string, lookup: Lookup, after: string | undefined) => sql`
      SELECT id AS place_id, written_at_ms AS place_ms FROM ${from(lookup.lead[0])}
      WHERE ${rangeOf(organizationId, lookup, after)} AND ${lookup.lead[0].condition}
      ORDER BY ${orderOf(lookup)} LIMIT 1 OFFSET ${sliceRows - 1}`,
    page: (
      organizationId: string,
      lookup: Lookup,
      { after, limit }: PageRequest,
      bound: Option.Option<Place>
    ): Fragment => {
      const count = lookAhead(limit)
      const [first, ...more] = Arr.map(lookup.lead, (lead) => {
        const conditions = [
          rangeOf(organizationId, lookup, after),
          lead.condition,
          ...lookup.also.map((condition) => condition(organizationId)),
          ...Option.match(bound, { onNone: () => [], onSome: (place) => [upTo(lookup, place)] })
        ]
        return sql`SELECT ${columns} FROM ${from(lead)} WHERE ${sql.and(conditions)} ORDER BY ${orderOf(lookup)} ${atMost(sql, count)}`
      })
      return more.length === 0
        ? first
        : sql`${more.reduce(
            (all, one) => sql`${all} UNION ALL SELECT * FROM (${one}) AS part`,
            sql`SELECT * FROM (${first}) AS part`
          )} ORDER BY place_id ${atMost(sql, count)}`
    }
  }
}

/** The pages of a table by a filter. */
export const filteredPage = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const statements = pageStatements(sql, table)
  const Request = Schema.Any
  return Effect.fnUntraced(function* (organizationId: OrganizationId, lookup: Lookup, request: PageRequest) {
    const positionOf = ({ place_id, place_ms }: Place) =>
      lookup.sinceMs === undefined ? place_id : writtenPosition({ writtenAtMs: place_ms, id: place_id })
    const boundAfter = (after: string | undefined) =>
      lookup.also.length === 0
        ? Effect.succeedNone
        : SqlSchema.findOneOption({
            Request,
            Result: Place,
            execute: () => statements.bound(organizationId, lookup, after)
          })(undefined)
    const found: Array<Row> = []
    let { after } = request
    for (let passed = 0; passed < lookedMax; passed += statements.sliceRows) {
      const bound = yield* boundAfter(after)
      const slice = { after, limit: request.limit - found.length }
      found.push(
        ...(yield* SqlSchema.findAll({
          Request,
          Result: result,
          execute: () => sql`${statements.page(organizationId, lookup, slice, bound)}`
        })(undefined))
      )
      after = Option.getOrUndefined(Option.map(bound, positionOf))
      if (after === undefined || found.length >= lookAhead(request.limit)) break
      yield* Effect.yieldNow
    }
    const rows = found.map((row) => ({ position: positionOf(row), row: show(row) }))
    const answer: FoundRows<Shown> = { rows, lookedTo: after }
    return answer
  })
}
