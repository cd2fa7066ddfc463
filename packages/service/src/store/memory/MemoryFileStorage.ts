/**
 * {@link FileStorage} in memory. Nothing survives the process.
 */
import * as Crypto from "node:crypto"
import { headBytes } from "@partner-api/domain/AttachmentFormat"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { FileStorage } from "../FileStorage.ts"

const joined = (pieces: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  pieces.reduce((at, piece) => {
    bytes.set(piece, at)
    return at + piece.byteLength
  }, 0)
  return bytes
}

/** The bytes of files, by their keys. */
export type MemoryFiles = Map<string, Uint8Array>

/** A storage of these files, which others may have too. */
export const layerOf = (files: MemoryFiles) =>
  Layer.succeed(FileStorage, {
    receive: (content) =>
      Effect.map(Stream.runCollect(content), (pieces) => {
        const bytes = joined(pieces)
        return {
          sizeBytes: bytes.byteLength,
          sha256: Crypto.hash("sha256", bytes, "hex"),
          head: bytes.subarray(0, headBytes),
          keepAs: (key) => Effect.sync(() => void files.set(key, bytes))
        }
      }),
    read: (key, range) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(files.get(key)), (bytes) =>
          Stream.sync(() => (range === undefined ? bytes.slice() : bytes.slice(range.first, range.last + 1)))
        )
      ),
    size: (key) =>
      Effect.sync(() => Option.map(Option.fromUndefinedOr(files.get(key)), ({ byteLength }) => byteLength)),
    remove: (key) => Effect.sync(() => void files.delete(key)),
    roomBytes: Effect.succeed(Number.MAX_SAFE_INTEGER),
    sweep: Effect.void
  })

export const layer = Layer.suspend(() => layerOf(new Map()))
