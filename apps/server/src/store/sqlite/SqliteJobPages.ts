/**
 * {@link JobPages} on SQLite.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { JobPages } from "@partner-api/service/store/JobPages"
import { filteredJobs } from "../sql/FilteredJobs.ts"
import { ReadSql } from "../sql/ReadSql.ts"
import { orStoreError } from "../sql/StoreError.ts"

/** The page query: a range of the clustered key, read forward. */
export const pageSql = "SELECT id, json FROM jobs WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?"

/**
 * The page query of an agency: a range of the index that holds no drafts. The index is named, because SQLite would rather read the
 * clustered key and pass every draft on the way.
 */
export const agencyPageSql =
  "SELECT id, json FROM jobs INDEXED BY jobs_shown_to_agencies " +
  "WHERE organization_id = ? AND id > ? AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT ?"

export const layer: Layer.Layer<JobPages, never, ReadSql> = Layer.effect(
  JobPages,
  Effect.map(ReadSql, (sql) => {
    const reading = (text: string): JobPages["Service"]["after"] => {
      const read = sql.prepared(text)
      return (organizationId, after, count) =>
        orStoreError(
          Effect.map(read([organizationId, after, count]), (rows) =>
            rows.map((row) => ({ id: String(row[0]), json: String(row[1]) }))
          )
        )
    }
    return JobPages.of({
      after: reading(pageSql),
      shownToAgenciesAfter: reading(agencyPageSql),
      filtered: filteredJobs(sql)
    })
  })
)
