/**
 * Measures files of applications: what the storage keeps, removes, takes in and gives out, the room on the disk, and how late the sweep is. Sweeps nothing.
 */
import { uploadLeftAfterMs } from "@partner-api/domain/Attachment"
import { AttachmentStore } from "@partner-api/service/store/AttachmentStore"
import { FileStorage } from "@partner-api/service/store/FileStorage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Meters } from "./Meters.ts"

/** The same storage, with its files and bytes counted. */
export const around = <A, E, R>(storage: Layer.Layer<A | FileStorage, E, R>) =>
  Layer.effect(
    FileStorage,
    Effect.gen(function* () {
      const files = yield* FileStorage
      const meters = yield* Meters
      if (meters === undefined) return files
      const kept = meters.recorder("partner_files_total", { outcome: "kept" })
      const removed = meters.recorder("partner_files_total", { outcome: "removed" })
      const bytesIn = meters.recorder("partner_file_bytes_total", { direction: "in" })
      const bytesOut = meters.recorder("partner_file_bytes_total", { direction: "out" })
      const counting = <E>(content: Stream.Stream<Uint8Array, E>, record: (bytes: number) => void) =>
        Stream.tap(content, (piece) => Effect.sync(() => record(piece.byteLength)))
      return FileStorage.of({
        ...files,
        receive: (content) =>
          Effect.map(files.receive(counting(content, bytesIn)), (file) => ({
            ...file,
            keepAs: (key) => Effect.tap(file.keepAs(key), () => Effect.sync(() => kept(1)))
          })),
        read: (key, range) =>
          Effect.map(
            files.read(key, range),
            Option.map((content) => counting(content, bytesOut))
          ),
        remove: (key) => Effect.tap(files.remove(key), () => Effect.sync(() => removed(1)))
      })
    })
  ).pipe(Layer.provideMerge(storage))

/** Has the room and the delay of the sweep looked at before each scrape. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const meters = yield* Meters
    if (meters === undefined) return
    const { firstUnsettledMs } = yield* AttachmentStore
    const { roomBytes } = yield* FileStorage
    let room: number | undefined
    let lagSeconds: number | undefined
    const lookAtRoom = Effect.map(roomBytes, (bytes) => void (room = bytes))
    const lookAtSweep = Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const firstMs = Option.getOrElse(yield* firstUnsettledMs(nowMs - uploadLeftAfterMs), () => nowMs)
      lagSeconds = Math.max(0, nowMs - firstMs) / 1_000
    })
    // Nothing is reported where nothing could be read.
    meters.beforeScrape(
      Effect.suspend(() => {
        room = undefined
        lagSeconds = undefined
        return Effect.andThen(Effect.ignore(lookAtRoom), Effect.ignore(lookAtSweep))
      })
    )
    meters.observe("partner_files_room_bytes", {}, () => room)
    meters.observe("partner_file_sweep_lag_seconds", {}, () => lagSeconds)
  })
)
