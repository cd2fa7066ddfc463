/**
 * The one query behind every list that goes through schemas: a range of the key, read forward, with one row of look-ahead.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { atMost } from "./AtMost.ts"

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
      ORDER BY id ${atMost(sql, count)}`
  })
  return (organizationId: OrganizationId | "", { after, limit }: PageRequest) =>
    find({ organizationId, after: after ?? "", count: lookAhead(limit) })
}
