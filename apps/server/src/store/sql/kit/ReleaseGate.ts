/**
 * Guards records that servers of a release before would show although they are hidden: they may be written once no such server runs, and from then on none starts.
 */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { raiseFloor, readFloor } from "./SchemaFloor.ts"

/** Whether something may be hidden from here on. */
export interface HidingRelease {
  /** The schema from which on programs hide it. */
  readonly schema: number
  /** The end of the name of the sessions of servers that hide it. */
  readonly mark: string
}

/** Whether no server runs that would show what is hidden. Raises the oldest schema whose programs start; once raised, it stays, and is not read again. */
export const makeMayHide = (sql: SqlClient, { mark, schema }: HidingRelease) => {
  /** On PostgreSQL, servers of several releases run on one database for a while. They name their sessions (`PostgresClient.ts`). */
  const olderServers = sql.onDialectOrElse({
    sqlite: () => Effect.succeed([]),
    orElse: () => sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name LIKE 'partner-api %' AND application_name NOT LIKE ${`%${mark}`} LIMIT 1`
  })

  let isRaised = false
  return Effect.gen(function* () {
    if (isRaised) return true
    if ((yield* readFloor(sql)) >= schema) {
      isRaised = true
      return true
    }
    if ((yield* olderServers).length > 0) return false
    yield* raiseFloor(sql, schema)
    return true
  })
}
