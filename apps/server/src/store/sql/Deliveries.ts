/**
 * {@link DeliveryStore} in tables: the deliveries of webhook endpoints, their lists, and their purges.
 */
import { EventId, eventIdOf } from "@partner-api/domain/EventId"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, lookedMax } from "@partner-api/domain/Pagination"
import {
  DeliveredType,
  deliveriesCountedMax,
  WebhookAttempt,
  WebhookDeliveryStatus
} from "@partner-api/domain/WebhookDelivery"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { inPieces } from "@partner-api/service/services/Pieces"
import {
  deliveriesPerPurge,
  type DeliveryCommit,
  DeliveryStore,
  type Lease,
  type StoredDelivery
} from "@partner-api/service/store/DeliveryStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment, Identifier } from "effect/sql/Statement"
import {
  allEndpointStatuses,
  makeClaim,
  makeDue,
  makeLost,
  never,
  EndpointStatusRow,
  endpointStatusSql,
  toEndpointStatus
} from "./DueEndpoints.ts"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause } from "./kit/Lists.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks, onConflict } from "./kit/Transactions.ts"
import { allRows, firstRow, onlyRow } from "./kit/Rows.ts"
import { written } from "./kit/Writes.ts"

// Rows.

const Attempts = Schema.Array(WebhookAttempt)
const encodeAttempts = jsonTextOf(Attempts)
const decodeAttempts = Schema.decodeEffect(Schema.fromJsonString(Attempts))

/** A row, without its endpoint. Its attempts are text: those of a page take 10 ms to read. */
const DeliveryRow = Schema.Struct({
  event_id: EventId,
  sequence: Schema.Int,
  type: DeliveredType,
  status: WebhookDeliveryStatus,
  attempts: Schema.String,
  failures: Schema.Int,
  next_attempt_at_ms: Schema.NullOr(Schema.Int),
  created_at_ms: Schema.Int
})
const deliveryRows = allRows(DeliveryRow)

/** The delivery that a row is. */
const toStored = (row: typeof DeliveryRow.Type) =>
  Effect.map(decodeAttempts(row.attempts), (attempts): StoredDelivery => ({
    eventId: row.event_id,
    sequence: row.sequence,
    type: row.type,
    status: row.status,
    attempts,
    failures: row.failures,
    nextAttemptAtMs: row.next_attempt_at_ms ?? undefined,
    createdAtMs: row.created_at_ms
  }))

/** The row of a delivery to an endpoint. */
const toRow = (endpointId: WebhookEndpointId, delivery: StoredDelivery) => ({
  endpoint_id: endpointId,
  event_id: delivery.eventId,
  sequence: delivery.sequence,
  type: delivery.type,
  status: delivery.status,
  attempts: encodeAttempts(delivery.attempts),
  failures: delivery.failures,
  next_attempt_at_ms: delivery.nextAttemptAtMs ?? null,
  created_at_ms: delivery.createdAtMs
})

// Purges: they remove old deliveries, and those that deleted endpoints have left, in batches.

const endpointIdRow = firstRow(Schema.Struct({ endpointId: WebhookEndpointId }))

const eventIdRow = firstRow(Schema.Struct({ eventId: Schema.String }))

const makeDeliveryPurges = (sql: SqlClient.SqlClient): Pick<DeliveryStore["Service"], "purge" | "purgeRemoved"> => {
  const locks = makeLocks(sql)

  const first = (statement: Fragment) => endpointIdRow(sql`${statement}`)

  /** The first delivery of an endpoint that is not in the batch; none where the batch takes all of them. */
  const firstKept = (endpointId: WebhookEndpointId) =>
    eventIdRow(sql`SELECT event_id AS "eventId" FROM webhook_deliveries WHERE endpoint_id = ${endpointId}
        ORDER BY event_id LIMIT 1 OFFSET ${deliveriesPerPurge}`)

  /** Removes the deliveries of an endpoint that are among its first and meet a condition, and returns how many. */
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

// Lists. Each statement reads a range of an index and ends after as many rows as it returns, or as {@link lookedMax}: an endpoint may have any number of
// deliveries.
//
// SQLite uses an index of a part of the rows only where the statement repeats its condition, such as `status <> 'succeeded'`. It has no statistics, and
// would rather walk through all rows in their order, so the index is named.

const table = "webhook_deliveries"

type Reads = Pick<DeliveryStore["Service"], "toRetry" | "failed" | "find" | "page" | "count" | "unfinished">

/** The condition of the deliveries with a status, and the table with its index: there is an index of the deliveries that have not succeeded. */
const withStatus = (sql: SqlClient.SqlClient, status: WebhookDeliveryStatus | undefined) => {
  if (status === undefined) return { from: sql(table), condition: sql`1 = 1` }
  return status === "succeeded"
    ? { from: sql(table), condition: sql`status = 'succeeded'` }
    : {
        from: indexedTable(sql, table, `${table}_status`),
        condition: sql`status = ${status} AND status <> 'succeeded'`
      }
}

/** The deliveries that are tried beside the feed: the feed comes to the others. */
const isBeside = (sql: SqlClient.SqlClient, position: number): Fragment =>
  sql`(status = 'parked' OR sequence <= ${position})`

const countRow = onlyRow(Schema.Struct({ count: Schema.Int }))

const idRows = allRows(Schema.Struct({ id: WebhookEndpointId }))

const makeDeliveryLists = (sql: SqlClient.SqlClient, read: ReadSql["Service"]): Reads => {
  const selected = (
    by: SqlClient.SqlClient,
    endpointId: WebhookEndpointId,
    rest: Fragment,
    from: Fragment | Identifier = by(table)
  ) =>
    Effect.flatMap(
      deliveryRows(by`
          SELECT event_id, sequence, type, status, attempts, failures, next_attempt_at_ms, created_at_ms
          FROM ${from} WHERE endpoint_id = ${endpointId} AND ${rest}`),
      (rows) => inPieces(rows, toStored)
    )

  const before = (after: string | undefined) => (after === undefined ? read`1 = 1` : read`event_id < ${after}`)

  /** The last delivery that a page of those that have succeeded may look at: no index has them alone. */
  const lastLooked = (endpointId: WebhookEndpointId, after: string | undefined) =>
    eventIdRow(read`SELECT event_id AS "eventId" FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND ${before(after)}
        ORDER BY event_id DESC LIMIT 1 OFFSET ${lookedMax - 1}`)

  const page = Effect.fnUntraced(function* (...[endpointId, { status }, { after, limit }]: Parameters<Reads["page"]>) {
    const last = status === "succeeded" ? yield* lastLooked(endpointId, after) : Option.none()
    const { condition, from } = withStatus(read, status)
    const conditions = [
      before(after),
      condition,
      ...Option.match(last, { onNone: () => [], onSome: ({ eventId }) => [read`event_id >= ${eventId}`] })
    ]
    const rows = yield* selected(
      read,
      endpointId,
      read`${read.and(conditions)} ORDER BY event_id DESC ${limitClause(read, lookAhead(limit))}`,
      from
    )
    return {
      rows: rows.map((row) => ({ position: row.eventId, row })),
      lookedTo: Option.getOrUndefined(Option.map(last, ({ eventId }) => eventId))
    }
  })

  // The order has PostgreSQL read the index. Where many endpoints have such deliveries, it reads the whole table for one that has none: 200 ms.
  const count = (endpointId: WebhookEndpointId, { sequence, status }: Parameters<Reads["count"]>[1]) => {
    const { condition, from } = withStatus(read, status)
    return countRow(read`SELECT count(*) AS count FROM (
        SELECT event_id FROM ${from} WHERE endpoint_id = ${endpointId} AND ${condition}
          AND ${sequence === 0 ? read`1 = 1` : read`event_id > ${eventIdOf(sequence, "")} AND type <> 'ping'`}
        ORDER BY event_id ${limitClause(read, deliveriesCountedMax)}
      ) counted`)
  }

  // One look into the index for each. As a condition with EXISTS, PostgreSQL would read all such deliveries.
  const unfinished = (endpointIds: ReadonlyArray<WebhookEndpointId>) =>
    idRows(read`SELECT id FROM webhook_endpoints WHERE ${read.in("id", endpointIds)} AND (
        SELECT status FROM ${indexedTable(read, table, `${table}_status`)}
        WHERE endpoint_id = webhook_endpoints.id AND status <> 'succeeded' ORDER BY status, event_id LIMIT 1
      ) IS NOT NULL`)

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
            ORDER BY next_attempt_at_ms ${limitClause(sql, limit)}`
        )
      ),
    failed: (endpointId, { from, limit, position }) =>
      orStoreError(
        selected(
          sql,
          endpointId,
          // The sequence begins the id, so both ends of the range are read from the index: after a recovery of all, none of many may be before the position.
          sql`${withStatus(sql, "failed").condition} AND event_id > ${eventIdOf(from, "")}
            AND event_id < ${eventIdOf(position + 1, "")} AND type <> 'ping' ORDER BY event_id ${limitClause(sql, limit)}`,
          withStatus(sql, "failed").from
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

const endpointRows = allRows(EndpointStatusRow)

export const layer = Layer.effect(
  DeliveryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const put = (rows: Arr.NonEmptyReadonlyArray<ReturnType<typeof toRow>>) =>
      sql`INSERT INTO webhook_deliveries ${sql.insert(rows)} ON CONFLICT (endpoint_id, event_id) DO UPDATE SET
        status = excluded.status, attempts = excluded.attempts, failures = excluded.failures,
        next_attempt_at_ms = excluded.next_attempt_at_ms`

    /** When something is to be tried again: at once where more was requested during the lease. */
    const dueAt = (
      { endpointId, wakes }: Lease,
      position: number,
      { dueAtMs = never, notBeforeMs, sends }: NonNullable<DeliveryCommit["release"]>
    ): Fragment => {
      // The first in the order of the index: an endpoint may have any number of them.
      const next = (condition: Fragment, leastMs: number) => sql`SELECT
        CASE WHEN at_ms < ${leastMs} THEN CAST(${leastMs} AS BIGINT) ELSE at_ms END
        FROM (SELECT next_attempt_at_ms AS at_ms FROM webhook_deliveries
          WHERE endpoint_id = ${endpointId} AND next_attempt_at_ms IS NOT NULL AND ${condition}
          ORDER BY next_attempt_at_ms LIMIT 1) first`
      const moments = [
        sql`SELECT CAST(${dueAtMs} AS BIGINT) AS at_ms`,
        ...(sends === "nothing" ? [] : [next(sql`type = 'ping'`, 0)]),
        ...(sends === "all" ? [next(sql`type <> 'ping' AND ${isBeside(sql, position)}`, notBeforeMs)] : [])
      ]
      const all = moments.reduce((before, moment) => sql`${before} UNION ALL ${moment}`)
      return sql`CASE WHEN wakes <> ${wakes} THEN 0 ELSE (SELECT min(at_ms) FROM (${all}) moments) END`
    }

    const released = (lease: Lease, position: number, release: NonNullable<DeliveryCommit["release"]>) =>
      sql`, lease_token = '', is_failing = ${release.isFailing ? 1 : 0}, wake_after = ${release.wakeAfter ?? never},
        due_at_ms = ${dueAt(lease, position, release)}`

    const advance = (lease: Lease, { failedFrom, progress, release, untilMs }: DeliveryCommit) => {
      const { health, position } = progress
      return sql`UPDATE webhook_positions SET position = ${position}, failures = ${health.failures},
          failing_since_ms = ${health.failingSinceMs ?? null}, not_before_ms = ${health.notBeforeMs},
          failed_from = CASE WHEN wakes = ${lease.wakes} THEN CAST(${failedFrom ?? null} AS BIGINT) ELSE failed_from END,
          lease_until_ms = ${untilMs} ${release === undefined ? sql.literal("") : released(lease, position, release)}
        WHERE endpoint_id = ${lease.endpointId} AND lease_token = ${lease.token} RETURNING endpoint_id`
    }

    const commit = Effect.fnUntraced(function* (lease: Lease, made: DeliveryCommit) {
      const rows = made.deliveries.map((delivery) => toRow(lease.endpointId, delivery))
      if (Arr.isReadonlyArrayNonEmpty(rows)) yield* put(rows)
      return (yield* advance(lease, made)).length > 0
    })

    const wake = (endpointId: WebhookEndpointId) =>
      sql`UPDATE webhook_positions SET due_at_ms = 0, wakes = wakes + 1 WHERE endpoint_id = ${endpointId}`

    const restart = (endpointId: WebhookEndpointId, nowMs: number, position: Fragment) =>
      sql`UPDATE webhook_positions SET lease_token = '', lease_until_ms = ${nowMs}, due_at_ms = 0, wakes = wakes + 1,
        failures = 0, failing_since_ms = NULL, not_before_ms = 0, is_failing = 1, position = ${position}
        WHERE endpoint_id = ${endpointId}`

    const endpointStatusRows = (condition: Fragment) =>
      endpointRows(read`${read.literal(endpointStatusSql)} ${condition}`)
    const endpointStatuses = (condition: Fragment) =>
      orStoreError(
        Effect.map(endpointStatusRows(read`WHERE ${condition} ORDER BY p.endpoint_id`), (rows) =>
          rows.map(toEndpointStatus)
        )
      )

    return DeliveryStore.of({
      ...makeDeliveryLists(sql, read),
      ...makeDeliveryPurges(sql),
      due: makeDue(read),
      claim: makeClaim(sql),
      lost: makeLost(read),
      commit: (lease, made) => orStoreError(commit(lease, made)),
      endpointStatuses: orStoreError(allEndpointStatuses((condition) => endpointStatusRows(read.literal(condition)))),
      endpointStatusesOf: (endpointIds) =>
        endpointIds.length === 0 ? Effect.succeed([]) : endpointStatuses(read.in("p.endpoint_id", endpointIds)),
      endpointStatus: (endpointId) =>
        Effect.map(endpointStatuses(read`p.endpoint_id = ${endpointId}`), ([found]) => Option.fromUndefinedOr(found)),
      begin: (endpointId, { nowMs, organizationId, position }) =>
        orStoreError(
          written(
            sql,
            sql`INSERT INTO webhook_positions ${sql.insert({
              endpoint_id: endpointId,
              organization_id: organizationId,
              position,
              failures: 0,
              failing_since_ms: null,
              not_before_ms: 0,
              is_failing: 1,
              due_at_ms: 0,
              wake_after: never,
              wakes: 0,
              lease_token: "",
              lease_until_ms: nowMs
            })}`
          )
        ),
      request: (endpointId, delivery) =>
        orStoreError(Effect.andThen(written(sql, put([toRow(endpointId, delivery)])), written(sql, wake(endpointId)))),
      repeatFailed: (endpointId, sequence) =>
        orStoreError(
          Effect.andThen(
            written(
              sql,
              sql`UPDATE webhook_positions SET failed_from = ${sequence}
                WHERE endpoint_id = ${endpointId} AND (failed_from IS NULL OR failed_from > ${sequence})`
            ),
            written(sql, wake(endpointId))
          )
        ),
      interrupt: (endpointId, nowMs) => orStoreError(Effect.asVoid(restart(endpointId, nowMs, sql`position`))),
      rewind: (endpointId, { nowMs, position }) =>
        orStoreError(
          Effect.asVoid(
            restart(endpointId, nowMs, sql`CASE WHEN position < ${position} THEN position ELSE ${position} END`)
          )
        )
    })
  })
)
