/**
 * The tokens of a client: one for itself and one for each organization, each fetched once however many calls wait for it, and renewed
 * before it expires.
 *
 * | left of its life         | what a call gets                                             |
 * | ------------------------ | ------------------------------------------------------------ |
 * | more than 120 s          | the token                                                    |
 * | 120 s to 30 s            | the token, and one renewal begins in the background          |
 * | less than 30 s, or none  | the next token, when it is there                             |
 *
 * Of short lives the windows are a half and an eighth. Only `expires_in` of the answer is believed. How tokens are fetched is
 * not known here.
 */
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type { ClientError } from "../ClientError.ts"

/** A token as it was fetched. */
export interface Token {
  readonly value: Redacted.Redacted
  /** When it was asked for, in milliseconds since 1970: its life cannot have begun later. */
  readonly askedAtMs: number
  readonly lifetimeMs: number
}

/** Whose token: the client's own, or the one for an organization. */
export type TokenKey = "primary" | `organization:${string}`

/** The key of the token for an organization. */
export const tokenKeyOf = (organizationId: string): TokenKey => `organization:${organizationId}`

/** The tokens of a client. */
interface TokenCache {
  readonly get: (key: TokenKey) => Effect.Effect<Token, ClientError>
  /** Forgets this very token, not one that came after it: a late refusal must not throw a newer token away. */
  readonly forget: (key: TokenKey, token: Token) => Effect.Effect<void>
  readonly forgetAll: Effect.Effect<void>
}

/** A client has at most a thousand grants (decisions, Tokens), and its own token. */
const tokensMax = 1_001

/** With less left a call waits for the next token: an attempt may take as long as this. */
const mustRenewMs = 30_000

/** With less left the next token is fetched while this one is still used. */
const mayRenewMs = 120_000

/** How long a failed renewal is left alone. */
const renewalPauseMs = 5_000

const expiresAtMs = (token: Token): number => token.askedAtMs + token.lifetimeMs
const mustRenewAtMs = (token: Token): number => expiresAtMs(token) - Math.min(mustRenewMs, token.lifetimeMs / 8)
const mayRenewAtMs = (token: Token): number => expiresAtMs(token) - Math.min(mayRenewMs, token.lifetimeMs / 2)

/** Makes a store over a way to fetch tokens. */
export const makeTokenCache = Effect.fnUntraced(function* (
  fetchToken: (key: TokenKey) => Effect.Effect<Token, ClientError>
) {
  const clock = yield* Clock.Clock
  const cache = yield* Cache.makeWith(fetchToken, {
    capacity: tokensMax,
    timeToLive: (exit) =>
      Exit.isSuccess(exit)
        ? Duration.millis(Math.max(0, mustRenewAtMs(exit.value) - clock.currentTimeMillisUnsafe()))
        : Duration.zero
  })
  /** Renewals that are under way, or that failed a moment ago: until when each is left alone. */
  const leftAloneUntilMs = new Map<TokenKey, number>()

  const renew = (key: TokenKey) =>
    fetchToken(key).pipe(
      Effect.flatMap((token) => Cache.set(cache, key, token)),
      Effect.matchEffect({
        // Nobody waits for this one; whoever needs the token when it is over asks again and is told.
        onFailure: () => Effect.sync(() => leftAloneUntilMs.set(key, clock.currentTimeMillisUnsafe() + renewalPauseMs)),
        onSuccess: () => Effect.sync(() => leftAloneUntilMs.delete(key))
      })
    )

  const get = Effect.fnUntraced(function* (key: TokenKey) {
    const token = yield* Cache.get(cache, key)
    const nowMs = clock.currentTimeMillisUnsafe()
    if (nowMs >= mayRenewAtMs(token) && nowMs >= (leftAloneUntilMs.get(key) ?? 0)) {
      leftAloneUntilMs.set(key, Number.POSITIVE_INFINITY)
      yield* Effect.forkDetach(renew(key), { startImmediately: true })
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
