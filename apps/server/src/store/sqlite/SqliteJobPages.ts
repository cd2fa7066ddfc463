/**
 * {@link JobPages} on SQLite: prepared statements on the reading connection.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type JobPage, JobPages } from "@partner-api/service/store/JobPages"
import { filteredJobs } from "../sql/FilteredJobs.ts"
import { ReadSql } from "../sql/ReadSql.ts"
import { orStoreError } from "../sql/StoreError.ts"
import { SqliteReader } from "./SqliteClient.ts"
import { toSqlError } from "./SqliteConnection.ts"

const noJobs: JobPage = { items: "", count: 0, nextAfter: undefined }

/** The page query: a range of the clustered key, read forward. */
export const pageSql = "SELECT id, json FROM jobs WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?"

/**
 * The page query of an agency: a range of the index that holds no drafts. The index is named, because SQLite would rather read the
 * clustered key and pass every draft on the way.
 */
export const agencyPageSql =
  "SELECT id, json FROM jobs INDEXED BY jobs_shown_to_agencies " +
  "WHERE organization_id = ? AND id > ? AND status IS DISTINCT FROM 'DRAFT' ORDER BY id LIMIT ?"

/**
 * A page whose jobs SQLite joins: bytes that go to the answer as they are cost half of what a row for each job costs. The rows come in the
 * order of the page query, and are joined in that order.
 */
const joined = (page: string): string =>
  `SELECT CAST(group_concat(json, ',') AS BLOB), count(*), max(id) FROM (${page})`

export const layer: Layer.Layer<JobPages, never, SqliteReader | ReadSql> = Layer.effect(
  JobPages,
  Effect.gen(function* () {
    const db = yield* SqliteReader

    const prepare = (sql: string) => {
      const prepared = db.prepare(sql)
      prepared.setReturnArrays(true)
      return prepared
    }

    const reading = Effect.fnUntraced(function* (sql: string, operation: string) {
      // Prepared once the tables are there.
      const statements = yield* Effect.cached(Effect.sync(() => ({ page: prepare(joined(sql)), rest: prepare(sql) })))
      const read: JobPages["Service"]["all"] = (organizationId, { after, limit }) =>
        orStoreError(
          Effect.flatMap(statements, ({ page, rest }) =>
            Effect.try({
              try: (): JobPage => {
                const found = page.get(organizationId, after ?? "", limit)
                const [items, count, last] = Array.isArray(found) ? found : []
                if (!(items instanceof Uint8Array)) return noJobs
                // Only a full page can have another one after it.
                const hasNext = count === limit && rest.get(organizationId, last, 1) !== undefined
                return { items, count: Number(count), nextAfter: hasNext ? String(last) : undefined }
              },
              catch: (cause) => toSqlError(cause, operation)
            })
          )
        )
      return read
    })

    return JobPages.of({
      all: yield* reading(pageSql, "JobPages.all"),
      shownToAgencies: yield* reading(agencyPageSql, "JobPages.shownToAgencies"),
      filtered: filteredJobs(yield* ReadSql)
    })
  })
)
