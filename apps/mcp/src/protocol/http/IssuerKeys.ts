/**
 * When the keys of an issuer are fetched, how long they are valid, and which requests wait for a fetch.
 *
 * Known keys stay in use whatever tokens arrive and whether or not a fetch succeeds. At most one fetch is under way, a pause follows it,
 * and only tokens with an unknown key wait for it, a limited number for a limited time.
 */
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { kindOf, logEvent } from "../Log.ts"
import type { KeySet, KeysFault } from "./PublishedKeys.ts"

/** For metadata and keys together. An issuer that takes longer counts as unreachable. */
export const fetchTimeoutMs = 5_000
/** The time that a request waits for a fetch: most take less, and clients wait longer than this. */
export const keyWaitMs = 2_000
/** The number of requests that wait for a fetch at once: a tenth of the connections, so that callers without a token cannot take all. */
export const waitersMax = 100
/** The pause after a fetch, in which an unknown key does not start the next one. */
export const fetchPauseMs = 30_000
/** The pause after a fetch that failed. */
export const failurePauseMs = 5_000
/** The age from which keys in use are fetched again in the background. */
export const refreshAfterMs = 300_000
/** The time that a withdrawn key is trusted while the issuer can be reached. */
export const keysLifetimeMs = 600_000
/** The time that known keys are used while the issuer cannot be reached: an outage of minutes stops no caller, a stolen key ends within the hour. */
export const keysAgeMaxMs = 3_600_000

export interface IssuerKeys {
  /** The valid keys. None when there are none, or when they are too old. */
  readonly current: Effect.Effect<Option.Option<KeySet>>
  /** Other keys than these, if the issuer has published some meanwhile. */
  readonly newer: (than: KeySet) => Effect.Effect<Option.Option<KeySet>>
}

interface Held {
  readonly keySet: KeySet
  readonly requestedAtMs: number
}

/** Makes keys that are not fetched yet. */
export const makeIssuerKeys = (
  fetchKeys: Effect.Effect<KeySet, KeysFault>
): Effect.Effect<IssuerKeys, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    let held: Held | undefined
    let isReachable = true
    let pausedUntilMs = 0
    let waiters = 0
    let fetching: Deferred.Deferred<void> | undefined

    const fetchOnce = Effect.gen(function* () {
      const requestedAtMs = yield* Clock.currentTimeMillis
      const exit = yield* Effect.exit(Effect.timeout(fetchKeys, fetchTimeoutMs))
      const nowMs = yield* Clock.currentTimeMillis
      isReachable = Exit.isSuccess(exit)
      pausedUntilMs = nowMs + (isReachable ? fetchPauseMs : failurePauseMs)
      if (Exit.isSuccess(exit)) held = { keySet: exit.value, requestedAtMs }
      else yield* logEvent("keys_unavailable", { kind: kindOf(Option.getOrUndefined(Exit.findErrorOption(exit))) })
    })

    /** The fetch that is under way, or a new one unless there is a pause. A request that goes away meanwhile does not stop it. */
    const begin = Effect.uninterruptible(
      Effect.gen(function* () {
        const nowMs = yield* Clock.currentTimeMillis
        if (fetching !== undefined || nowMs < pausedUntilMs) return fetching
        const begun = Deferred.makeUnsafe<void>()
        fetching = begun
        const end = Effect.suspend(() => {
          fetching = undefined
          return Deferred.succeed(begun, undefined)
        })
        yield* Effect.forkIn(Effect.ensuring(fetchOnce, end), scope)
        return begun
      })
    )

    /** Waits for a fetch, unless too many requests do. One that takes too long counts as failed while there are keys. */
    const wait = Effect.flatMap(begin, (begun) =>
      begun === undefined || waiters >= waitersMax
        ? Effect.void
        : Effect.acquireUseRelease(
            Effect.sync(() => void waiters++),
            () =>
              Effect.tap(Effect.timeoutOption(Deferred.await(begun), keyWaitMs), (end) =>
                Effect.sync(() => {
                  if (Option.isNone(end)) isReachable = false
                })
              ),
            () => Effect.sync(() => void waiters--)
          )
    )

    const age = Effect.map(Clock.currentTimeMillis, (nowMs) =>
      held === undefined ? Number.POSITIVE_INFINITY : nowMs - held.requestedAtMs
    )

    return {
      current: Effect.gen(function* () {
        const ageMs = yield* age
        if (ageMs >= keysAgeMaxMs || (ageMs >= keysLifetimeMs && isReachable)) yield* wait
        else if (ageMs >= refreshAfterMs) yield* begin
        return held !== undefined && (yield* age) < keysAgeMaxMs ? Option.some(held.keySet) : Option.none()
      }),
      newer: (than) =>
        Effect.gen(function* () {
          if (held?.keySet === than) yield* wait
          return held === undefined || held.keySet === than ? Option.none() : Option.some(held.keySet)
        })
    }
  })
