/**
 * {@link JobPages} on SQLite: one prepared statement on the reading connection, rows as arrays.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { JobPages } from "../JobPages.ts"
import { orStoreError } from "../StoreError.ts"
import { SqliteReader } from "./SqliteClient.ts"
import { toSqlError } from "./SqliteConnection.ts"

/** The page query: a range of the clustered key, read forward. */
export const pageSql = "SELECT id, json FROM jobs WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?"

export const layer: Layer.Layer<JobPages, never, SqliteReader> = Layer.effect(
  JobPages,
  Effect.gen(function* () {
    const db = yield* SqliteReader
    // Prepared once the tables are there. Rows as arrays: objects cost more than the query.
    const statement = yield* Effect.cached(
      Effect.sync(() => {
        const prepared = db.prepare(pageSql)
        prepared.setReturnArrays(true)
        return prepared
      })
    )
    return JobPages.of({
      after: (organizationId, after, count) =>
        orStoreError(
          Effect.flatMap(statement, (prepared) =>
            Effect.try({
              try: () =>
                prepared.all(organizationId, after, count).map((row) => ({ id: String(row[0]), json: String(row[1]) })),
              catch: (cause) => toSqlError(cause, "JobPages.after")
            })
          )
        )
    })
  })
)
