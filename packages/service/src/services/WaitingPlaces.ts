/**
 * The places of requests that wait for events, on this node: a few for each client in an organization, and a number for each client in all of
 * them, because each holds a connection and has its organization and its token looked at.
 */
import { RateLimited } from "@partner-api/domain/Errors"
import { clientWaitersMax, waitersMax } from "@partner-api/domain/EventQuery"
import type { TokenInfo } from "@partner-api/domain/Token"
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"

/** The seconds after which a place may be free: requests end at any time. */
const retryAfterSeconds = 1

const tooManyOfOrganization = new RateLimited({
  message: `At most ${waitersMax} requests of a client may wait for events of an organization at once.`,
  retryAfterSeconds
})

const tooManyOfClient = new RateLimited({
  message: `At most ${clientWaitersMax} requests of a client may wait for events at once, in all of its organizations. Leave out wait, or use webhooks.`,
  retryAfterSeconds
})

/** The client that waits. */
interface Holder extends Pick<TokenInfo, "clientId"> {
  readonly organizationId: OrganizationId
}

export const makeWaitingPlaces = () => {
  const taken = new Map<string, number>()
  const countOf = (key: string): number => taken.get(key) ?? 0
  const add = (change: number) => (key: string) => {
    const next = countOf(key) + change
    if (next === 0) taken.delete(key)
    else taken.set(key, next)
  }

  /** Runs an effect that waits in a place; fails where none is free. */
  return <A, E>(
    { clientId, organizationId }: Holder,
    effect: Effect.Effect<A, E>
  ): Effect.Effect<A, E | RateLimited> => {
    const ofOrganization = `${clientId} ${organizationId}`
    const keys = [clientId, ofOrganization]
    return Effect.acquireUseRelease(
      Effect.suspend(() => {
        if (countOf(ofOrganization) >= waitersMax) return Effect.fail(tooManyOfOrganization)
        if (countOf(clientId) >= clientWaitersMax) return Effect.fail(tooManyOfClient)
        return Effect.sync(() => keys.forEach(add(1)))
      }),
      () => effect,
      () => Effect.sync(() => keys.forEach(add(-1)))
    )
  }
}
