/**
 * Notifies the waiting requests and workers of this process that it has committed entries of the journal. Commits of other processes do not reach it.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

interface EventSignalShape {
  /** Notifies the listeners of organizations with new entries. `Journal.write` calls it after the commit. */
  readonly notify: (organizationIds: ReadonlySet<OrganizationId>) => void
  /** Listens for entries of an organization from the call on, so that none is missed before the wait for `notified`. */
  readonly listen: (organizationId: OrganizationId) => {
    readonly notified: Effect.Effect<void>
    readonly end: () => void
  }
  /** Calls `listener` for each notification, until `end`. */
  readonly subscribe: (listener: (organizationIds: ReadonlySet<OrganizationId>) => void) => { readonly end: () => void }
}

/** The signal. By default it has no listeners, as in a command. */
export const EventSignal = Context.Reference<EventSignalShape>("@partner-api/service/EventSignal", {
  defaultValue: () => ({
    notify: () => {},
    listen: () => ({ notified: Effect.never, end: () => {} }),
    subscribe: () => ({ end: () => {} })
  })
})

const makeSignal = (): EventSignalShape => {
  const listeners = new Map<OrganizationId, Set<Deferred.Deferred<void>>>()
  const subscribers = new Set<(organizationIds: ReadonlySet<OrganizationId>) => void>()
  return {
    notify: (organizationIds) => {
      for (const organizationId of organizationIds) {
        for (const listener of listeners.get(organizationId) ?? []) Deferred.doneUnsafe(listener, Effect.void)
      }
      for (const listener of subscribers) listener(organizationIds)
    },
    listen: (organizationId) => {
      const listener = Deferred.makeUnsafe<void>()
      const those = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, those.add(listener))
      return {
        notified: Deferred.await(listener),
        end: () => {
          those.delete(listener)
          if (those.size === 0) listeners.delete(organizationId)
        }
      }
    },
    subscribe: (listener) => {
      subscribers.add(listener)
      return { end: () => void subscribers.delete(listener) }
    }
  }
}

/** A signal within one process. */
export const layer = Layer.sync(EventSignal, makeSignal)
