/**
 * Pages of a list that is searched in the order of last writes (decisions, Filters). The index of that order leads, and its records are
 * looked at one by one.
 */
import { readWrittenPosition, writtenPosition } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import type * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { placed } from "./FilteredPage.ts"
import { indexedTable } from "./IndexedTable.ts"
import type { SearchLookup } from "./SearchedPage.ts"
import { type Place, slicedPage, type SlicedRecords } from "./SearchSlices.ts"

/** Pages of a table by a search, of what was written since a moment, in milliseconds since 1970. */
export const searchedWrites = <Row extends Place, Shown>(
  sql: SqlClient,
  table: { readonly name: string; readonly columns: string },
  result: Schema.Codec<Row, unknown>,
  show: (row: Row) => Shown
) => {
  const page = slicedPage(sql, table, result, show)
  const id = sql`${sql(table.name)}.id`

  const recordsOf = (organizationId: string, sinceMs: number, { also, search }: SearchLookup): SlicedRecords => ({
    from: indexedTable(sql, table.name, `${table.name}_written`),
    place: sql.literal(placed),
    order: sql`written_at_ms, id`,
    placeOrder: sql`place_ms, place_id`,
    after: (position) => {
      const organization = sql`organization_id = ${organizationId}`
      if (position === undefined) return sql`${organization} AND written_at_ms >= ${sinceMs}`
      const place = readWrittenPosition(position)
      return sql`${organization} AND (written_at_ms, id) > (${place.writtenAtMs}, ${place.id})`
    },
    upTo: ({ place_id, place_ms }) => sql`(written_at_ms, id) <= (${place_ms}, ${place_id})`,
    positionOf: ({ place_id, place_ms }) => writtenPosition({ writtenAtMs: place_ms, id: place_id }),
    met: [search.isMetBy(id), ...also(id)],
    bytes: sql`${search.words.length} * ${search.bytesOf(id)}`
  })

  return (organizationId: OrganizationId, sinceMs: number, lookup: SearchLookup, request: PageRequest) =>
    page(organizationId, recordsOf(organizationId, sinceMs, lookup), request)
}
