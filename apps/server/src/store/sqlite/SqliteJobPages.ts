/**
 * {@link JobPages} on SQLite: prepared statements on the reading connection, rows as arrays.
 */
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import { JobPages } from "@partner-api/service/store/JobPages"
import { filteredJobs } from "../sql/FilteredJobs.ts"
import { ReadSql } from "../sql/ReadSql.ts"
import { orStoreError } from "../sql/StoreError.ts"
import { timedRead } from "../sql/TimedReads.ts"
import { SqliteReader } from "./SqliteClient.ts"
import { toSqlError } from "./SqliteConnection.ts"

/** The page query: a range of the clustered key, read forward. */
export const pageSql = "SELECT id, json FROM jobs WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?"

/**
 * The page query of an agency: a range of the index that holds no drafts. The index is named, because SQLite would rather read the
 * clustered key and pass every draft on the way.
 */
export const agencyPageSql =
  "SELECT id, json FROM jobs INDEXED BY jobs_shown_to_agencies " +
  "WHERE organization_id = ? AND id > ? AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT ?"

export const layer: Layer.Layer<JobPages, never, SqliteReader | ReadSql> = Layer.effect(
  JobPages,
  Effect.gen(function* () {
    const db = yield* SqliteReader
    const timed = (yield* timedRead) ?? identity

    const reading = Effect.fnUntraced(function* (sql: string, operation: string) {
      // Prepared once the tables are there. Rows as arrays: objects cost more than the query.
      const statement = yield* Effect.cached(
        Effect.sync(() => {
          const prepared = db.prepare(sql)
          prepared.setReturnArrays(true)
          return prepared
        })
      )
      const read: JobPages["Service"]["after"] = (organizationId, after, count) =>
        orStoreError(
          Effect.flatMap(statement, (prepared) =>
            timed(
              Effect.try({
                try: () =>
                  prepared
                    .all(organizationId, after, count)
                    .map((row) => ({ id: String(row[0]), json: String(row[1]) })),
                catch: (cause) => toSqlError(cause, operation)
              })
            )
          )
        )
      return read
    })

    return JobPages.of({
      after: yield* reading(pageSql, "JobPages.after"),
      shownToAgenciesAfter: yield* reading(agencyPageSql, "JobPages.shownToAgenciesAfter"),
      filtered: filteredJobs(yield* ReadSql)
    })
  })
)
