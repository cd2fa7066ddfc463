/**
 * Access tokens: issues them, and finds their grants (spec 5; decisions, Tokens).
 *
 * A found token is cached for less than a second. So a revocation takes effect within a second on every node, and the database reads each token once a
 * second, not once a request.
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

/** The time that a found token is cached. A revocation takes effect within a second; the query may take the rest of it. */
export const tokenCacheMs = 900

/** The lifetimes of tokens and of their cache. Tests may provide others. */
export const TokenTimes = Context.Reference("@partner-api/service/TokenTimes", {
  defaultValue: (): TokenTimesShape => ({ primaryLifetimeSeconds, scopedLifetimeSeconds, cacheMs: tokenCacheMs })
})

/** The maximum number of cached tokens; each one beyond it costs a query. */
const tokenCacheMax = 10_000

/** The minimum time between two warnings in the log that a client has all the tokens it may have. */
const warningIntervalMs = 60_000

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
    /** Ends a token of this client, and the tokens minted with it. A token of another client does not change. */
    readonly revoke: (clientId: ClientId, token: Redacted.Redacted) => Effect.Effect<void, StoreError>
    /** The live token with a digest, from the cache; `undefined` where {@link find} has to look it up. */
    readonly cached: (tokenId: string) => TokenInfo | undefined
    /** The live token with a digest. Fails where there is none. */
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

      /** When the last warning of each client was logged. */
      const warnings = makeBoundedMap<{ atMs: number }>(keysMax)

      /** Ends the oldest token of the same kind if the client already had all the live tokens it may have. */
      const enforceLimit = Effect.fnUntraced(function* (added: ReplacingToken, liveBefore: number, nowMs: number) {
        const { clientId } = added
        if (liveBefore < liveTokensMax) return
        if (!(yield* store.endOldest(added, nowMs))) return
        const last = warnings.getOrMake(clientId, () => ({ atMs: Number.NEGATIVE_INFINITY }))
        if (nowMs < last.atMs + warningIntervalMs) return
        last.atMs = nowMs
        yield* Effect.logWarning(`client ${clientId} has ${liveTokensMax} live tokens: its oldest ones end`)
      })

      /**
       * Adds a token and enforces the limit of its client; false where the token was not added. An interruption between the two does not skip the limit. A
       * failure of the limit alone keeps the token: the store has logged the failure.
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
        // The secret was revoked after it was checked.
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
