/**
 * PostgreSQL counts the actions of the journal. Without their number it takes few entries about a resource to have the actions of a history, and reads
 * and sorts ten thousand entries for a page of a hundred.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { jsonText } from "./Columns.ts"

export const journalStatistics = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.onDialectOrElse({
    sqlite: () => Effect.void,
    orElse: () => Effect.asVoid(sql`CREATE STATISTICS journal_action ON (${jsonText(sql, "action")}) FROM journal`)
  })
)
