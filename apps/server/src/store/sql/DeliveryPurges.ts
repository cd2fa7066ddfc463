/**
 * The statements that remove deliveries, in batches: old ones, and those that deleted endpoints have left.
 */
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { deliveriesPerPurge, type DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { makeLocks } from "./Locks.ts"
import { onConflict } from "./SqlTransaction.ts"
import { orStoreError } from "./StoreError.ts"

export const makeDeliveryPurges = (sql: SqlClient): Pick<DeliveryStore["Service"], "purge" | "purgeRemoved"> => {
  const locks = makeLocks(sql)

  const first = (statement: Fragment) =>
    SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Schema.Struct({ endpointId: WebhookEndpointId }),
      execute: () => sql`${statement}`
    })()

  /** The first delivery of an endpoint that is not in the batch; none where the batch takes all of them. */
  const firstKept = (endpointId: WebhookEndpointId) =>
    SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Schema.Struct({ eventId: Schema.String }),
      execute: () => sql`SELECT event_id AS "eventId" FROM webhook_deliveries WHERE endpoint_id = ${endpointId}
        ORDER BY event_id LIMIT 1 OFFSET ${deliveriesPerPurge}`
    })()

  /** Removes the deliveries of an endpoint that are among its first and meet a condition, and tells how many. */
  const removeFirst = Effect.fnUntraced(function* (endpointId: WebhookEndpointId, condition: Fragment) {
    const kept = yield* firstKept(endpointId)
    const range = Option.match(kept, {
      onNone: () => sql`1 = 1`,
      onSome: ({ eventId }) => sql`event_id < ${eventId}`
    })
    const removed = yield* sql`DELETE FROM webhook_deliveries
      WHERE endpoint_id = ${endpointId} AND ${range} AND ${condition} RETURNING event_id`
    return removed.length
  })

  const purge = Effect.fnUntraced(function* (beforeMs: number) {
    const found = yield* first(sql`
      SELECT endpoint_id AS "endpointId" FROM webhook_positions p WHERE (
        SELECT created_at_ms FROM webhook_deliveries d WHERE d.endpoint_id = p.endpoint_id ORDER BY d.event_id LIMIT 1
      ) < ${beforeMs} AND ${locks.alone("purge deliveries")} ORDER BY endpoint_id LIMIT 1`)
    return Option.isNone(found) ? 0 : yield* removeFirst(found.value.endpointId, sql`created_at_ms < ${beforeMs}`)
  })

  const purgeRemoved = Effect.gen(function* () {
    const found = yield* first(sql`SELECT endpoint_id AS "endpointId" FROM webhook_removals
      WHERE ${locks.alone("purge deleted webhook endpoints")} ORDER BY endpoint_id LIMIT 1`)
    if (Option.isNone(found)) return false
    const { endpointId } = found.value
    const removed = yield* removeFirst(endpointId, sql`1 = 1`)
    if (removed < deliveriesPerPurge) yield* sql`DELETE FROM webhook_removals WHERE endpoint_id = ${endpointId}`
    return true
  })

  return {
    purge: (beforeMs) => Effect.retry(orStoreError(sql.withTransaction(purge(beforeMs))), onConflict),
    purgeRemoved: Effect.retry(orStoreError(sql.withTransaction(purgeRemoved)), onConflict)
  }
}
