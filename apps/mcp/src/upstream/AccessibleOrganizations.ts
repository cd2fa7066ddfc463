/**
 * The organizations that the credentials may work for: requested once, cached for a while, and looked up before a token for one of them
 * is requested.
 *
 * An unknown id is looked up once more in a fresh list, at most every few seconds. When that request fails, the cached list stays in use.
 */
import type { ClientError, Organization, PartnerShape } from "@partner-api/client/effect"
import * as Cache from "effect/Cache"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** The time that the name of a revoked grant is still shown. The platform refuses its use at once. */
const knownForMs = 5 * 60_000

/** Invented ids must not cause a request each. */
const freshForMs = 5_000

/** The most grants of a client (decisions, Tokens). What a platform sends beyond is not kept. */
const organizationsMax = 1_000

export interface AccessibleOrganizations {
  readonly list: Effect.Effect<ReadonlyArray<Organization>, ClientError>
  /** Reads the list from the platform again. */
  readonly fresh: Effect.Effect<ReadonlyArray<Organization>, ClientError>
  /** The one with this id, if it is among them. */
  readonly find: (id: string) => Effect.Effect<Organization | undefined, ClientError>
}

interface Known {
  readonly organizations: ReadonlyArray<Organization>
  readonly byId: ReadonlyMap<string, Organization>
}

const only = undefined

/** Makes a list that is not requested yet. */
export const makeAccessibleOrganizations = Effect.fnUntraced(function* ({
  organizations
}: Pick<PartnerShape, "organizations">) {
  let requestedAtMs = 0
  const stamp = Effect.map(Clock.currentTimeMillis, (nowMs) => {
    requestedAtMs = nowMs
  })
  const request: Effect.Effect<Known, ClientError> = Effect.gen(function* () {
    yield* stamp
    // A request that failed counts from its end.
    const all = (yield* Effect.onError(organizations.list(), () => stamp)).slice(0, organizationsMax)
    return { organizations: all, byId: new Map(all.map((one) => [one.id, one])) }
  })
  const cache = yield* Cache.makeWith(() => request, {
    capacity: 1,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.millis(knownForMs) : Duration.zero)
  })
  const known = Cache.get(cache, only)
  const refreshed = Effect.tap(request, (answer) => Cache.set(cache, only, answer))

  return {
    list: Effect.map(known, ({ organizations: all }) => all),
    fresh: Effect.map(refreshed, ({ organizations: all }) => all),
    find: Effect.fnUntraced(function* (id: string) {
      const before = yield* known
      const found = before.byId.get(id)
      if (found !== undefined || (yield* Clock.currentTimeMillis) - requestedAtMs < freshForMs) return found
      return (yield* refreshed).byId.get(id)
    })
  } satisfies AccessibleOrganizations
})
