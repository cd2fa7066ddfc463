/**
 * The port to tokens by their digests, read together with the client and the grant as they are at that moment.
 */
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Permission } from "@partner-api/domain/Permission"
import type { TokenInfo } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The number of tokens removed at once; a larger batch would hold up requests for more than 10 ms. */
export const tokensPerPurge = 250

/** A token to be stored. */
export interface NewToken {
  readonly digest: string
  readonly clientId: ClientId
  readonly primary: boolean
  readonly organizationId: OrganizationId | undefined
  /** The digest of the secret that requested it; it must still be live. */
  readonly secretDigest: string
  readonly expiresAtMs: number
}

/** A token that may end an older one of its kind: of the same client and organization, and primary or not. */
export type ReplacingToken = Pick<NewToken, "clientId" | "primary" | "organizationId" | "digest" | "expiresAtMs">

/** A scoped token to be stored. */
export interface NewScopedToken {
  readonly digest: string
  readonly clientId: ClientId
  readonly organizationId: OrganizationId
  readonly permissions: ReadonlyArray<Permission> | undefined
  /** The token it is minted with; it ends when that one is revoked. */
  readonly parentId: string
  readonly expiresAtMs: number
}

export class TokenStore extends Context.Service<
  TokenStore,
  {
    /**
     * Stores a token if the secret that requested it is still live. Returns how many live tokens the client had before, or `undefined` where nothing
     * was stored.
     */
    readonly insert: (token: NewToken, nowMs: number) => Effect.Effect<number | undefined, StoreError>
    /** The same for a scoped token: its client must be granted the organization, and its parent must live. */
    readonly insertScoped: (token: NewScopedToken, nowMs: number) => Effect.Effect<number | undefined, StoreError>
    readonly find: (digest: string) => Effect.Effect<Option.Option<TokenInfo>, StoreError>
    /** The number of live tokens of a client. */
    readonly countLive: (clientId: ClientId, nowMs: number) => Effect.Effect<number, StoreError>
    /**
     * Ends the oldest live token of the kind of `newest` that is older than it, and returns whether there was one. Tokens minted with it live on. Of tokens
     * that expire at the same moment, the digest decides which is older.
     */
    readonly endOldest: (newest: ReplacingToken, nowMs: number) => Effect.Effect<boolean, StoreError>
    /** Ends a token of a client, and the tokens minted with it: none of them is found any more. Those beyond {@link tokensPerPurge} are left to a purge. */
    readonly revoke: (clientId: ClientId, digest: string) => Effect.Effect<void, StoreError>
    /**
     * Ends every token that a client has once the transaction under way commits: none of them is found, counted or minted from any more. It writes a mark alone,
     * however many there are, and leaves them to a purge. `mark` is new. The transaction has locked the client.
     */
    readonly endOfClient: (clientId: ClientId, mark: string) => Effect.Effect<void, StoreError>
    /** Removes one batch of tokens whose time is over, or that have ended with their client or their parent. Tells how many; as many as a batch where there may be more. */
    readonly purge: (nowMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/TokenStore") {}
