/**
 * Webhook endpoints in results: for programs and for people. Of an address there is the host, and of secrets the version and the key
 * that seals it.
 */
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { webhookMessage } from "@partner-api/domain/WebhookEndpoint"
import type {
  WebhookDetails,
  WebhookOverview,
  WebhookSecretDetails
} from "@partner-api/service/services/administration/WebhookAdministration"
import { endpointState, visibleHost } from "@partner-api/service/services/webhooks/EndpointState"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const momentOf = (timeMs: number | undefined): string | null =>
  timeMs === undefined || timeMs === 0 ? null : timestampFromMillis(timeMs)

/** An endpoint of a list for programs. */
export const overviewJson = ({ found, endpointStatus }: WebhookOverview) => ({
  id: found.endpoint.id,
  organization_id: found.organizationId,
  client_id: found.clientId,
  ...(found.agencyId === undefined ? {} : { agency_id: found.agencyId }),
  host: visibleHost(found.endpoint.url),
  types: found.endpoint.types,
  permissions: found.permissions,
  status: found.endpoint.status,
  state: endpointState(endpointStatus),
  ...(found.endpoint.disabled_reason === undefined ? {} : { disabled_reason: found.endpoint.disabled_reason }),
  failing_since: momentOf(endpointStatus.health.failingSinceMs),
  failures: endpointStatus.health.failures,
  position: endpointStatus.position,
  head: endpointStatus.head,
  waiting_since: momentOf(endpointStatus.waitingSinceMs),
  next_attempt_at: momentOf(endpointStatus.dueAtMs),
  leased_until: momentOf(endpointStatus.leaseUntilMs)
})

/** An endpoint for programs. */
export const webhookJson = (details: WebhookDetails) => ({
  ...overviewJson(details),
  created_at: details.found.endpoint.created_at,
  updated_at: details.found.endpoint.updated_at,
  deliveries: details.deliveries,
  secrets: details.secrets.map(({ expiresAtMs, key, keyId, version }) => ({
    version,
    key_id: keyId,
    key,
    expires_at: momentOf(expiresAtMs)
  }))
})

/** A duration in the largest unit that is precise enough. */
export const ageText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120
    ? `${minutes} min`
    : minutes < 2_880
      ? `${Math.floor(minutes / 60)} h`
      : `${Math.floor(minutes / 1_440)} days`
}

/** The state of an endpoint, with the reason of a disabled one. */
export const stateText = ({ found, endpointStatus }: WebhookOverview): string => {
  const reason = found.endpoint.disabled_reason
  return `${endpointState(endpointStatus)}${reason === undefined ? "" : ` (${reason})`}`
}

/** The reason why deliveries that were requested are not sent now, and its end; none where they are sent at once. */
export const waitText = (
  { found: { endpoint }, endpointStatus }: WebhookOverview,
  nowMs: number
): string | undefined => {
  const { notBeforeMs } = endpointStatus.health
  switch (endpointState(endpointStatus)) {
    case "enabled":
      return undefined
    case "pending":
      return "The endpoint is pending. Deliveries wait until its address answers the ping."
    case "failing":
      return notBeforeMs <= nowMs
        ? undefined
        : `The endpoint fails. Deliveries wait until its address accepts a request. The next one is sent at ${timestampFromMillis(notBeforeMs)}, or when its client sets status to enabled.`
    case "paused":
      return "The endpoint is paused. Deliveries wait until its client has webhooks:manage and its secrets open: partner-api doctor says which."
    case "disabled":
      return `The endpoint is disabled. Deliveries wait until it is enabled: partner-api webhooks enable ${endpoint.id}`
  }
}

const keyNames: Readonly<Record<WebhookSecretDetails["key"], string>> = {
  current: "the current one",
  previous: "SECRETS_KEY_PREVIOUS",
  missing: "which this command is not given"
}

const secretLine = ({ expiresAtMs, key, keyId, version }: WebhookSecretDetails): string =>
  `  version ${version}  sealed with the key ${keyId} (${keyNames[key]})` +
  (expiresAtMs === undefined ? "" : `, signs until ${timestampFromMillis(expiresAtMs)}`)

const failingLine = ({ endpointStatus: { health } }: WebhookOverview, nowMs: number): ReadonlyArray<string> =>
  health.failingSinceMs === undefined
    ? []
    : [
        `failing       since ${timestampFromMillis(health.failingSinceMs)}, ${ageText(nowMs - health.failingSinceMs)}; attempts in a row: ${health.failures}`
      ]

const waitingText = ({ endpointStatus: { waitingSinceMs } }: WebhookOverview, nowMs: number): string =>
  waitingSinceMs === undefined ? "no event waits" : `the oldest event has waited for ${ageText(nowMs - waitingSinceMs)}`

const workerText = ({ endpointStatus: { leaseUntilMs } }: WebhookOverview, nowMs: number): string =>
  leaseUntilMs > nowMs
    ? `delivers now; its lease ends at ${timestampFromMillis(leaseUntilMs)}`
    : leaseUntilMs === 0
      ? "none since the last change"
      : `the last one was here at ${timestampFromMillis(leaseUntilMs)}`

/** An endpoint for people. */
export const webhookLines = (details: WebhookDetails): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => {
    const { deliveries, found, secrets, endpointStatus } = details
    const { endpoint } = found
    const next = momentOf(endpointStatus.dueAtMs)
    const message = webhookMessage({ ...endpoint, ...(endpoint.status === "disabled" ? {} : failingOf(details)) })
    return [
      `id            ${endpoint.id}`,
      `organization  ${found.organizationId}`,
      `client        ${found.clientId}${found.agencyId === undefined ? "" : ` (agency ${found.agencyId})`}`,
      `host          ${visibleHost(endpoint.url)}`,
      `types         ${endpoint.types.join(" ")}`,
      `permissions   ${found.permissions.join(" ") || "none: its client chooses the types again"}`,
      `state         ${stateText(details)}`,
      ...failingLine(details, nowMs),
      `position      ${endpointStatus.position} of ${endpointStatus.head}; ${waitingText(details, nowMs)}`,
      ...(next === null ? [] : [`next attempt  ${next}`]),
      `worker        ${workerText(details, nowMs)}`,
      `deliveries    ${deliveries.pending} pending, ${deliveries.parked} parked, ${deliveries.failed} failed`,
      "secrets",
      ...secrets.map(secretLine),
      ...(message === undefined ? [] : [message])
    ]
  })

const failingOf = ({ endpointStatus: { health } }: WebhookOverview) =>
  health.failingSinceMs === undefined ? {} : { failing_since: timestampFromMillis(health.failingSinceMs) }
