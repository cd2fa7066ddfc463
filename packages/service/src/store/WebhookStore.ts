/**
 * The port to webhook endpoints and their sealed secrets. How their deliveries stand is in `DeliveryStore.ts`.
 */
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import type { OwnedWebhookEndpoint, WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { SealedText } from "../crypto/SealedText.ts"
import type { StoreError } from "./StoreError.ts"

/** The owner of endpoints: a client sees its own in one organization. */
export interface WebhookOwner {
  readonly organizationId: OrganizationId
  readonly clientId: ClientId
}

/** An endpoint, and since when its address has failed. */
export interface FoundWebhookEndpoint extends OwnedWebhookEndpoint {
  readonly failingSinceMs: number | undefined
}

/** A sealed secret of an endpoint. */
export interface StoredWebhookSecret extends SealedText {
  /** Counts the secrets of the endpoint. */
  readonly version: number
  /** When it signs no more; the one that signs until it is replaced has no such moment. */
  readonly expiresAtMs: number | undefined
}

export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /** A page of the endpoints of a client, ordered by id. */
    readonly page: (
      owner: WebhookOwner,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<FoundWebhookEndpoint>, StoreError>
    readonly find: (
      owner: WebhookOwner,
      id: WebhookEndpointId
    ) => Effect.Effect<Option.Option<FoundWebhookEndpoint>, StoreError>
    /** An endpoint that the transaction under way is about to change: nobody else changes it before it ends. */
    readonly lock: (id: WebhookEndpointId) => Effect.Effect<Option.Option<FoundWebhookEndpoint>, StoreError>
    /** As `lock`, an endpoint of a client: one of another client is neither found nor locked. */
    readonly lockOwn: (
      owner: WebhookOwner,
      id: WebhookEndpointId
    ) => Effect.Effect<Option.Option<FoundWebhookEndpoint>, StoreError>
    /** An endpoint, whose ever it is. */
    readonly findAny: (id: WebhookEndpointId) => Effect.Effect<Option.Option<FoundWebhookEndpoint>, StoreError>
    /** The endpoints of a client in every organization, ordered by organization and id. */
    readonly ofClient: (clientId: ClientId) => Effect.Effect<ReadonlyArray<FoundWebhookEndpoint>, StoreError>
    /** A page of the endpoints of all clients, or of those that a filter names, ordered by id. */
    readonly pageOfAll: (
      filter: Partial<WebhookOwner>,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<FoundWebhookEndpoint>, StoreError>
    /** The number of endpoints of a client in all organizations. */
    readonly countOfClient: (clientId: ClientId) => Effect.Effect<number, StoreError>
    /** Every endpoint, ordered by organization and id. */
    readonly all: Effect.Effect<ReadonlyArray<FoundWebhookEndpoint>, StoreError>
    /** Adds an endpoint with its first secret, unless its client has as many as it may have, and returns whether it did. */
    readonly insert: (owned: OwnedWebhookEndpoint, secret: StoredWebhookSecret) => Effect.Effect<boolean, StoreError>
    /** Writes an endpoint that is there. */
    readonly save: (owned: OwnedWebhookEndpoint) => Effect.Effect<void, StoreError>
    /** Removes an endpoint with its secrets. Its deliveries may be removed later, by `purgeRemoved` of the deliveries. */
    readonly remove: (id: WebhookEndpointId) => Effect.Effect<void, StoreError>
    /** The secrets of an endpoint, the newest first. */
    readonly secrets: (id: WebhookEndpointId) => Effect.Effect<ReadonlyArray<StoredWebhookSecret>, StoreError>
    /** Puts these secrets in the place of all that an endpoint has. */
    readonly replaceSecrets: (
      id: WebhookEndpointId,
      secrets: ReadonlyArray<StoredWebhookSecret>
    ) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/WebhookStore") {}
