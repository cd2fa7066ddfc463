/**
 * When each client has sent the newest of its requests that the log has. The notes of the blocks lead to the newest block of the client, of which a part is
 * read: some hundred microseconds for each client.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { requestsPerBlock } from "../migrations/0018RequestLog.ts"

/** Finds when these clients have sent their newest requests, in milliseconds since 1970. A client without a request in the log is left out. */
export const makeLastRequests = (sql: SqlClient) => {
  const newest = SqlSchema.findOneOption({
    Request: Schema.String,
    Result: Schema.Struct({ at_ms: Schema.Int }),
    execute: (clientId) => {
      const block = sql`(SELECT max(block) FROM request_zones WHERE kind = 'client' AND name = ${clientId})`
      return sql`
        SELECT at_ms FROM logged_requests
        WHERE id >= ${block} * ${sql.literal(String(requestsPerBlock))}
          AND id < (${block} + 1) * ${sql.literal(String(requestsPerBlock))} AND client_id = ${clientId}
        ORDER BY id DESC LIMIT 1`
    }
  })
  return (clientIds: ReadonlyArray<ClientId>) =>
    Effect.map(
      Effect.forEach(clientIds, (clientId) =>
        Effect.map(
          newest(clientId),
          Option.map(({ at_ms }) => [clientId, at_ms] as const)
        )
      ),
      (rows): ReadonlyMap<ClientId, number> => new Map(rows.flatMap(Option.toArray))
    )
}
