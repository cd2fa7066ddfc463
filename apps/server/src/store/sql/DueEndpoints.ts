/**
 * The statuses of webhook endpoints ({@link EndpointStatus}), and the statements that assign endpoints to workers: the due endpoints, one client after the
 * other; the lease of an endpoint; and the leases that were lost.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { NormalTimestamp, timestampToMillis } from "@partner-api/domain/Timestamp"
import { WebhookEndpoint, WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import type { DeliveryStore, DueAmong, EndpointStatus, Lease } from "@partner-api/service/store/DeliveryStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { inSlices, limitClause } from "./kit/Lists.ts"
import type { ReadSql } from "./kit/Statements.ts"
import { allRows } from "./kit/Rows.ts"

/** A moment, and a sequence, that never comes. */
export const never = Number.MAX_SAFE_INTEGER

/** A row of {@link endpointStatusSql}. */
export const EndpointStatusRow = Schema.Struct({
  organizationId: OrganizationId,
  endpointId: WebhookEndpointId,
  // The moment is stored in its normal form: it is not read as the API reads one, which takes longer than all the rest.
  json: Schema.fromJsonString(
    Schema.Struct({
      ...Struct.pick(WebhookEndpoint.fields, ["status", "disabled_reason"]),
      updated_at: NormalTimestamp
    })
  ),
  position: Schema.Int,
  failures: Schema.Int,
  failingSinceMs: Schema.NullOr(Schema.Int),
  notBeforeMs: Schema.Int,
  isFailing: Schema.BooleanFromBit,
  failedFrom: Schema.NullOr(Schema.Int),
  dueAtMs: Schema.Int,
  requestedAtMs: Schema.NullOr(Schema.Int),
  wakeAfter: Schema.Int,
  leaseUntilMs: Schema.Int,
  head: Schema.Int,
  waitingSinceMs: Schema.NullOr(Schema.Int)
})

const orNever = (value: number): number | undefined => (value === never ? undefined : value)

/** The status in a row. */
export const toEndpointStatus = ({
  failingSinceMs,
  failures,
  json,
  notBeforeMs,
  ...row
}: typeof EndpointStatusRow.Type): EndpointStatus => ({
  ...row,
  status: json.status,
  disabledReason: json.disabled_reason,
  updatedAtMs: timestampToMillis(json.updated_at),
  health: { failures, failingSinceMs: failingSinceMs ?? undefined, notBeforeMs },
  failedFrom: row.failedFrom ?? undefined,
  dueAtMs: orNever(row.dueAtMs),
  requestedAtMs: row.requestedAtMs ?? undefined,
  wakeAfter: orNever(row.wakeAfter),
  waitingSinceMs: row.waitingSinceMs ?? undefined
})

const endpointStatusWith = (failedFrom: string): string => `
  SELECT p.organization_id AS "organizationId", p.endpoint_id AS "endpointId", w.json, p.position, p.failures,
    p.failing_since_ms AS "failingSinceMs", p.not_before_ms AS "notBeforeMs", p.is_failing AS "isFailing",
    ${failedFrom} AS "failedFrom",
    p.due_at_ms AS "dueAtMs", p.wake_after AS "wakeAfter", p.lease_until_ms AS "leaseUntilMs",
    COALESCE(c.sequence, 0) AS head, (
      SELECT e.occurred_at_ms FROM events e WHERE e.organization_id = p.organization_id AND e.sequence > p.position
      ORDER BY e.sequence LIMIT 1
    ) AS "waitingSinceMs", CASE WHEN p.due_at_ms = 0 THEN (
      SELECT min(d.next_attempt_at_ms) FROM webhook_deliveries d
      WHERE d.endpoint_id = p.endpoint_id AND d.next_attempt_at_ms IS NOT NULL
    ) END AS "requestedAtMs"
  FROM webhook_positions p JOIN webhook_endpoints w ON w.id = p.endpoint_id
    LEFT JOIN journal_counters c ON c.organization_id = p.organization_id`

/** Reads the statuses of all endpoints; a condition on the position `p` may follow. */
export const endpointStatusSql = endpointStatusWith("p.failed_from")

/** Reads the statuses in a schema without `failed_from`, which `doctor` meets before an upgrade. */
export const olderEndpointStatusSql = endpointStatusWith("CAST(NULL AS BIGINT)")

/** Reads the statuses of all endpoints by id, in slices. `read` runs the statement with a condition at its end. */
export const allEndpointStatuses = <E>(
  read: (condition: string) => Effect.Effect<ReadonlyArray<typeof EndpointStatusRow.Type>, E>
): Effect.Effect<ReadonlyArray<EndpointStatus>, E> =>
  inSlices(
    (slice) =>
      read(`WHERE p.endpoint_id IN (SELECT endpoint_id FROM webhook_positions ORDER BY endpoint_id ${slice})
        ORDER BY p.endpoint_id`),
    toEndpointStatus
  )

const Due = Schema.Struct({
  organizationId: OrganizationId,
  clientId: ClientId,
  endpointId: WebhookEndpointId,
  isFailing: Schema.BooleanFromBit
})
const dueRows = allRows(Due)

const Claimed = Schema.Struct({
  position: Schema.Int,
  failures: Schema.Int,
  failingSinceMs: Schema.NullOr(Schema.Int),
  notBeforeMs: Schema.Int,
  wakes: Schema.Int,
  failedFrom: Schema.NullOr(Schema.Int)
})

const Holder = Schema.Struct({ endpointId: WebhookEndpointId, token: Schema.String })

/** The query for one of the two kinds of endpoints. */
interface DueInput {
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
  const some = ({ count, fullClientIds, isFailing, nowMs, organizationIds }: DueInput) =>
    count <= 0 || organizationIds?.length === 0
      ? Effect.succeed([])
      : dueRows(read`
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
            ) due ORDER BY turn, lease_until_ms, endpoint_id ${limitClause(read, count)}`)
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
