/**
 * The statements that read deliveries of an endpoint. Each reads a range of an index and ends after as many rows as it gives, or as
 * {@link lookedMax}: an endpoint may have any number of deliveries.
 *
 * SQLite uses an index of a part of the rows only where the statement repeats its condition, such as `status <> 'succeeded'`. It has no statistics, and
 * would rather walk through all rows in their order, so the index is named.
 */
import { eventIdOf } from "@partner-api/domain/EventId"
import { lookAhead, lookedMax } from "@partner-api/domain/Pagination"
import { deliveriesCountedMax, type WebhookDeliveryStatus } from "@partner-api/domain/WebhookDelivery"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { inPieces } from "@partner-api/service/services/Pieces"
import type { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment, Identifier } from "effect/sql/Statement"
import { atMost } from "./AtMost.ts"
import { DeliveryRow, toStored } from "./DeliveryRow.ts"
import { indexedTable } from "./IndexedTable.ts"
import type { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const table = "webhook_deliveries"

type Reads = Pick<DeliveryStore["Service"], "toRetry" | "failed" | "find" | "page" | "count" | "unfinished">

/** The deliveries that stand so, and the table to read them from: there is an index of those that have not succeeded. */
const standing = (sql: SqlClient, status: WebhookDeliveryStatus | undefined) => {
  if (status === undefined) return { from: sql(table), condition: sql`1 = 1` }
  return status === "succeeded"
    ? { from: sql(table), condition: sql`status = 'succeeded'` }
    : {
        from: indexedTable(sql, table, `${table}_status`),
        condition: sql`status = ${status} AND status <> 'succeeded'`
      }
}

/** The deliveries that are tried beside the feed: the feed comes to the others. */
export const isBeside = (sql: SqlClient, position: number): Fragment =>
  sql`(status = 'parked' OR sequence <= ${position})`

export const makeDeliveryLists = (sql: SqlClient, read: ReadSql["Service"]): Reads => {
  const selected = (
    by: SqlClient,
    endpointId: WebhookEndpointId,
    rest: Fragment,
    from: Fragment | Identifier = by(table)
  ) =>
    Effect.flatMap(
      SqlSchema.findAll({
        Request: Schema.Void,
        Result: DeliveryRow,
        execute: () => by`
          SELECT event_id, sequence, type, status, attempts, failures, next_attempt_at_ms, created_at_ms
          FROM ${from} WHERE endpoint_id = ${endpointId} AND ${rest}`
      })(),
      (rows) => inPieces(rows, toStored)
    )

  const before = (after: string | undefined) => (after === undefined ? read`1 = 1` : read`event_id < ${after}`)

  /** The last delivery that a page of those that have succeeded may look at: no index has them alone. */
  const lastLooked = (endpointId: WebhookEndpointId, after: string | undefined) =>
    SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Schema.Struct({ eventId: Schema.String }),
      execute: () => read`SELECT event_id AS "eventId" FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND ${before(after)}
        ORDER BY event_id DESC LIMIT 1 OFFSET ${lookedMax - 1}`
    })()

  const page = Effect.fnUntraced(function* (...[endpointId, { status }, { after, limit }]: Parameters<Reads["page"]>) {
    const last = status === "succeeded" ? yield* lastLooked(endpointId, after) : Option.none()
    const { condition, from } = standing(read, status)
    const conditions = [
      before(after),
      condition,
      ...Option.match(last, { onNone: () => [], onSome: ({ eventId }) => [read`event_id >= ${eventId}`] })
    ]
    const rows = yield* selected(
      read,
      endpointId,
      read`${read.and(conditions)} ORDER BY event_id DESC ${atMost(read, lookAhead(limit))}`,
      from
    )
    return {
      rows: rows.map((row) => ({ position: row.eventId, row })),
      lookedTo: Option.getOrUndefined(Option.map(last, ({ eventId }) => eventId))
    }
  })

  // The order has PostgreSQL read the index. Where many endpoints have such deliveries, it reads the whole table for one that has none: 200 ms.
  const count = (endpointId: WebhookEndpointId, { sequence, status }: Parameters<Reads["count"]>[1]) => {
    const { condition, from } = standing(read, status)
    return SqlSchema.findOne({
      Request: Schema.Void,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: () => read`SELECT count(*) AS count FROM (
        SELECT event_id FROM ${from} WHERE endpoint_id = ${endpointId} AND ${condition}
          AND ${sequence === 0 ? read`1 = 1` : read`event_id > ${eventIdOf(sequence, "")} AND type <> 'ping'`}
        ORDER BY event_id ${atMost(read, deliveriesCountedMax)}
      ) counted`
    })()
  }

  // One look into the index for each. As a condition with EXISTS, PostgreSQL would read all such deliveries.
  const unfinished = (endpointIds: ReadonlyArray<WebhookEndpointId>) =>
    SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ id: WebhookEndpointId }),
      execute: () => read`SELECT id FROM webhook_endpoints WHERE ${read.in("id", endpointIds)} AND (
        SELECT status FROM ${indexedTable(read, table, `${table}_status`)}
        WHERE endpoint_id = webhook_endpoints.id AND status <> 'succeeded' ORDER BY status, event_id LIMIT 1
      ) IS NOT NULL`
    })()

  return {
    unfinished: (endpointIds) =>
      endpointIds.length === 0
        ? Effect.succeed([])
        : orStoreError(Effect.map(unfinished(endpointIds), (rows) => rows.map(({ id }) => id))),
    toRetry: (endpointId, { isPingsOnly, limit, nowMs, position }) =>
      orStoreError(
        selected(
          sql,
          endpointId,
          sql`next_attempt_at_ms IS NOT NULL AND next_attempt_at_ms <= ${nowMs}
            AND ${isPingsOnly ? sql`type = 'ping'` : isBeside(sql, position)}
            ORDER BY next_attempt_at_ms ${atMost(sql, limit)}`
        )
      ),
    failed: (endpointId, { from, limit, position }) =>
      orStoreError(
        selected(
          sql,
          endpointId,
          // The sequence begins the id, so both ends of the range are read from the index: after a recovery of all, none of many may be before the position.
          sql`${standing(sql, "failed").condition} AND event_id > ${eventIdOf(from, "")}
            AND event_id < ${eventIdOf(position + 1, "")} AND type <> 'ping' ORDER BY event_id ${atMost(sql, limit)}`,
          standing(sql, "failed").from
        )
      ),
    find: (endpointId, eventIds) =>
      eventIds.length === 0
        ? Effect.succeed([])
        : orStoreError(selected(sql, endpointId, sql`${sql.in("event_id", eventIds)}`)),
    page: (endpointId, filter, request) => orStoreError(page(endpointId, filter, request)),
    count: (endpointId, of) => orStoreError(Effect.map(count(endpointId, of), (found) => found.count))
  }
}
