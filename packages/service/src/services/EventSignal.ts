/**
 * Tells those who wait for entries of the journal that this process has committed some. What other processes commit, it does not know.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

interface EventSignalShape {
  /** Tells of entries that are committed. */
  readonly tell: (organizationIds: ReadonlySet<OrganizationId>) => void
  /** Listens for entries of the organization, from the call on, so that what comes before the wait is not missed. */
  readonly listen: (organizationId: OrganizationId) => { readonly heard: Effect.Effect<void>; readonly end: () => void }
  /** Hears of every organization that is named, until it ends. */
  readonly hearAll: (hear: (organizationIds: ReadonlySet<OrganizationId>) => void) => { readonly end: () => void }
}

/** Where nobody listens, as in a command. */
export const EventSignal = Context.Reference<EventSignalShape>("@partner-api/service/EventSignal", {
  defaultValue: () => ({
    tell: () => {},
    listen: () => ({ heard: Effect.never, end: () => {} }),
    hearAll: () => ({ end: () => {} })
  })
})

const makeSignal = (): EventSignalShape => {
  const listeners = new Map<OrganizationId, Set<Deferred.Deferred<void>>>()
  const hearers = new Set<(organizationIds: ReadonlySet<OrganizationId>) => void>()
  return {
    tell: (organizationIds) => {
      for (const organizationId of organizationIds) {
        for (const listener of listeners.get(organizationId) ?? []) Deferred.doneUnsafe(listener, Effect.void)
      }
      for (const hear of hearers) hear(organizationIds)
    },
    listen: (organizationId) => {
      const listener = Deferred.makeUnsafe<void>()
      const those = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, those.add(listener))
      return {
        heard: Deferred.await(listener),
        end: () => {
          those.delete(listener)
          if (those.size === 0) listeners.delete(organizationId)
        }
      }
    },
    hearAll: (hear) => {
      hearers.add(hear)
      return { end: () => void hearers.delete(hear) }
    }
  }
}

/** A signal within one process. */
export const layer = Layer.sync(EventSignal, makeSignal)
