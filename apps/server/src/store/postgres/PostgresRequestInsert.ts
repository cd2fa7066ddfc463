/**
 * {@link RequestInsert} on PostgreSQL: all rows are one parameter. As parameters of their own they would cost the driver ten times as much.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { RequestInsert, type InsertedIds } from "../sql/RequestInsert.ts"
import { valuesOf, writtenColumns } from "../sql/RequestLogRow.ts"

const names = writtenColumns.map(([name]) => name).join(", ")
const members = writtenColumns.map(([, type], index) => `CAST(request ->> ${index} AS ${type})`).join(", ")

export const layer = Layer.effect(
  RequestInsert,
  Effect.map(SqlClient, (sql) =>
    RequestInsert.of((requests) => {
      const rows = JSON.stringify(requests.map(valuesOf))
      // What is lost with the machine are the last milliseconds of a log.
      return sql`SET LOCAL synchronous_commit = off`.pipe(
        Effect.andThen(sql<InsertedIds>`
          WITH inserted AS (
            INSERT INTO logged_requests (${sql.literal(names)})
            SELECT ${sql.literal(members)}
            FROM json_array_elements(CAST(CAST(${rows} AS TEXT) AS JSON)) WITH ORDINALITY AS given (request, place)
            ORDER BY place
            RETURNING id
          ) SELECT min(id) AS first, max(id) AS last FROM inserted`),
        Effect.map(([ids = { first: 0, last: 0 }]) => ids)
      )
    })
  )
)
