/**
 * Erasures of a service in memory: worked off at the call of a test.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Attachments } from "../services/Attachments.ts"
import { ErasureWork } from "../services/ErasureWork.ts"
import { Journal } from "../services/Journal.ts"
import * as MemoryFileStorage from "../store/memory/MemoryFileStorage.ts"
import * as MemoryStores from "../store/memory/MemoryStores.ts"
import type { DeliveryOptions } from "./MemoryWebhooks.ts"

/** A memory with its files and its clock. */
export interface WorkOptions extends DeliveryOptions {
  readonly files: MemoryFileStorage.MemoryFiles
}

/** The stores and files of a memory. */
export const storesOf = ({ files, memory }: WorkOptions) =>
  Layer.mergeAll(MemoryStores.layer(memory), MemoryFileStorage.layerOf(files))

/** Erases every person whose erasure was requested, and ends the requests: their files leave no bytes. */
export const eraseRequested = (options: WorkOptions): Promise<void> =>
  Effect.gen(function* () {
    const { work } = yield* ErasureWork
    const { sweep } = yield* Attachments
    // A request ends once the bytes of its files are gone.
    yield* Effect.andThen(work, Effect.andThen(sweep, work))
  }).pipe(
    Effect.provide(
      Layer.mergeAll(ErasureWork.layer.pipe(Layer.provide(Journal.layer)), Attachments.layer).pipe(
        Layer.provide(storesOf(options))
      )
    ),
    Effect.provideService(Clock.Clock, options.clock),
    Effect.runPromise
  )
