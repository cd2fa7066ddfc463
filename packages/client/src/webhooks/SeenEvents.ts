/**
 * Handles an event once, although it is delivered more often. Keeps no ids: the program that receives the events does.
 */
import type { PartnerEvent } from "./PartnerEvent.ts"

/**
 * Keeps the ids of events, so that an event that is sent twice is handled once. The service repeats an event for 75 hours, and
 * longer when somebody requests it.
 */
export interface SeenEvents {
  /** Adds an id, in one step; false when it is there already. Every other answer counts as a new one. */
  readonly add: (id: string) => boolean | Promise<boolean>
  /** Removes an id whose `onEvent` has failed, so that the next delivery counts as new. */
  readonly delete: (id: string) => unknown
}

/** Handles each id once. A delivery that arrives while an earlier one is handled shares its end, good or bad. */
export const onceFor = (seen: SeenEvents, handle: (event: PartnerEvent) => unknown) => {
  const running = new Map<string, Promise<void>>()
  const run = async (id: string, event: PartnerEvent): Promise<void> => {
    if ((await seen.add(id)) === false) return
    try {
      await handle(event)
    } catch (error) {
      await seen.delete(id)
      throw error
    }
  }
  return (id: string, event: PartnerEvent): Promise<void> => {
    const started = running.get(id) ?? run(id, event).finally(() => running.delete(id))
    running.set(id, started)
    return started
  }
}
