/**
 * {@link JobPages} in a table. The statements of pages without a filter are the engine's own; they take an organization, an id and a count, and
 * give rows of an id and the stored JSON.
 */
import { lookAhead } from "@partner-api/domain/Pagination"
import { JobPages } from "@partner-api/service/store/JobPages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { filteredJobs } from "./FilteredJobs.ts"
import { longJobs } from "./LongJobs.ts"
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
      const whole = longJobs(sql)
      const reading = (text: string): JobPages["Service"]["after"] => {
        const read = sql.prepared(text)
        return (organizationId, { after = "", limit }) =>
          orStoreError(
            Effect.flatMap(read([organizationId, after, lookAhead(limit)]), (rows) =>
              whole(organizationId, {
                rows: rows.map((row) => {
                  const id = String(row[0])
                  return { position: id, row: { id, json: String(row[1]) } }
                }),
                lookedTo: undefined
              })
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
