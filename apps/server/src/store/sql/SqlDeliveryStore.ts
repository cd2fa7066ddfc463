/**
 * {@link DeliveryStore} in tables: a row for how far an endpoint has come, and one for each delivery.
 */
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { type DeliveryCommit, DeliveryStore, type Lease } from "@partner-api/service/store/DeliveryStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { isBeside, makeDeliveryLists } from "./DeliveryLists.ts"
import { makeDeliveryPurges } from "./DeliveryPurges.ts"
import { toRow } from "./DeliveryRow.ts"
import { makeClaim, makeDue, makeLost } from "./DueEndpoints.ts"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"
import { allStandings, never, StandingRow, standingsSql, toStanding } from "./WebhookStandings.ts"

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

    const standingRows = (condition: Fragment) =>
      SqlSchema.findAll({
        Request: Schema.Void,
        Result: StandingRow,
        execute: () => read`${read.literal(standingsSql)} ${condition}`
      })()
    const standings = (condition: Fragment) =>
      orStoreError(
        Effect.map(standingRows(read`WHERE ${condition} ORDER BY p.endpoint_id`), (rows) => rows.map(toStanding))
      )

    return DeliveryStore.of({
      ...makeDeliveryLists(sql, read),
      ...makeDeliveryPurges(sql),
      due: makeDue(read),
      claim: makeClaim(sql),
      lost: makeLost(read),
      commit: (lease, made) => orStoreError(commit(lease, made)),
      standings: orStoreError(allStandings((condition) => standingRows(read.literal(condition)))),
      standingsOf: (endpointIds) =>
        endpointIds.length === 0 ? Effect.succeed([]) : standings(read.in("p.endpoint_id", endpointIds)),
      standing: (endpointId) =>
        Effect.map(standings(read`p.endpoint_id = ${endpointId}`), ([found]) => Option.fromUndefinedOr(found)),
      begin: (endpointId, { nowMs, organizationId, position }) =>
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
              lease_until_ms: nowMs
            })}`
          )
        ),
      ask: (endpointId, delivery) =>
        orStoreError(Effect.asVoid(Effect.andThen(put([toRow(endpointId, delivery)]), wake(endpointId)))),
      repeatFailed: (endpointId, sequence) =>
        orStoreError(
          Effect.andThen(
            sql`UPDATE webhook_positions SET failed_from = ${sequence}
              WHERE endpoint_id = ${endpointId} AND (failed_from IS NULL OR failed_from > ${sequence})`,
            Effect.asVoid(wake(endpointId))
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
