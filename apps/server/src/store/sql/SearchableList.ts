/**
 * Pages of a list that is filtered and searched, on either engine (decisions, Filters). A search leads before a choice, and follows
 * whatever else leads.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { type Asked, filteredPage, isChosen, lookupBy, placed } from "./FilteredPage.ts"
import { requireIndexed } from "./SearchBacklog.ts"
import { searchedPage } from "./SearchedPage.ts"
import { searchFor, type SearchKind } from "./SearchWords.ts"

/** What is asked of a list. */
export interface ListAsked extends Asked {
  readonly q: string | undefined
  /** What a row must meet beside the filters, so that the caller is shown it. */
  readonly shown?: Fragment
}

/** The pages of a table. */
export const searchableList = <Row extends { readonly place_id: string; readonly place_ms: number }, Shown>(
  sql: SqlClient,
  table: { readonly name: Exclude<SearchKind, "agencies">; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const byFilter = filteredPage(sql, table, result, show)
  const bySearch = searchedPage(sql, { name: table.name, columns: `${placed}, ${table.columns}` }, result, show)
  return Effect.fnUntraced(function* (organizationId: OrganizationId, asked: ListAsked, request: PageRequest) {
    const { choice, leads, q, updated_since } = asked
    const shown = asked.shown === undefined ? [] : [asked.shown]
    const { also, ...lookup } = lookupBy(sql, { ...asked, table: table.name })
    if (q === undefined) return yield* byFilter(organizationId, { ...lookup, also: [...also, ...shown] }, request)
    yield* requireIndexed(sql, table.name, organizationId)
    const search = searchFor(sql, table.name, organizationId, q)
    if (leads.length === 0 && updated_since === undefined) {
      const chosen = choice === undefined ? [] : [isChosen(sql, choice)]
      return yield* bySearch(organizationId, { search, also: [...chosen, ...shown] }, request)
    }
    return yield* byFilter(
      organizationId,
      { ...lookup, also: [...also, ...shown, search.isMetBy(table.name)] },
      request
    )
  })
}
