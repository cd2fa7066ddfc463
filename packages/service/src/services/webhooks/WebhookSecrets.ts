/**
 * The secrets that sign webhooks: makes them, seals them for the store, and opens those that sign now.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { secretHintLength, type WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { open, seal, type SealingKey } from "../../crypto/SealedText.ts"
import { makeWebhookSecret } from "../../crypto/WebhookSignature.ts"
import type { StoredWebhookSecret } from "../../store/WebhookStore.ts"

/** The keys that seal secrets: the first seals, all of them open. Without any, nothing can be signed. */
export const SecretsKeys = Context.Reference<ReadonlyArray<SealingKey>>("@partner-api/service/SecretsKeys", {
  defaultValue: () => []
})

/** The most secrets of an endpoint that sign at once: the newest one, and the one that it replaces. */
const liveMax = 2

const noKey = new Unavailable({
  message: "The service has no key to keep the secrets of webhooks. Its operator has to set SECRETS_KEY."
})

/** An endpoint, by its names. */
interface Place {
  readonly organizationId: OrganizationId
  readonly id: WebhookEndpointId
}

/** The place to which a sealed secret belongs: sealed text that is moved to another row does not open. */
const placeOf = ({ id, organizationId }: Place, version: number): string => [organizationId, id, version].join("|")

/** A new secret: what the partner is shown, and what is stored. */
export interface NewWebhookSecret {
  readonly secret: Redacted.Redacted
  readonly hint: string
  readonly stored: StoredWebhookSecret
}

/** Keys of a service: the first seals, all of them open. */
type Keys = ReadonlyArray<SealingKey>

/** Makes a secret of an endpoint. Fails where there is no key to seal it. */
export const makeSecretOf = Effect.fnUntraced(function* ([key]: Keys, endpoint: Place, version: number) {
  if (key === undefined) return yield* noKey
  const secret = yield* makeWebhookSecret
  return {
    secret,
    hint: Redacted.value(secret).slice(-secretHintLength),
    stored: { version, expiresAtMs: undefined, ...seal(key, secret, placeOf(endpoint, version)) }
  }
})

const isLive = ({ expiresAtMs }: StoredWebhookSecret, nowMs: number): boolean =>
  expiresAtMs === undefined || expiresAtMs > nowMs

/** The secrets after a new one: those before sign until `expiresAtMs` at most, and only the newest of them. */
export const rotated = (
  secrets: ReadonlyArray<StoredWebhookSecret>,
  added: StoredWebhookSecret,
  { expiresAtMs, nowMs }: { readonly expiresAtMs: number; readonly nowMs: number }
): ReadonlyArray<StoredWebhookSecret> =>
  [
    added,
    ...secrets.map((secret) => ({ ...secret, expiresAtMs: Math.min(secret.expiresAtMs ?? expiresAtMs, expiresAtMs) }))
  ]
    .filter((secret) => isLive(secret, nowMs))
    .slice(0, liveMax)

/** Opens the secrets that sign now, the newest first. None where one of them was sealed with a key that is not there. */
export const openSecrets = (
  keys: Keys,
  endpoint: Place,
  secrets: ReadonlyArray<StoredWebhookSecret>,
  nowMs: number
): Option.Option<ReadonlyArray<Redacted.Redacted>> => {
  const live = secrets.filter((secret) => isLive(secret, nowMs))
  return live.length === 0
    ? Option.none()
    : Option.all(live.map((secret) => open(keys, secret, placeOf(endpoint, secret.version))))
}

/** The result for secrets that were to be sealed with the first key. */
export interface Rewrapped {
  readonly secrets: ReadonlyArray<StoredWebhookSecret>
  /** The number of secrets that were sealed anew. */
  readonly sealed: number
  /** Those that sign now and do not open: they stay as they are. */
  readonly lost: ReadonlyArray<StoredWebhookSecret>
}

/** Seals the secrets of an endpoint with the first key, but for those that it has sealed already. Fails where there is no key. */
export const rewrapped = Effect.fnUntraced(function* (
  keys: Keys,
  endpoint: Place,
  secrets: ReadonlyArray<StoredWebhookSecret>,
  nowMs: number
) {
  const [key] = keys
  if (key === undefined) return yield* noKey
  const each = secrets.map((secret) => {
    const place = placeOf(endpoint, secret.version)
    const opened = Option.getOrUndefined(open(keys, secret, place))
    if (opened === undefined) return { secret, isSealed: false, isLost: isLive(secret, nowMs) }
    const isSealed = secret.keyId !== key.id
    return { secret: isSealed ? { ...secret, ...seal(key, opened, place) } : secret, isSealed, isLost: false }
  })
  const made: Rewrapped = {
    secrets: each.map(({ secret }) => secret),
    sealed: each.filter(({ isSealed }) => isSealed).length,
    lost: each.filter(({ isLost }) => isLost).map(({ secret }) => secret)
  }
  return made
})
