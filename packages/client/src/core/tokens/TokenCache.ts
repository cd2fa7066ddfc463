/**
 * Caches the tokens of a client: its primary token and one token for each organization. Concurrent calls share one fetch, and a token
 * is refreshed before it expires.
 *
 * | remaining lifetime       | what a call gets                                             |
 * | ------------------------ | ------------------------------------------------------------ |
 * | more than 120 s          | the token                                                    |
 * | 120 s to 30 s            | the token, and one refresh starts in the background          |
 * | less than 30 s, or none  | the next token, when it is there                             |
 *
 * For short lifetimes the windows are a half and an eighth of it. The lifetime is `expires_in` of the answer and nothing else. Does
 * not fetch tokens: see `Credentials.ts`.
 */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type { ClientError } from "../ClientError.ts"

/** A fetched token. */
export interface Token {
  readonly value: Redacted.Redacted
  /** When its request was sent, in milliseconds since 1970: its lifetime cannot have begun later. */
  readonly sentAtMs: number
  readonly lifetimeMs: number
}

/** The key of a token: the client's primary token, or the one for an organization. */
export type TokenKey = "primary" | `organization:${string}`

/** The key of the token for an organization. */
export const tokenKeyOf = (organizationId: string): TokenKey => `organization:${organizationId}`

/** The cached tokens of a client. */
interface TokenCache {
  readonly get: (key: TokenKey) => Effect.Effect<Token, ClientError>
  /** Forgets this token, not one that replaced it: a late refusal must not discard a newer token. */
  readonly forget: (key: TokenKey, token: Token) => Effect.Effect<void>
  readonly forgetAll: Effect.Effect<void>
}

/** A client has at most a thousand grants (decisions, Tokens), and its own token. */
const tokensMax = 1_001

/** With less lifetime left a call waits for the next token: an attempt may take this long. */
const refreshRequiredMs = 30_000

/** With less lifetime left the next token is fetched while this one is still used. */
const refreshAheadMs = 120_000

/** The pause after a failed refresh. */
const refreshPauseMs = 5_000

const expiresAtMs = (token: Token): number => token.sentAtMs + token.lifetimeMs
const refreshRequiredAtMs = (token: Token): number =>
  expiresAtMs(token) - Math.min(refreshRequiredMs, token.lifetimeMs / 8)
const refreshAheadAtMs = (token: Token): number => expiresAtMs(token) - Math.min(refreshAheadMs, token.lifetimeMs / 2)

/** Makes a cache over `fetchToken`. */
export const makeTokenCache = Effect.fnUntraced(function* (
  fetchToken: (key: TokenKey) => Effect.Effect<Token, ClientError>
) {
  const clock = yield* Clock.Clock
  const cache = yield* Cache.makeWith(fetchToken, {
    capacity: tokensMax,
    timeToLive: (exit) =>
      Exit.isSuccess(exit)
        ? Duration.millis(Math.max(0, refreshRequiredAtMs(exit.value) - clock.currentTimeMillisUnsafe()))
        : Duration.zero
  })
  /** Until when no refresh starts: one is under way, or has just failed. */
  const noRefreshUntilMs = new Map<TokenKey, number>()

  const refresh = (key: TokenKey) =>
    fetchToken(key).pipe(
      Effect.flatMap((token) => Cache.set(cache, key, token)),
      Effect.matchEffect({
        // No call waits for a refresh: the call that needs the next token fetches it, and fails if that fails.
        onFailure: () => Effect.sync(() => noRefreshUntilMs.set(key, clock.currentTimeMillisUnsafe() + refreshPauseMs)),
        onSuccess: () => Effect.sync(() => noRefreshUntilMs.delete(key))
      })
    )

  const get = Effect.fnUntraced(function* (key: TokenKey) {
    const token = yield* Cache.get(cache, key)
    const nowMs = clock.currentTimeMillisUnsafe()
    if (nowMs >= refreshAheadAtMs(token) && nowMs >= (noRefreshUntilMs.get(key) ?? 0)) {
      noRefreshUntilMs.set(key, Number.POSITIVE_INFINITY)
      yield* Effect.forkDetach(refresh(key), { startImmediately: true })
    }
    return token
  })

  return {
    get,
    forget: (key, token) =>
      Cache.invalidateWhen(cache, key, ({ value }) => Redacted.value(value) === Redacted.value(token.value)),
    forgetAll: Cache.invalidateAll(cache)
  } satisfies TokenCache
})
