/**
 * {@link JobPages} in a table. The statements of pages without a filter are the engine's own; they take an organization, an id and a count, and
 * give rows of an id and the stored JSON.
 */
import { JobPages } from "@partner-api/service/store/JobPages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { filteredJobs } from "./FilteredJobs.ts"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

export interface JobPageStatements {
  readonly pageSql: string
  /** The same for an agency, without drafts. */
  readonly agencyPageSql: string
}

/** The pages of an engine. */
export const layerOf = ({ agencyPageSql, pageSql }: JobPageStatements): Layer.Layer<JobPages, never, ReadSql> =>
  Layer.effect(
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
