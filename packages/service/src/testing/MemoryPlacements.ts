/**
 * Placements of a service in memory: moved on at the call of a test.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Journal } from "../services/Journal.ts"
import { PlacementWork } from "../services/PlacementWork.ts"
import * as MemoryStores from "../store/memory/MemoryStores.ts"
import type { DeliveryOptions } from "./MemoryWebhooks.ts"

/** Starts and completes every placement whose day is over, and erases the names that were held for too long. */
export const moveDuePlacements = ({ clock, memory }: DeliveryOptions): Promise<void> =>
  PlacementWork.use(({ moveOn, release }) => Effect.andThen(moveOn, release)).pipe(
    Effect.provide(PlacementWork.layer.pipe(Layer.provide(Journal.layer), Layer.provide(MemoryStores.layer(memory)))),
    Effect.provideService(Clock.Clock, clock),
    Effect.runPromise
  )
