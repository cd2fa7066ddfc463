/**
 * {@link DeliveryStore} in tables: a row for how far an endpoint has come, and one for each delivery.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import { WebhookDeliveryStatus } from "@partner-api/domain/WebhookDelivery"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
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
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { atMost } from "./AtMost.ts"
import { DeliveryRow, toRow, toStored } from "./DeliveryRow.ts"
import { makeLocks } from "./Locks.ts"
import { ReadSql } from "./ReadSql.ts"
import { onConflict } from "./SqlTransaction.ts"
import { orStoreError } from "./StoreError.ts"
import { never, StandingRow, standingsSql, toStanding } from "./WebhookStandings.ts"

const Due = Schema.Struct({
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  isFailing: Schema.BooleanFromBit
})

const Progress = Schema.Struct({
  position: Schema.Int,
  failures: Schema.Int,
  failingSinceMs: Schema.NullOr(Schema.Int),
  notBeforeMs: Schema.Int,
  wakes: Schema.Int
})

const Count = Schema.Struct({ count: Schema.Int })

export const layer = Layer.effect(
  DeliveryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const due = SqlSchema.findAll({
      Request: Schema.Struct({
        nowMs: Schema.Int,
        isFailing: Schema.Int,
        count: Schema.Int,
        among: Schema.UndefinedOr(Schema.Array(OrganizationId))
      }),
      Result: Due,
      execute: ({ among, count, isFailing, nowMs }) => read`
        SELECT p.organization_id AS "organizationId", p.endpoint_id AS "endpointId", p.is_failing AS "isFailing"
        FROM webhook_positions p LEFT JOIN journal_counters c ON c.organization_id = p.organization_id
        WHERE p.is_failing = ${isFailing} AND p.lease_until_ms <= ${nowMs}
          AND (p.due_at_ms <= ${nowMs} OR p.wake_after < c.sequence)
          AND ${among === undefined ? read`1 = 1` : read`p.organization_id IN ${read.in(among)}`}
        ORDER BY p.lease_until_ms, p.endpoint_id ${atMost(read, count)}`
    })

    const claim = SqlSchema.findOneOption({
      Request: Schema.Struct({
        endpointId: WebhookEndpointId,
        token: Schema.String,
        nowMs: Schema.Int,
        untilMs: Schema.Int
      }),
      Result: Progress,
      execute: ({ endpointId, nowMs, token, untilMs }) => sql`
        UPDATE webhook_positions SET lease_token = ${token}, lease_until_ms = ${untilMs}
        WHERE endpoint_id = ${endpointId} AND lease_until_ms <= ${nowMs}
        RETURNING position, failures, failing_since_ms AS "failingSinceMs", not_before_ms AS "notBeforeMs", wakes`
    })

    const put = (rows: Arr.NonEmptyReadonlyArray<ReturnType<typeof toRow>>) =>
      sql`INSERT INTO webhook_deliveries ${sql.insert(rows)} ON CONFLICT (endpoint_id, event_id) DO UPDATE SET
        status = excluded.status, attempts = excluded.attempts, failures = excluded.failures,
        next_attempt_at_ms = excluded.next_attempt_at_ms`

    /** When something is to be tried again: at once where more was asked for during the lease. */
    const dueAt = (
      { endpointId, wakes }: Lease,
      { dueAtMs = never, notBeforeMs, sends }: NonNullable<DeliveryCommit["release"]>
    ): Fragment => {
      const next = (type: Fragment, leastMs: number) => sql`SELECT
        CASE WHEN min(next_attempt_at_ms) < ${leastMs} THEN CAST(${leastMs} AS BIGINT) ELSE min(next_attempt_at_ms) END
        FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND next_attempt_at_ms IS NOT NULL AND ${type}`
      const moments = [
        sql`SELECT CAST(${dueAtMs} AS BIGINT) AS at_ms`,
        ...(sends === "nothing" ? [] : [next(sql`type = 'ping'`, 0)]),
        ...(sends === "all" ? [next(sql`type <> 'ping'`, notBeforeMs)] : [])
      ]
      const all = moments.reduce((before, moment) => sql`${before} UNION ALL ${moment}`)
      return sql`CASE WHEN wakes <> ${wakes} THEN 0 ELSE (SELECT min(at_ms) FROM (${all}) moments) END`
    }

    const released = (lease: Lease, release: NonNullable<DeliveryCommit["release"]>) =>
      sql`, lease_token = '', is_failing = ${release.isFailing ? 1 : 0}, wake_after = ${release.wakeAfter ?? never},
        due_at_ms = ${dueAt(lease, release)}`

    const advance = (lease: Lease, { progress, release, untilMs }: DeliveryCommit) => {
      const { health, position } = progress
      return sql`UPDATE webhook_positions SET position = ${position}, failures = ${health.failures},
          failing_since_ms = ${health.failingSinceMs ?? null}, not_before_ms = ${health.notBeforeMs},
          lease_until_ms = ${untilMs} ${release === undefined ? sql.literal("") : released(lease, release)}
        WHERE endpoint_id = ${lease.endpointId} AND lease_token = ${lease.token} RETURNING endpoint_id`
    }

    const commit = Effect.fnUntraced(function* (lease: Lease, made: DeliveryCommit) {
      const rows = made.deliveries.map((delivery) => toRow(lease.endpointId, delivery))
      if (Arr.isReadonlyArrayNonEmpty(rows)) yield* put(rows)
      return (yield* advance(lease, made)).length > 0
    })

    const selected = (from: SqlClient.SqlClient, endpointId: WebhookEndpointId, rest: Fragment) =>
      orStoreError(
        Effect.map(
          SqlSchema.findAll({
            Request: Schema.Void,
            Result: DeliveryRow,
            execute: () => from`
              SELECT event_id, sequence, type, status, attempts, failures, next_attempt_at_ms, created_at_ms
              FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND ${rest}`
          })(),
          (rows): ReadonlyArray<StoredDelivery> => rows.map(toStored)
        )
      )

    const wake = (endpointId: WebhookEndpointId) =>
      sql`UPDATE webhook_positions SET due_at_ms = 0, wakes = wakes + 1 WHERE endpoint_id = ${endpointId}`

    const restart = (endpointId: WebhookEndpointId, position: Fragment) =>
      sql`UPDATE webhook_positions SET lease_token = '', lease_until_ms = 0, due_at_ms = 0, wakes = wakes + 1,
        failures = 0, failing_since_ms = NULL, not_before_ms = 0, is_failing = 1, position = ${position}
        WHERE endpoint_id = ${endpointId}`

    const pingsSince = SqlSchema.findOne({
      Request: Schema.Struct({ endpointId: WebhookEndpointId, sinceMs: Schema.Int }),
      Result: Count,
      execute: ({ endpointId, sinceMs }) => sql`
        SELECT count(*) AS count FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND type = 'ping' AND created_at_ms > ${sinceMs}`
    })

    const count = SqlSchema.findOne({
      Request: Schema.Struct({ endpointId: WebhookEndpointId, sequence: Schema.Int, status: WebhookDeliveryStatus }),
      Result: Count,
      execute: ({ endpointId, sequence, status }) => read`
        SELECT count(*) AS count FROM webhook_deliveries
        WHERE endpoint_id = ${endpointId} AND status = ${status} AND sequence >= ${sequence}`
    })

    const standings = (condition: Fragment) =>
      orStoreError(
        Effect.map(
          SqlSchema.findAll({
            Request: Schema.Void,
            Result: StandingRow,
            execute: () => read`${read.literal(standingsSql)} ${condition} ORDER BY p.endpoint_id`
          })(),
          (rows) => rows.map(toStanding)
        )
      )

    const firstOld = SqlSchema.findOneOption({
      Request: Schema.Struct({ beforeMs: Schema.Int }),
      Result: Schema.Struct({ endpointId: WebhookEndpointId }),
      execute: ({ beforeMs }) => sql`
        SELECT endpoint_id AS "endpointId" FROM webhook_positions p WHERE (
          SELECT created_at_ms FROM webhook_deliveries d WHERE d.endpoint_id = p.endpoint_id ORDER BY d.event_id LIMIT 1
        ) < ${beforeMs} AND ${locks.alone("purge deliveries")} ORDER BY endpoint_id LIMIT 1`
    })

    const purge = Effect.fnUntraced(function* (beforeMs: number) {
      const found = yield* firstOld({ beforeMs })
      if (Option.isNone(found)) return 0
      const { endpointId } = found.value
      const removed = yield* sql`DELETE FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND event_id IN (
          SELECT event_id FROM webhook_deliveries WHERE endpoint_id = ${endpointId}
          ORDER BY event_id LIMIT ${deliveriesPerPurge}
        ) AND created_at_ms < ${beforeMs} RETURNING event_id`
      return removed.length
    })

    return DeliveryStore.of({
      due: (nowMs, { failing, healthy }, among) =>
        orStoreError(
          Effect.map(
            Effect.all([
              among?.length === 0 ? Effect.succeed([]) : due({ nowMs, isFailing: 0, count: healthy, among }),
              among?.length === 0 || failing === 0
                ? Effect.succeed([])
                : due({ nowMs, isFailing: 1, count: failing, among })
            ]),
            Arr.flatten
          )
        ),
      claim: (endpointId, lease) =>
        orStoreError(
          Effect.map(
            claim({ endpointId, ...lease }),
            Option.map(({ failingSinceMs, failures, notBeforeMs, position, wakes }) => ({
              endpointId,
              token: lease.token,
              position,
              wakes,
              health: { failures, failingSinceMs: failingSinceMs ?? undefined, notBeforeMs }
            }))
          )
        ),
      commit: (lease, made) => orStoreError(commit(lease, made)),
      toRetry: (endpointId, { isPingsOnly, limit, nowMs, position }) =>
        selected(
          sql,
          endpointId,
          sql`next_attempt_at_ms <= ${nowMs} AND sequence <= ${position}
            AND ${isPingsOnly ? sql`type = 'ping'` : sql`1 = 1`} ORDER BY event_id ${atMost(sql, limit)}`
        ),
      find: (endpointId, eventIds) =>
        eventIds.length === 0 ? Effect.succeed([]) : selected(sql, endpointId, sql`${sql.in("event_id", eventIds)}`),
      page: (endpointId, { status }, { after, limit }) =>
        selected(
          read,
          endpointId,
          read`${after === undefined ? read`1 = 1` : read`event_id < ${after}`}
            AND ${status === undefined ? read`1 = 1` : read`status = ${status}`}
            ORDER BY event_id DESC ${atMost(read, lookAhead(limit))}`
        ),
      count: (endpointId, of) => orStoreError(Effect.map(count({ endpointId, ...of }), (found) => found.count)),
      standings: standings(read.literal("")),
      standingsOf: (endpointIds) =>
        endpointIds.length === 0 ? Effect.succeed([]) : standings(read`WHERE ${read.in("p.endpoint_id", endpointIds)}`),
      standing: (endpointId) =>
        Effect.map(standings(read`WHERE p.endpoint_id = ${endpointId}`), ([found]) => Option.fromUndefinedOr(found)),
      begin: (endpointId, { organizationId, position }) =>
        orStoreError(
          Effect.asVoid(
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
              lease_until_ms: 0
            })}`
          )
        ),
      ask: (endpointId, delivery) =>
        orStoreError(Effect.asVoid(Effect.andThen(put([toRow(endpointId, delivery)]), wake(endpointId)))),
      askFailed: Effect.fnUntraced(function* (endpointId, { nowMs, sequence }) {
        const asked = yield* sql`UPDATE webhook_deliveries
          SET status = 'pending', failures = 0, next_attempt_at_ms = ${nowMs}
          WHERE endpoint_id = ${endpointId} AND status = 'failed' AND sequence >= ${sequence} RETURNING event_id`
        yield* wake(endpointId)
        return asked.length
      }, orStoreError),
      interrupt: (endpointId) => orStoreError(Effect.asVoid(restart(endpointId, sql`position`))),
      rewind: Effect.fnUntraced(function* (endpointId, position) {
        const repeated = yield* sql`UPDATE webhook_deliveries
          SET status = 'pending', failures = 0, next_attempt_at_ms = NULL
          WHERE endpoint_id = ${endpointId} AND sequence > ${position} RETURNING event_id`
        yield* restart(endpointId, sql`CASE WHEN position < ${position} THEN position ELSE ${position} END`)
        return repeated.length
      }, orStoreError),
      pingsSince: (endpointId, sinceMs) =>
        orStoreError(Effect.map(pingsSince({ endpointId, sinceMs }), ({ count }) => count)),
      purge: (beforeMs) => Effect.retry(orStoreError(sql.withTransaction(purge(beforeMs))), onConflict)
    })
  })
)
