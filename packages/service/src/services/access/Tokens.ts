/**
 * Access tokens: issues them and finds out what they allow (spec 5; decisions, Tokens).
 *
 * What is known of a token is cached for less than a second. So a revocation takes effect within a second on every node, and the database is
 * asked once a second for each token, not once a request.
 */
import { liveTokensMax } from "@partner-api/domain/Client"
import { wrongCredentials } from "@partner-api/domain/Credentials"
import { Forbidden, type Unauthorized } from "@partner-api/domain/Errors"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Permission } from "@partner-api/domain/Permission"
import {
  type AccessToken,
  checkLifetime,
  primaryLifetimeSeconds,
  refusedToken,
  type ScopedAccessToken,
  scopedLifetimeSeconds,
  type TokenInfo
} from "@partner-api/domain/Token"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as MutableHashMap from "effect/MutableHashMap"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { keysMax, makeBoundedMap } from "./BoundedMap.ts"
import { digestOf, makeSecret } from "../../crypto/Secrets.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { type ReplacingToken, TokenStore } from "../../store/TokenStore.ts"
import type { AuthenticatedClient } from "./Clients.ts"

/** The times of tokens. */
interface TokenTimesShape {
  readonly primaryLifetimeSeconds: number
  readonly scopedLifetimeSeconds: number
  readonly cacheMs: number
}

/** How long a token that was found is not looked up again. The rest of the second in which a revocation takes effect is the query's. */
export const tokenCacheMs = 900

/** How long tokens live, and how stale the knowledge of one may be. The clock of a test may want other times. */
export const TokenTimes = Context.Reference("@partner-api/service/TokenTimes", {
  defaultValue: (): TokenTimesShape => ({ primaryLifetimeSeconds, scopedLifetimeSeconds, cacheMs: tokenCacheMs })
})

/** The maximum number of cached tokens; each one beyond it costs a query. */
const tokenCacheMax = 10_000

/** The operator is told at most this often that a client has all the tokens it may have. */
const tellIntervalMs = 60_000

export class Tokens extends Context.Service<
  Tokens,
  {
    /** Flow A: a primary token (spec 4.1). */
    readonly issuePrimary: (client: AuthenticatedClient) => Effect.Effect<AccessToken, Unauthorized | StoreError>
    /** Flow B: a token for the developer level and, if the client has one, for its default organization (spec 4.5). */
    readonly issuePartner: (client: AuthenticatedClient) => Effect.Effect<AccessToken, Unauthorized | StoreError>
    /** A token for one organization (spec 4.3). Not granted and unknown organizations get the same refusal. */
    readonly mint: (options: {
      readonly clientId: TokenInfo["clientId"]
      readonly parentId: string
      readonly organizationId: OrganizationId
      readonly permissions: ReadonlyArray<Permission> | undefined
    }) => Effect.Effect<ScopedAccessToken, Unauthorized | Forbidden | StoreError>
    /** Ends a token of this client, and those minted with it. A token that is not the client's stays as it is. */
    readonly revoke: (clientId: ClientId, token: Redacted.Redacted) => Effect.Effect<void, StoreError>
    /** What a token is that is known to be alive; `undefined` where {@link find} has to say. */
    readonly cached: (tokenId: string) => TokenInfo | undefined
    /** What a token is now, by its digest, if it is alive. */
    readonly find: (tokenId: string) => Effect.Effect<TokenInfo, Unauthorized | StoreError>
  }
>()("@partner-api/service/Tokens") {
  static readonly layer = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const store = yield* TokenStore
      const times = yield* TokenTimes
      const clock = yield* Clock.Clock

      const known = yield* Cache.makeWith(
        (digest: string) =>
          Effect.flatMap(
            store.find(digest),
            Option.match({
              onNone: () => Effect.fail<Unauthorized | StoreError>(refusedToken),
              onSome: (info) => Effect.succeed(info)
            })
          ),
        {
          capacity: tokenCacheMax,
          timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.millis(times.cacheMs) : Duration.zero)
        }
      )

      const find = (digest: string) =>
        Effect.flatMap(Cache.get(known, digest), (info) =>
          Effect.as(Effect.fromResult(checkLifetime(info, clock.currentTimeMillisUnsafe())), info)
        )

      const cached = (digest: string): TokenInfo | undefined => {
        const nowMs = clock.currentTimeMillisUnsafe()
        const entry = Option.getOrUndefined(MutableHashMap.get(known.map, digest))
        if (entry?.expiresAt === undefined || nowMs >= entry.expiresAt) return undefined
        const exit = entry.fiber.pollUnsafe()
        return exit !== undefined && Exit.isSuccess(exit) && Result.isSuccess(checkLifetime(exit.value, nowMs))
          ? exit.value
          : undefined
      }

      /** When the operator was told last that a client has all the tokens it may have. */
      const toldMs = makeBoundedMap<{ atMs: number }>(keysMax)

      /** Ends the oldest token of the same kind if the client already had all the live tokens it may have. */
      const enforceLimit = Effect.fnUntraced(function* (added: ReplacingToken, liveBefore: number, nowMs: number) {
        const { clientId } = added
        if (liveBefore < liveTokensMax) return
        if (!(yield* store.endOldest(added, nowMs))) return
        const told = toldMs.getOrMake(clientId, () => ({ atMs: Number.NEGATIVE_INFINITY }))
        if (nowMs < told.atMs + tellIntervalMs) return
        told.atMs = nowMs
        yield* Effect.logWarning(`client ${clientId} has ${liveTokensMax} live tokens: its oldest ones end`)
      })

      /**
       * Adds a token and keeps the limit of its client; tells whether it was added. A request that ends meanwhile does not add a token without keeping the
       * limit. Where only the limit fails, the token is there: the store has logged the failure.
       */
      const addWithinLimit = (
        added: ReplacingToken,
        insert: Effect.Effect<number | undefined, StoreError>,
        nowMs: number
      ): Effect.Effect<boolean, StoreError> =>
        Effect.uninterruptible(
          Effect.flatMap(insert, (liveBefore) =>
            liveBefore === undefined
              ? Effect.succeed(false)
              : Effect.as(Effect.ignore(enforceLimit(added, liveBefore, nowMs)), true)
          )
        )

      const issue = Effect.fnUntraced(function* (
        { client, secretDigest }: AuthenticatedClient,
        organizationId: OrganizationId | undefined
      ) {
        const token = yield* makeSecret
        const nowMs = yield* Clock.currentTimeMillis
        const added = {
          clientId: client.id,
          primary: true,
          organizationId,
          digest: digestOf(token),
          expiresAtMs: nowMs + times.primaryLifetimeSeconds * 1_000
        }
        const isAdded = yield* addWithinLimit(added, store.insert({ ...added, secretDigest }, nowMs), nowMs)
        // The secret was ended between the look at it and now.
        if (!isAdded) return yield* wrongCredentials
        return { access_token: token, token_type: "bearer", expires_in: times.primaryLifetimeSeconds } as const
      })

      const mint: Tokens["Service"]["mint"] = Effect.fnUntraced(function* (options) {
        const token = yield* makeSecret
        const nowMs = yield* Clock.currentTimeMillis
        const digest = digestOf(token)
        const expiresAtMs = nowMs + times.scopedLifetimeSeconds * 1_000
        const added = { ...options, digest, expiresAtMs }
        const insert = store.insertScoped(added, nowMs)
        if (!(yield* addWithinLimit({ ...added, primary: false }, insert, nowMs))) {
          if (Option.isNone(yield* store.find(options.parentId))) return yield* refusedToken
          return yield* new Forbidden({ message: "This client has no grant for the organization." })
        }
        return {
          access_token: token,
          token_type: "Bearer",
          expires_in: scopedLifetimeSeconds,
          scope: options.organizationId
        } as const
      })

      const revoke = (clientId: ClientId, token: Redacted.Redacted) => store.revoke(clientId, digestOf(token))

      return Tokens.of({
        issuePrimary: (shown) => issue(shown, undefined),
        issuePartner: (shown) => issue(shown, shown.client.defaultOrganizationId),
        mint,
        revoke,
        cached,
        find
      })
    })
  )
}
