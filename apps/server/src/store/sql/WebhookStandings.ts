/**
 * How webhook endpoints stand with the feeds of their organizations: for the store, and for a reader without a client of its own.
 */
import { OrganizationId } from "@partner-api/domain/Ids"
import { NormalTimestamp, timestampToMillis } from "@partner-api/domain/Timestamp"
import { WebhookEndpoint, WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import type { EndpointStanding } from "@partner-api/service/store/DeliveryStore"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { inSlices } from "./Slices.ts"

/** A moment, and a sequence, that never comes. */
export const never = Number.MAX_SAFE_INTEGER

/** A row of {@link standingsSql}. */
export const StandingRow = Schema.Struct({
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
  askedAtMs: Schema.NullOr(Schema.Int),
  wakeAfter: Schema.Int,
  leaseUntilMs: Schema.Int,
  head: Schema.Int,
  waitingSinceMs: Schema.NullOr(Schema.Int)
})

const orNever = (value: number): number | undefined => (value === never ? undefined : value)

/** The standing that a row tells of. */
export const toStanding = ({
  failingSinceMs,
  failures,
  json,
  notBeforeMs,
  ...row
}: typeof StandingRow.Type): EndpointStanding => ({
  ...row,
  status: json.status,
  disabledReason: json.disabled_reason,
  updatedAtMs: timestampToMillis(json.updated_at),
  health: { failures, failingSinceMs: failingSinceMs ?? undefined, notBeforeMs },
  failedFrom: row.failedFrom ?? undefined,
  dueAtMs: orNever(row.dueAtMs),
  askedAtMs: row.askedAtMs ?? undefined,
  wakeAfter: orNever(row.wakeAfter),
  waitingSinceMs: row.waitingSinceMs ?? undefined
})

const standingsWith = (failedFrom: string): string => `
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
    ) END AS "askedAtMs"
  FROM webhook_positions p JOIN webhook_endpoints w ON w.id = p.endpoint_id
    LEFT JOIN journal_counters c ON c.organization_id = p.organization_id`

/** Reads the standings of all endpoints; a condition on the position `p` may follow. */
export const standingsSql = standingsWith("p.failed_from")

/** The same for a schema before `failed_from`, which `doctor` reads before an upgrade. */
export const olderStandingsSql = standingsWith("CAST(NULL AS BIGINT)")

/** Reads how all endpoints stand, by statements that end with a condition, ordered by id. */
export const allStandings = <E>(
  read: (condition: string) => Effect.Effect<ReadonlyArray<typeof StandingRow.Type>, E>
): Effect.Effect<ReadonlyArray<EndpointStanding>, E> =>
  inSlices(
    (slice) =>
      read(`WHERE p.endpoint_id IN (SELECT endpoint_id FROM webhook_positions ORDER BY endpoint_id ${slice})
        ORDER BY p.endpoint_id`),
    toStanding
  )
