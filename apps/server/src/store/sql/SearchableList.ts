/**
 * Pages of a list that is filtered and searched, on either engine (decisions, Filters). A search leads before a choice, and follows
 * whatever else leads.
 */
import { sinceMs } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type Asked, chosenBy, filteredPage, lookupBy, meets } from "./FilteredPage.ts"
import { requireIndexed } from "./SearchBacklog.ts"
import { searchedPage } from "./SearchedPage.ts"
import { searchedWrites } from "./SearchedWrites.ts"
import { searchFor, type SearchKind } from "./SearchWords.ts"

/** A value of a column that an index has before the id. */
interface Indexed {
  readonly column: string
  readonly values: ReadonlyArray<string>
}

/** What is asked of a list. */
export interface ListAsked extends Asked {
  readonly q: string | undefined
  /** The rows that the caller is not shown. */
  readonly hidden?: Indexed
}

/** The pages of a table. */
export const searchableList = <Row extends { readonly place_id: string; readonly place_ms: number }, Shown>(
  sql: SqlClient,
  table: { readonly name: Exclude<SearchKind, "agencies">; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const byFilter = filteredPage(sql, table, result, show)
  const bySearch = searchedPage(sql, table, result, show)
  const byWrites = searchedWrites(sql, table, result, show)

  /** Whether the index of a column has the record with an id at one of the values. The row itself, which may be long, is not read. */
  const isIndexed = (organizationId: string, { column, values }: Indexed, id: Fragment): Fragment => {
    const same = sql.onDialectOrElse({
      sqlite: () => sql`${sql(table.name)} AS same INDEXED BY ${sql(`${table.name}_${column}`)}`,
      orElse: () => sql`${sql(table.name)} AS same`
    })
    return sql`COALESCE((SELECT TRUE FROM ${same} WHERE same.organization_id = ${organizationId}
      AND same.${sql(column)} IN ${sql.in(values)} AND same.id = ${id}), FALSE)`
  }

  /** The same conditions as those of a filter, for the record with an id. */
  const conditionsOf =
    (organizationId: string, { choice, hidden, leads }: ListAsked) =>
    (id: Fragment): ReadonlyArray<Fragment> => [
      ...leads.map(
        ({ condition }) =>
          sql`${id} IN (SELECT id FROM ${sql(table.name)} WHERE organization_id = ${organizationId} AND ${condition})`
      ),
      ...(choice === undefined ? [] : [isIndexed(organizationId, choice, id)]),
      ...(hidden === undefined ? [] : [sql`NOT ${isIndexed(organizationId, hidden, id)}`])
    ]

  return Effect.fnUntraced(function* (organizationId: OrganizationId, asked: ListAsked, request: PageRequest) {
    const { hidden, leads, q, updated_since } = asked
    const isHidden = hidden === undefined ? undefined : meets(sql, table.name, chosenBy(sql, table.name, hidden))
    const shown = isHidden === undefined ? [] : [(organization: string) => sql`NOT ${isHidden(organization)}`]
    const { also, ...lookup } = lookupBy(sql, { ...asked, table: table.name })
    if (q === undefined) return yield* byFilter(organizationId, { ...lookup, also: [...also, ...shown] }, request)
    yield* requireIndexed(sql, table.name, organizationId)
    const search = searchFor(sql, table.name, organizationId, q)
    const searched = { search, also: conditionsOf(organizationId, asked) }
    if (updated_since !== undefined) return yield* byWrites(organizationId, sinceMs(updated_since), searched, request)
    if (leads.length === 0) return yield* bySearch(organizationId, searched, request)
    // A row at most has such a name.
    const isMet = search.isMetBy(sql`${sql(table.name)}.id`)
    return yield* byFilter(organizationId, { ...lookup, also: [...also, ...shown, () => isMet] }, request)
  })
}
