/**
 * {@link JobPages} in a table. The statements of pages without a filter are the engine's own; they take an organization, an id and a count, and
 * give rows of an id and the stored JSON.
 */
import { Job } from "@partner-api/domain/Job"
import { JobPages } from "@partner-api/service/store/JobPages"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { filteredJobs } from "./FilteredJobs.ts"
import { ReadSql } from "./ReadSql.ts"
import { storedResource } from "./StoredResource.ts"
import { orStoreError } from "./StoreError.ts"

/** A text that is no job is answered to nobody. */
const decodeJob = Schema.decodeUnknownResult(storedResource(Job))

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
      const [oneSql] = sql`SELECT json FROM jobs WHERE organization_id = ${""} AND id = ${""}`.compile()
      const readOne = sql.prepared(oneSql)
      return JobPages.of({
        one: (organizationId, id) =>
          orStoreError(
            Effect.flatMap(readOne([organizationId, id]), ([row]) =>
              row === undefined
                ? Effect.succeedNone
                : Effect.fromResult(
                    Result.map(decodeJob(row[0]), ({ status }) =>
                      Option.some({ id, json: String(row[0]), ...(status === undefined ? {} : { status }) })
                    )
                  )
            )
          ),
        after: reading(pageSql),
        shownToAgenciesAfter: reading(agencyPageSql),
        filtered: filteredJobs(sql)
      })
    })
  )
