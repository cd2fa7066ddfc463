/**
 * Commands that change webhook endpoints, of their client, of the operator, and of the service when it delivers.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { Conflict, type Forbidden, UnprocessableEntity } from "../Errors.ts"
import { selectTypes } from "../EventQuery.ts"
import { type EventReader, isSameReader } from "../EventReader.ts"
import { type Decision, type JournalEntry, ofWebhookEndpoint } from "../Journal.ts"
import { patching } from "../MergePatch.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { timestampFromMillis } from "../Timestamp.ts"
import type { TokenInfo } from "../Token.ts"
import {
  type NewWebhookEndpoint,
  type OwnedWebhookEndpoint,
  WebhookEndpoint,
  type WebhookDisabledReason,
  type WebhookEndpointId,
  type WebhookEndpointPatch,
  type WebhookEndpointSnapshot
} from "../WebhookEndpoint.ts"
import { readerAfter } from "../WebhookReader.ts"

/** The owner of an endpoint, and its permissions. */
type Owner = Omit<OwnedWebhookEndpoint, "endpoint">
type WebhookDecision = Decision<OwnedWebhookEndpoint>

const patched = patching(WebhookEndpoint)

/** Members that a partner writes. */
const members = ["url", "types", "description", "concurrency", "status"] as const

/** The endpoint as an event shows it. */
export const snapshotOf = ({ agencyId, clientId, endpoint }: OwnedWebhookEndpoint): WebhookEndpointSnapshot => ({
  id: endpoint.id,
  client_id: clientId,
  ...(agencyId === undefined ? {} : { agency_id: agencyId }),
  status: endpoint.status,
  ...(endpoint.disabled_reason === undefined ? {} : { disabled_reason: endpoint.disabled_reason })
})

/** The name of the member that shows what an endpoint may read; its value is in the journal, as that of a grant is. */
const power = "permissions"

const entryOf = (
  { agencyId, endpoint, organizationId, permissions }: OwnedWebhookEndpoint,
  action: Extract<JournalEntry["action"], `webhook_endpoint.${string}`>,
  changed: ReadonlyArray<string> = []
) => ({
  organizationId,
  action,
  resource_id: endpoint.id,
  ...(agencyId === undefined ? {} : { agency_id: agencyId }),
  changed,
  ...(changed.includes(power) ? { after: { permissions } } : {})
})

/** Adds an endpoint, which is `pending` until its address has answered. Fails where it names types that its owner may not read. */
export const createWebhookEndpoint = (
  owner: Owner,
  input: NewWebhookEndpoint,
  made: { readonly id: WebhookEndpointId; readonly nowMs: number; readonly secretHint: string }
): Result.Result<WebhookDecision, Forbidden> =>
  Result.map(selectTypes(input, owner.permissions), () => added(owner, input, made))

const added = (
  owner: Owner,
  { concurrency = 1, types = ["*"], ...input }: NewWebhookEndpoint,
  made: { readonly id: WebhookEndpointId; readonly nowMs: number; readonly secretHint: string }
): WebhookDecision => {
  const now = timestampFromMillis(made.nowMs)
  const next: OwnedWebhookEndpoint = {
    ...owner,
    endpoint: {
      id: made.id,
      ...input,
      types,
      concurrency,
      status: "pending",
      secret_hint: made.secretHint,
      created_at: now,
      updated_at: now
    }
  }
  return { next, entries: [entryOf(next, "webhook_endpoint.created", [...Object.keys(input), power])] }
}

/** An endpoint that stands elsewhere than before. */
const moved = (
  owned: OwnedWebhookEndpoint,
  status: WebhookEndpoint["status"],
  reason: WebhookDisabledReason | undefined,
  nowMs: number
): OwnedWebhookEndpoint => ({
  ...owned,
  endpoint: {
    ...Struct.omit(owned.endpoint, ["disabled_reason"]),
    status,
    ...(reason === undefined ? {} : { disabled_reason: reason }),
    updated_at: timeOfChange(owned.endpoint.updated_at, nowMs)
  }
})

/** Disables an endpoint, for a reason; none is disabled twice. `members` have changed with it, and are in the same entry. */
export const disableWebhookEndpoint = (
  owned: OwnedWebhookEndpoint,
  reason: WebhookDisabledReason,
  nowMs: number,
  members: ReadonlyArray<string> = []
): WebhookDecision => {
  if (owned.endpoint.status === "disabled" && owned.endpoint.disabled_reason === reason)
    return { next: owned, entries: [] }
  const next = moved(owned, "disabled", reason, nowMs)
  const standing = owned.endpoint.status === "disabled" ? ["disabled_reason"] : ["status", "disabled_reason"]
  const changed = [...members, ...standing]
  return {
    next,
    entries: [
      ofWebhookEndpoint(
        { ...entryOf(next, "webhook_endpoint.disabled", changed), action: "webhook_endpoint.disabled" },
        snapshotOf(next)
      )
    ]
  }
}

/** Begins to enable an endpoint: its address has to answer a `ping` first. `members` have changed with it, and are in the same entry. */
export const requestWebhookEndpoint = (
  owned: OwnedWebhookEndpoint,
  nowMs: number,
  members: ReadonlyArray<string> = []
): WebhookDecision => {
  const next = moved(owned, "pending", undefined, nowMs)
  return { next, entries: [entryOf(next, "webhook_endpoint.updated", [...members, "status"])] }
}

/** Enables an endpoint whose address has answered. */
export const enableWebhookEndpoint = (owned: OwnedWebhookEndpoint, nowMs: number): WebhookDecision => {
  const next = moved(owned, "enabled", undefined, nowMs)
  return { next, entries: [entryOf(next, "webhook_endpoint.enabled", ["status"])] }
}

/** The entry of an endpoint that has begun to fail, or to answer again. */
export const webhookEndpointTurned = (owned: OwnedWebhookEndpoint, to: "failing" | "recovered"): JournalEntry => {
  const action = to === "failing" ? ("webhook_endpoint.failing" as const) : ("webhook_endpoint.recovered" as const)
  return ofWebhookEndpoint({ ...entryOf(owned, action), action }, snapshotOf(owned))
}

const disabledByOperator = new Conflict({
  message: "The operator of the service has disabled this webhook endpoint. Ask the operator to enable it."
})

/**
 * Changes an endpoint. A new address, or one that is to be enabled, has to answer a `ping` first. An equal value in a patch is no change.
 * Fails where the operator has disabled it and the patch would enable it, and where the patch opens to the token what it may not read.
 */
export const patchWebhookEndpoint = (
  owned: OwnedWebhookEndpoint,
  patch: WebhookEndpointPatch,
  by: { readonly token: TokenInfo; readonly nowMs: number }
): Result.Result<WebhookDecision, UnprocessableEntity | Conflict | Forbidden> =>
  Result.flatMap(readerAfter(owned, patch, by.token), (reader) => changedBy(patch, owned, reader, by.nowMs))

/** Applies a patch to an endpoint, for the reader that the endpoint has afterwards. */
const changedBy = (
  patch: WebhookEndpointPatch,
  owned: OwnedWebhookEndpoint,
  { agencyId, permissions }: EventReader,
  nowMs: number
): Result.Result<WebhookDecision, UnprocessableEntity | Conflict> => {
  const { endpoint } = owned
  const { status = endpoint.status, ...rest } = patch
  const merged = Result.mapError(
    patched(endpoint, rest),
    (details) => new UnprocessableEntity({ message: "The webhook endpoint contradicts itself.", details })
  )
  return Result.flatMap(merged, (next): Result.Result<WebhookDecision, Conflict> => {
    if (patch.status === "enabled" && endpoint.disabled_reason === "operator") return Result.fail(disabledByOperator)
    const written = members.filter((name) => JSON.stringify(next[name]) !== JSON.stringify(endpoint[name]))
    const changed = isSameReader({ agencyId, permissions }, owned) ? written : [...written, power]
    const updated: OwnedWebhookEndpoint =
      changed.length === 0
        ? owned
        : {
            ...owned,
            agencyId,
            permissions,
            endpoint: { ...next, updated_at: timeOfChange(endpoint.updated_at, nowMs) }
          }
    const entries = changed.length === 0 ? [] : [entryOf(updated, "webhook_endpoint.updated", changed)]
    // An address that did not answer is what another one repairs.
    const isMoved =
      changed.includes("url") && (endpoint.status === "enabled" || endpoint.disabled_reason === "ping_failed")
    const isEnabled = status === "enabled" && endpoint.status === "disabled"
    if (patch.status === "disabled" && endpoint.status !== "disabled")
      return Result.succeed(disableWebhookEndpoint(updated, "requested", nowMs, changed))
    if (patch.status === "disabled" || !(isEnabled || isMoved)) return Result.succeed({ next: updated, entries })
    const requested = requestWebhookEndpoint(updated, nowMs, changed)
    return Result.succeed(isEnabled ? requested : { next: requested.next, entries })
  })
}

/** Gives an endpoint another secret. */
export const rotateWebhookSecret = (
  owned: OwnedWebhookEndpoint,
  secretHint: string,
  nowMs: number
): WebhookDecision => {
  const { endpoint } = owned
  const next: OwnedWebhookEndpoint = {
    ...owned,
    endpoint: { ...endpoint, secret_hint: secretHint, updated_at: timeOfChange(endpoint.updated_at, nowMs) }
  }
  return { next, entries: [entryOf(next, "webhook_endpoint.secret_rotated", ["secret"])] }
}

/** The entry of something that was done with an endpoint and changes nothing of it, or of its end. */
export const webhookEndpointEntry = (
  owned: OwnedWebhookEndpoint,
  done: "deleted" | "tested" | "redelivered"
): JournalEntry => entryOf(owned, `webhook_endpoint.${done}`)
