/**
 * Moves the placements of a test server on, at the call of a test. The code of the service decides what moves, and when.
 */
import type { Memory } from "@partner-api/service/store/memory/Memory"
import { moveDuePlacements } from "@partner-api/service/testing/MemoryPlacements"
import { clockOf } from "@partner-api/service/testing/MemoryService"
import type { ServerClock } from "./Clock.ts"

/** Makes the function that moves what is due. */
export const placementsOf =
  ({ clock, memory }: { readonly memory: Memory["Service"]; readonly clock: ServerClock }) =>
  async (): Promise<void> => {
    clock.enter()
    try {
      await moveDuePlacements({ memory, clock: clockOf(clock) })
    } finally {
      clock.leave()
    }
  }
