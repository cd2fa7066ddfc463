/**
 * The webhook endpoints of the worst rows, and 200,000 deliveries of one.
 */
import { eventIdOf } from "@partner-api/domain/EventId"
import { permissions } from "@partner-api/domain/Permission"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import { webhookEndpointsMax } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { alphabets } from "./Alphabet.ts"
import { countTo, insertAll, type Row } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import { sizes } from "./WorstNames.ts"

const endpointJson = (id: string, status: string) =>
  JSON.stringify({
    id,
    url: "https://hooks.invalid/".padEnd(2_048, "a"),
    types: ["job.*", "application.*", "user.*", "agency.*", "webhook_endpoint.*"],
    concurrency: 8,
    description: alphabets.plane2.text(200, 1),
    status,
    disabled_reason: "requested",
    secret_hint: "aaaa",
    created_at: exampleMoment,
    updated_at: exampleMoment
  })

const attempt = `{"at":"${exampleMoment}","failure":"timeout","duration_ms":15000}`

const deliveryRows = (endpoint: string, count: number, status: "succeeded" | "failed"): ReadonlyArray<Row> =>
  countTo(count, (number) => ({
    endpoint_id: endpoint,
    event_id: eventIdOf(number, "Z"),
    sequence: number,
    type: "job.updated",
    status,
    attempts: number > count - 105 ? `[${Array.from({ length: 12 }, () => attempt).join(",")}]` : `[${attempt}]`,
    failures: 0,
    next_attempt_at_ms: null,
    created_at_ms: Date.now()
  }))

const positionRow = (endpoint_id: string, organization_id: string): Row => ({
  endpoint_id,
  organization_id,
  position: sizes.passed,
  failures: 0,
  failing_since_ms: null,
  not_before_ms: 0,
  is_failing: 0,
  due_at_ms: Number.MAX_SAFE_INTEGER,
  wake_after: Number.MAX_SAFE_INTEGER,
  wakes: 0,
  lease_token: "",
  lease_until_ms: 0
})

const endpointRow = (id: string, organization_id: string): Row => ({
  id,
  organization_id,
  client_id: Names.worstClient,
  agency_id: null,
  permissions: JSON.stringify(permissions),
  json: endpointJson(id, "disabled")
})

/** The webhook endpoints of the client in an organization, as many as it may have; in the one with the deliveries, fewer. */
const endpointsIn = (organizationId: string) =>
  countTo(organizationId === Names.many ? 5 : webhookEndpointsMax, (number) => ({
    organizationId,
    id: Names.endpointId(organizationId, number)
  }))

/** Writes the endpoints of organizations. */
export const writeEndpoints = Effect.fnUntraced(function* (organizations: ReadonlyArray<string>) {
  const places = organizations.flatMap(endpointsIn)
  yield* insertAll(
    "webhook_endpoints",
    places.map(({ id, organizationId }) => endpointRow(id, organizationId))
  )
  yield* insertAll(
    "webhook_positions",
    places.map(({ id, organizationId }) => positionRow(id, organizationId))
  )
  yield* insertAll(
    "webhook_secrets",
    places.map(({ id }) => ({ endpoint_id: id, version: 1, key_id: "none", sealed: "none", expires_at_ms: null }))
  )
})

/** Deliveries to an endpoint that have succeeded. */
export const succeededDeliveries = (count: number) =>
  Effect.suspend(() => insertAll("webhook_deliveries", deliveryRows(Names.succeededEndpoint, count, "succeeded")))
/** Deliveries to another endpoint that have failed. */
export const failedDeliveries = Effect.suspend(() =>
  insertAll("webhook_deliveries", deliveryRows(Names.failedEndpoint, sizes.deliveries, "failed"))
)

/** Puts an endpoint with all its deliveries in the place of the one that the request before has deleted. */
export const putDeletedBack = Effect.fnUntraced(function* (number: number) {
  const sql = yield* SqlClient
  const endpoint = Names.deletedEndpoint(number)
  yield* insertAll("webhook_endpoints", [endpointRow(endpoint, Names.many)])
  yield* insertAll("webhook_positions", [positionRow(endpoint, Names.many)])
  yield* sql`INSERT INTO webhook_deliveries
      (endpoint_id, event_id, sequence, type, status, attempts, failures, next_attempt_at_ms, created_at_ms)
    SELECT ${endpoint}, event_id, sequence, type, status, attempts, failures, next_attempt_at_ms, created_at_ms
    FROM webhook_deliveries WHERE endpoint_id = ${Names.succeededEndpoint}`
  // The next commit would do it, which is one of the server.
  yield* sql.onDialectOrElse({ sqlite: () => sql`PRAGMA wal_checkpoint(TRUNCATE)`, orElse: () => Effect.void })
})

/** Puts back what a request has had sent again. */
export const failAgain = Effect.gen(function* () {
  const sql = yield* SqlClient
  yield* sql`UPDATE webhook_deliveries SET status = 'failed', next_attempt_at_ms = NULL
    WHERE endpoint_id = ${Names.failedEndpoint} AND status <> 'failed'`
})
