/**
 * {@link JobPages} on PostgreSQL: rows as arrays, which is what the driver decodes fastest.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { JobPages } from "@partner-api/service/store/JobPages"
import { filteredJobs } from "../sql/FilteredJobs.ts"
import { orStoreError } from "../sql/StoreError.ts"

/** The page query: a range of the primary key, read forward. */
const pageSql = "SELECT id, json FROM jobs WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3"

/** The page query of an agency: a range of the index that holds no drafts. */
const agencyPageSql =
  "SELECT id, json FROM jobs WHERE organization_id = $1 AND id > $2 AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT $3"

export const layer = Layer.effect(
  JobPages,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const reading =
      (text: string): JobPages["Service"]["after"] =>
      (organizationId, after, count) =>
        orStoreError(
          Effect.map(sql.unsafe(text, [organizationId, after, count]).values, (rows) =>
            rows.map((row) => ({ id: String(row[0]), json: String(row[1]) }))
          )
        )
    return JobPages.of({
      after: reading(pageSql),
      shownToAgenciesAfter: reading(agencyPageSql),
      filtered: filteredJobs(sql)
    })
  })
)
