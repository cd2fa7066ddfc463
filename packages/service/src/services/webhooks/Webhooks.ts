/**
 * The webhook endpoints of a client in one organization: adds, shows and changes them. Their deliveries are in `WebhookDeliveries.ts`; the
 * workers send (`Deliveries.ts`).
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import {
  createWebhookEndpoint,
  patchWebhookEndpoint,
  rotateWebhookSecret,
  webhookEndpointEntry
} from "@partner-api/domain/commands/WebhookEndpoint"
import {
  type Conflict,
  type Forbidden,
  type NotFound,
  type PreconditionFailed,
  type RateLimited,
  type Unauthorized,
  type Unavailable,
  UnprocessableEntity
} from "@partner-api/domain/Errors"
import { readerOfToken } from "@partner-api/domain/EventReader"
import type { Decision } from "@partner-api/domain/Journal"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import type { PageRequest } from "@partner-api/domain/Pagination"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import {
  type NewWebhookEndpoint,
  type OwnedWebhookEndpoint,
  overlapSecondsDefault,
  type SecretRotation,
  tooManyWebhookEndpoints,
  WebhookEndpoint,
  WebhookEndpointId,
  type WebhookEndpointPatch,
  webhookMessage
} from "@partner-api/domain/WebhookEndpoint"
import { checkDelivered } from "@partner-api/domain/WebhookReader"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { makeId } from "../../crypto/Secrets.ts"
import { ClientStore } from "../../store/ClientStore.ts"
import { DeliveryStore } from "../../store/DeliveryStore.ts"
import { EventStore } from "../../store/EventStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { allTogether, Together } from "../../store/Together.ts"
import { TokenStore } from "../../store/TokenStore.ts"
import { type FoundWebhookEndpoint, type WebhookOwner, WebhookStore } from "../../store/WebhookStore.ts"
import { WebhookUseStore } from "../../store/WebhookUseStore.ts"
import { liveToken } from "../access/LiveToken.ts"
import { record } from "../Journal.ts"
import { orNotFound } from "../OrNotFound.ts"
import { requireMatch } from "../Precondition.ts"
import { changeEndpoint, type ChangeStores } from "./EndpointChange.ts"
import { refusalsOf } from "./OutboundUrl.ts"
import { requestPing } from "./Pings.ts"
import { makeSecretOf, rotated, SecretsKeys } from "./WebhookSecrets.ts"
import { WebhookPolicy } from "./WebhookPolicy.ts"

/** The endpoint, or the answer where there is none. */
export const endpointOrNotFound = orNotFound("webhook endpoint")

/** An endpoint in answers, and whether it has refused events while it accepts others. */
const renderEndpoint = (
  { endpoint, failingSinceMs, permissions }: FoundWebhookEndpoint,
  hasRefused: boolean
): WebhookEndpoint => {
  const failing = failingSinceMs === undefined ? {} : { failing_since: timestampFromMillis(failingSinceMs) }
  const message = webhookMessage({ ...endpoint, ...failing }, hasRefused)
  return { ...endpoint, permissions, ...failing, ...(message === undefined ? {} : { message }) }
}

/** The JSON text of an endpoint in answers, byte for byte. Its ETag is the digest of this text. */
const encodeEndpoint = jsonTextOf(WebhookEndpoint)

/** The statuses of deliveries that a receiver has refused while the endpoint goes on. */
const refusedStatuses = ["parked", "failed"] as const

/** The sequence of the first event of an organization. */
const firstSequence = 1

type ManageError =
  | NotFound
  | Unauthorized
  | Forbidden
  | Conflict
  | UnprocessableEntity
  | Unavailable
  | RateLimited
  | StoreError

/** A client in an organization, and the name of the token that it uses. */
export interface WebhookManager extends WebhookOwner {
  readonly tokenId: string
}

export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly page: (
      owner: WebhookOwner,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<WebhookEndpoint>, StoreError>
    readonly get: (owner: WebhookOwner, id: WebhookEndpointId) => Effect.Effect<WebhookEndpoint, NotFound | StoreError>
    /** Adds an endpoint after the head of the feed, shows its secret, and has a `ping` sent to it. */
    readonly create: (
      manager: WebhookManager,
      input: NewWebhookEndpoint
    ) => Effect.Effect<WebhookEndpoint, ManageError, CurrentWrite>
    /** Changes an endpoint: a member that the patch does not have stays as it is. */
    readonly update: (
      manager: WebhookManager,
      id: WebhookEndpointId,
      patch: WebhookEndpointPatch,
      ifMatch: string | undefined
    ) => Effect.Effect<WebhookEndpoint, ManageError | PreconditionFailed, CurrentWrite>
    readonly remove: (
      owner: WebhookOwner,
      id: WebhookEndpointId
    ) => Effect.Effect<void, NotFound | StoreError, CurrentWrite>
    /** Gives an endpoint another secret and shows it; the one before signs too for a while. */
    readonly rotateSecret: (
      manager: WebhookManager,
      id: WebhookEndpointId,
      rotation: SecretRotation
    ) => Effect.Effect<WebhookEndpoint, NotFound | Unauthorized | Forbidden | Unavailable | StoreError, CurrentWrite>
  }
>()("@partner-api/service/Webhooks") {
  static readonly layer = Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const deliveries = yield* DeliveryStore
      const events = yield* EventStore
      const uses = yield* WebhookUseStore
      const stores: ChangeStores = { store, deliveries, events, uses }
      const refusalsOfUrl = refusalsOf(yield* WebhookPolicy)
      const keys = yield* SecretsKeys
      const clients = yield* ClientStore
      const tokens = yield* TokenStore
      const together = yield* Together

      const find = (owner: WebhookOwner, id: WebhookEndpointId) => endpointOrNotFound(store.find(owner, id))

      /** The endpoint of a client that the transaction under way is about to change. */
      const lock = (owner: WebhookOwner, id: WebhookEndpointId) => endpointOrNotFound(store.lockOwn(owner, id))

      /** Whether events were refused. A `ping` is no event: none has a sequence. */
      const hasRefused = (id: WebhookEndpointId) =>
        Effect.map(
          allTogether(
            together,
            refusedStatuses.map((status) => deliveries.count(id, { status, sequence: firstSequence }))
          ),
          (counts) => counts.some((count) => count > 0)
        )

      /** Those of some endpoints that have refused events. Of most endpoints every delivery is through. */
      const refusing = Effect.fnUntraced(function* (found: ReadonlyArray<FoundWebhookEndpoint>) {
        const unfinished = yield* deliveries.unfinished(found.map(({ endpoint }) => endpoint.id))
        return new Set(yield* Effect.filter(unfinished, hasRefused))
      })

      /** An endpoint as its client sees it. */
      const shownOf = Effect.fnUntraced(function* (
        id: WebhookEndpointId,
        found: Effect.Effect<FoundWebhookEndpoint, NotFound | StoreError>
      ) {
        const [endpoint, unfinished] = yield* together(found, deliveries.unfinished([id]))
        return renderEndpoint(endpoint, unfinished.length > 0 && (yield* hasRefused(id)))
      })
      const shown = (found: FoundWebhookEndpoint) => shownOf(found.endpoint.id, Effect.succeed(found))

      const checkUrl = (url: string | undefined): Effect.Effect<void, UnprocessableEntity> => {
        const refusals = url === undefined ? [] : refusalsOfUrl(url)
        return refusals.length === 0
          ? Effect.void
          : Effect.fail(
              new UnprocessableEntity({
                message: "Events cannot be sent to this address.",
                details: refusals.map((message) => ({ in: "body", path: "/url", code: "not_allowed", message }))
              })
            )
      }

      const create = Effect.fn("Webhooks.create")(function* (manager: WebhookManager, input: NewWebhookEndpoint) {
        yield* checkUrl(input.url)
        const { clientId, organizationId } = manager
        // What ends the tokens of the client waits, and sees this endpoint.
        const [, token] = yield* together(clients.lock(clientId), liveToken(tokens, manager.tokenId))
        const id = WebhookEndpointId.make(yield* makeId("whe_"))
        const made = yield* makeSecretOf(keys, { id, organizationId }, 1)
        const nowMs = yield* Clock.currentTimeMillis
        const owner = { organizationId, clientId, ...readerOfToken(token) }
        const { entries, next } = yield* Effect.fromResult(
          createWebhookEndpoint(owner, input, { id, nowMs, secretHint: made.hint })
        )
        if (!(yield* store.insert(next, made.stored))) return yield* tooManyWebhookEndpoints
        const { head } = yield* events.ends(organizationId)
        yield* deliveries.begin(id, { organizationId, position: head, nowMs })
        const found = { ...next, failingSinceMs: undefined }
        yield* requestPing(stores, found)
        yield* record(entries)
        return { ...renderEndpoint(found, false), secret: Redacted.value(made.secret) }
      })

      /**
       * An endpoint that fails and is to be enabled gets a ping at once: when it answers, deliveries resume. The entry of a change with it is the only
       * one of the write.
       */
      const pingAgain = Effect.fnUntraced(function* (
        stored: FoundWebhookEndpoint,
        patch: WebhookEndpointPatch,
        { entries, next: { endpoint } }: Decision<OwnedWebhookEndpoint>
      ) {
        const isFailing = stored.failingSinceMs !== undefined && endpoint.status === "enabled"
        if (!isFailing || patch.status !== "enabled") return
        yield* requestPing(stores, stored)
        if (entries.length === 0) yield* record([webhookEndpointEntry(stored, "tested")])
      })

      const update = Effect.fn("Webhooks.update")(function* (
        manager: WebhookManager,
        id: WebhookEndpointId,
        patch: WebhookEndpointPatch,
        ifMatch: string | undefined
      ) {
        const [stored, token] = yield* together(lock(manager, id), Effect.exit(liveToken(tokens, manager.tokenId)))
        // Its deliveries are counted only where the patch depends on them.
        if (ifMatch !== undefined) {
          const endpoint = yield* shown(stored)
          yield* requireMatch(ifMatch, () => encodeEndpoint(endpoint))
        }
        yield* checkUrl(patch.url)
        const by = { token: yield* token, nowMs: yield* Clock.currentTimeMillis }
        const decision = yield* Effect.fromResult(patchWebhookEndpoint(stored, patch, by))
        yield* pingAgain(stored, patch, decision)
        return yield* shown(yield* changeEndpoint(stores, stored, decision, requestPing))
      })

      const remove = Effect.fn("Webhooks.remove")(function* (owner: WebhookOwner, id: WebhookEndpointId) {
        const stored = yield* lock(owner, id)
        yield* store.remove(id)
        yield* record([webhookEndpointEntry(stored, "deleted")])
      })

      const rotateSecret = Effect.fn("Webhooks.rotateSecret")(function* (
        manager: WebhookManager,
        id: WebhookEndpointId,
        { expires_previous_in = overlapSecondsDefault }: SecretRotation
      ) {
        const [stored, [token, secrets]] = yield* together(
          lock(manager, id),
          together(liveToken(tokens, manager.tokenId), store.secrets(id))
        )
        // The secret signs in the name of the service: a token that may read less than is delivered gets none.
        yield* Effect.fromResult(checkDelivered(stored, token))
        const made = yield* makeSecretOf(
          keys,
          { id, organizationId: stored.organizationId },
          (secrets[0]?.version ?? 0) + 1
        )
        const nowMs = yield* Clock.currentTimeMillis
        const expiresAtMs = nowMs + expires_previous_in * 1_000
        yield* store.replaceSecrets(id, rotated(secrets, made.stored, { expiresAtMs, nowMs }))
        const { entries, next } = rotateWebhookSecret(stored, made.hint, nowMs)
        yield* store.save(next)
        yield* record(entries)
        return { ...(yield* shown({ ...stored, ...next })), secret: Redacted.value(made.secret) }
      })

      return Webhooks.of({
        page: Effect.fnUntraced(function* (owner, request) {
          const found = yield* store.page(owner, request)
          const refused = yield* refusing(found)
          return found.map((one) => renderEndpoint(one, refused.has(one.endpoint.id)))
        }),
        get: (owner, id) => shownOf(id, find(owner, id)),
        create,
        update,
        remove,
        rotateSecret
      })
    })
  )
}
