/**
 * Counts the pings and recoveries of webhook endpoints, and refuses those beyond a bound. Does nothing else with it: `Pings.ts` has a ping sent, and
 * `RepeatedDeliveries.ts` has deliveries made once more.
 */
import { pingHostOf, tooManyUses, useBounds, type WebhookUseKind } from "@partner-api/domain/WebhookUse"
import type { RateLimited } from "@partner-api/domain/Errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { StoreError } from "../../store/StoreError.ts"
import type { FoundWebhookEndpoint } from "../../store/WebhookStore.ts"
import type { WebhookUseStore } from "../../store/WebhookUseStore.ts"

type Uses = WebhookUseStore["Service"]

const useOf = (kind: WebhookUseKind, { clientId, endpoint }: FoundWebhookEndpoint, atMs: number) => ({
  kind,
  clientId,
  endpointId: endpoint.id,
  host: pingHostOf(endpoint.url),
  atMs
})

/** Counts a use by the client of an endpoint, or refuses it. */
export const countUse: (
  uses: Uses,
  kind: WebhookUseKind,
  found: FoundWebhookEndpoint
) => Effect.Effect<void, RateLimited | StoreError> = Effect.fnUntraced(function* (uses, kind, found) {
  const nowMs = yield* Clock.currentTimeMillis
  const reached = Option.getOrUndefined(yield* uses.take(useOf(kind, found, nowMs), useBounds[kind]))
  if (reached !== undefined) return yield* tooManyUses(kind, reached.bound, reached.untilMs - nowMs)
})

/** Counts a use by the operator: it takes a place of the bounds, and none of them refuses it. */
export const countOperatorUse: (
  uses: Uses,
  kind: WebhookUseKind,
  found: FoundWebhookEndpoint
) => Effect.Effect<void, StoreError> = Effect.fnUntraced(function* (uses, kind, found) {
  yield* uses.take(useOf(kind, found, yield* Clock.currentTimeMillis), [])
})
