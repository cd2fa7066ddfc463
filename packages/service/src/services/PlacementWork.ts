/**
 * The work of the service on placements without a request (recruiting 8, 9): starts and completes those whose day is over, and erases the name of a person that was held for
 * too long. Asks nobody whether it is time; a worker of the program does that.
 */
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { dayOf } from "@partner-api/domain/CalendarDate"
import { movePlacementOn, releasePlacement } from "@partner-api/domain/commands/Placement"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { StoredPlacement } from "@partner-api/domain/Placement"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type PlacementKey, placementsPerLook, PlacementStore } from "../store/PlacementStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { makeDueWork } from "./DueWork.ts"
import { record } from "./Journal.ts"

export class PlacementWork extends Context.Service<
  PlacementWork,
  {
    /** Starts and completes the placements whose day is over, each in a transaction of its own, so that requests come between. */
    readonly moveOn: Effect.Effect<void, StoreError>
    /** Erases the names that placements have held for too long, likewise. */
    readonly release: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/PlacementWork") {
  static readonly layer = Layer.effect(
    PlacementWork,
    Effect.gen(function* () {
      const store = yield* PlacementStore
      const workOff = yield* makeDueWork

      type Work = (
        organizationId: OrganizationId,
        stored: StoredPlacement
      ) => Effect.Effect<void, StoreError, CurrentWrite>

      const withLocked = (work: Work) =>
        Effect.fnUntraced(function* ({ id, organizationId }: PlacementKey) {
          const stored = Option.getOrUndefined(yield* store.lock(organizationId, id))
          if (stored !== undefined) yield* work(organizationId, stored)
        })

      /** Works on every placement that is found now, until none is left. */
      const all = (find: (nowMs: number) => Effect.Effect<ReadonlyArray<PlacementKey>, StoreError>, work: Work) =>
        workOff({
          find: Effect.flatMap(Clock.currentTimeMillis, find),
          perLook: placementsPerLook,
          work: withLocked(work)
        })

      /** Moves a placement on, once more where the guarantee of a late start is over too. Another one may have moved it meanwhile. */
      const moveOn: Work = Effect.fnUntraced(function* (organizationId, stored) {
        const nowMs = yield* Clock.currentTimeMillis
        const first = movePlacementOn(organizationId, stored, nowMs)
        const second = movePlacementOn(organizationId, first.next, nowMs)
        if (first.entries.length === 0) return
        yield* store.save(organizationId, releasePlacement(second.next, nowMs))
        yield* record([...first.entries, ...second.entries])
      })

      const release: Work = Effect.fnUntraced(function* (organizationId, stored) {
        yield* store.save(organizationId, releasePlacement(stored, yield* Clock.currentTimeMillis))
      })

      return PlacementWork.of({
        moveOn: all((nowMs) => store.due(dayOf(nowMs)), moveOn).pipe(Effect.withSpan("PlacementWork.moveOn")),
        release: all(store.heldUntil, release).pipe(Effect.withSpan("PlacementWork.release"))
      })
    })
  )
}
