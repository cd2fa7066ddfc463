/**
 * The statements that give endpoints to workers: those that are due, clients in turn; a lease of one; and the leases that were lost.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import type { DeliveryStore, DueAmong, Lease } from "@partner-api/service/store/DeliveryStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { atMost } from "./AtMost.ts"
import type { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"
import { never } from "./WebhookStandings.ts"

const Due = Schema.Struct({
  organizationId: OrganizationId,
  clientId: ClientId,
  endpointId: WebhookEndpointId,
  isFailing: Schema.BooleanFromBit
})

const Claimed = Schema.Struct({
  position: Schema.Int,
  failures: Schema.Int,
  failingSinceMs: Schema.NullOr(Schema.Int),
  notBeforeMs: Schema.Int,
  wakes: Schema.Int,
  failedFrom: Schema.NullOr(Schema.Int)
})

const Holder = Schema.Struct({ endpointId: WebhookEndpointId, token: Schema.String })

/** What is asked of one of the two kinds of endpoints. */
interface Asked {
  readonly nowMs: number
  readonly isFailing: 0 | 1
  readonly count: number
  readonly organizationIds: ReadonlyArray<OrganizationId> | undefined
  readonly fullClientIds: ReadonlyArray<ClientId>
}

/**
 * The endpoints that are due. The turn of an endpoint is its place among those of its client. Written so that SQLite reads endpoints, which are large, only
 * where they are due: with a join of the counters it read all of them each second, 10,000 in 100 ms.
 */
export const makeDue = (read: ReadSql["Service"]): DeliveryStore["Service"]["due"] => {
  const some = ({ count, fullClientIds, isFailing, nowMs, organizationIds }: Asked) =>
    count <= 0 || organizationIds?.length === 0
      ? Effect.succeed([])
      : SqlSchema.findAll({
          Request: Schema.Void,
          Result: Due,
          execute: () => read`
            SELECT organization_id AS "organizationId", client_id AS "clientId", endpoint_id AS "endpointId",
              is_failing AS "isFailing"
            FROM (
              SELECT p.organization_id, w.client_id, p.endpoint_id, p.is_failing, p.lease_until_ms,
                ROW_NUMBER() OVER (PARTITION BY w.client_id ORDER BY p.lease_until_ms, p.endpoint_id) AS turn
              FROM webhook_positions p JOIN webhook_endpoints w ON w.id = p.endpoint_id
              WHERE p.is_failing = ${isFailing} AND p.lease_until_ms <= ${nowMs}
                AND (p.due_at_ms <= ${nowMs} OR (p.wake_after < ${never} AND p.wake_after < (
                  SELECT c.sequence FROM journal_counters c WHERE c.organization_id = p.organization_id)))
                AND ${organizationIds === undefined ? read`1 = 1` : read`p.organization_id IN ${read.in(organizationIds)}`}
                AND ${fullClientIds.length === 0 ? read`1 = 1` : read`w.client_id NOT IN ${read.in(fullClientIds)}`}
            ) due ORDER BY turn, lease_until_ms, endpoint_id ${atMost(read, count)}`
        })()
  return (
    nowMs,
    { failing, healthy },
    { fullClientIds = [], fullOfFailingClientIds = [], organizationIds }: DueAmong = {}
  ) =>
    orStoreError(
      Effect.map(
        Effect.all([
          some({ nowMs, isFailing: 0, count: healthy, organizationIds, fullClientIds }),
          some({
            nowMs,
            isFailing: 1,
            count: failing,
            organizationIds,
            fullClientIds: Arr.union(fullClientIds, fullOfFailingClientIds)
          })
        ]),
        Arr.flatten
      )
    )
}

/** Leases an endpoint. */
export const makeClaim = (sql: SqlClient): DeliveryStore["Service"]["claim"] => {
  const claim = SqlSchema.findOneOption({
    Request: Schema.Struct({
      endpointId: WebhookEndpointId,
      token: Schema.String,
      nowMs: Schema.Int,
      untilMs: Schema.Int
    }),
    Result: Claimed,
    execute: ({ endpointId, nowMs, token, untilMs }) => sql`
      UPDATE webhook_positions SET lease_token = ${token}, lease_until_ms = ${untilMs}
      WHERE endpoint_id = ${endpointId} AND lease_until_ms <= ${nowMs}
      RETURNING position, failures, failing_since_ms AS "failingSinceMs", not_before_ms AS "notBeforeMs", wakes,
        failed_from AS "failedFrom"`
  })
  return (endpointId, lease) =>
    orStoreError(
      Effect.map(
        claim({ endpointId, ...lease }),
        Option.map(({ failedFrom, failingSinceMs, failures, notBeforeMs, position, wakes }): Lease => ({
          endpointId,
          token: lease.token,
          position,
          wakes,
          failedFrom: failedFrom ?? undefined,
          health: { failures, failingSinceMs: failingSinceMs ?? undefined, notBeforeMs }
        }))
      )
    )
}

/** The leases that do not hold any more. */
export const makeLost =
  (read: ReadSql["Service"]): DeliveryStore["Service"]["lost"] =>
  (leases) => {
    const ids = leases.map(({ endpointId }) => endpointId)
    if (ids.length === 0) return Effect.succeed([])
    const holders = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Holder,
      execute: () => read`SELECT endpoint_id AS "endpointId", lease_token AS token FROM webhook_positions
        WHERE endpoint_id IN ${read.in(ids)}`
    })
    return orStoreError(
      Effect.map(holders(), (rows) => {
        const tokens = new Map(rows.map(({ endpointId, token }) => [endpointId, token]))
        return leases.flatMap(({ endpointId, token }) => (tokens.get(endpointId) === token ? [] : [endpointId]))
      })
    )
  }
