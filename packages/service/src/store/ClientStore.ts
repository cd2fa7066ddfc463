/**
 * The port to clients and the digests of their secrets. Secrets themselves are never here.
 */
import type { Client } from "@partner-api/domain/Client"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** A client among all of them, with the numbers of its grants and its live secrets. */
export interface ClientOverview extends Client {
  readonly grants: number
  readonly secrets: number
}

/** A live secret, by its digest. */
export interface ClientSecret {
  readonly digest: string
  readonly clientId: ClientId
  readonly createdAt: string
  /** The hour in which it was used last. */
  readonly lastUsedAt: string | undefined
}

/** A live secret with the client whose it is. */
export interface SecretWithClient extends ClientSecret {
  readonly client: Client
}

export class ClientStore extends Context.Service<
  ClientStore,
  {
    readonly find: (clientId: string) => Effect.Effect<Option.Option<Client>, StoreError>
    /** The client that the transaction under way is about to change: nobody else adds to or ends anything of it before it ends. */
    readonly lock: (clientId: ClientId) => Effect.Effect<Option.Option<Client>, StoreError>
    /** The live secret with this digest, and whose it is. */
    readonly secretOf: (digest: string) => Effect.Effect<Option.Option<SecretWithClient>, StoreError>
    /** Adds a client, or renames the one with this id; its default organization stays what it was. */
    readonly save: (client: Client) => Effect.Effect<void, StoreError>
    /** The live secrets of a client, the oldest first. */
    readonly secretsOfClient: (clientId: ClientId) => Effect.Effect<ReadonlyArray<ClientSecret>, StoreError>
    /** Writes down when a secret was used last. */
    readonly noteUse: (digest: string, usedAt: string) => Effect.Effect<void, StoreError>
    readonly addDigest: (clientId: ClientId, digest: string, createdAt: string) => Effect.Effect<void, StoreError>
    /** Makes a digest the only one of a client. */
    readonly replaceDigest: (clientId: ClientId, digest: string, createdAt: string) => Effect.Effect<void, StoreError>
    /** Ends the secret with this digest. */
    readonly endDigest: (digest: string) => Effect.Effect<void, StoreError>
    readonly setDefaultOrganization: (
      clientId: ClientId,
      organizationId: OrganizationId | undefined
    ) => Effect.Effect<void, StoreError>
    /** Marks a client as revoked and takes its secrets away. */
    readonly revoke: (clientId: ClientId, revokedAt: string) => Effect.Effect<void, StoreError>
    /** A page of all clients, ordered by id. */
    readonly page: (request: PageRequest) => Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    /** All clients, ordered by id. */
    readonly all: Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    /** Whether there is no client at all: nobody has used this database yet. */
    readonly isEmpty: Effect.Effect<boolean, StoreError>
    /** The clients whose secrets are printed in the documentation. */
    readonly sandboxClients: Effect.Effect<ReadonlyArray<Client>, StoreError>
  }
>()("@partner-api/service/ClientStore") {}
