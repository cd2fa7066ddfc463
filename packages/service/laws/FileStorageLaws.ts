/**
 * The laws of file storages (recruiting, Attachments): what is kept is read back byte for byte, whole or in part, and what is not kept leaves nothing.
 */
import * as Crypto from "node:crypto"
import { assert } from "@effect/vitest"
import { AttachmentId } from "@partner-api/domain/Attachment"
import { headBytes } from "@partner-api/domain/AttachmentFormat"
import { OrganizationId } from "@partner-api/domain/Ids"
import { type ByteRange, type FileKey, fileKeyOf, FileStorage } from "@partner-api/service/store/FileStorage"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

const keyOf = (name: string, organization = "org_one"): FileKey =>
  fileKeyOf(OrganizationId.make(organization), AttachmentId.make(name))

/** Bytes that are the same in each run and do not repeat in short. */
export const bytesOf = (count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, index) => (index * 31 + (index >> 8) * 7) & 0xff)

/** The bytes in pieces of a size, each with memory of its own. */
const inPieces = (bytes: Uint8Array, size: number) =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, index) =>
      bytes.slice(index * size, (index + 1) * size)
    )
  )

/** Receives bytes and keeps them under a key. */
export const keep = (key: FileKey, bytes: Uint8Array, pieceBytes = 65_536) =>
  Effect.scoped(
    Effect.gen(function* () {
      const received = yield* (yield* FileStorage).receive(inPieces(bytes, pieceBytes))
      yield* received.keepAs(key)
      return received
    })
  )

/** The bytes under a key; undefined where there are none. */
export const readBack = (key: FileKey, range?: ByteRange) =>
  Effect.gen(function* () {
    const found = yield* (yield* FileStorage).read(key, range)
    if (Option.isNone(found)) return undefined
    return Buffer.concat(yield* Stream.runCollect(found.value))
  })

type Law = readonly [name: string, holds: Effect.Effect<void, StoreError, FileStorage>]

export const fileStorageLaws: ReadonlyArray<Law> = [
  [
    "a kept file has its bytes, its size and its digest",
    Effect.gen(function* () {
      const bytes = bytesOf(300_001)
      const received = yield* keep(keyOf("att_whole"), bytes, 70_000)
      assert.strictEqual(received.sizeBytes, bytes.byteLength)
      assert.strictEqual(received.sha256, Crypto.hash("sha256", bytes, "hex"))
      assert.deepStrictEqual([...received.head], [...bytes.subarray(0, headBytes)])
      assert.isTrue((yield* readBack(keyOf("att_whole")))?.equals(bytes))
      assert.deepStrictEqual(yield* (yield* FileStorage).size(keyOf("att_whole")), Option.some(bytes.byteLength))
    })
  ],
  [
    "the head of a file is joined from small pieces, and is all of a short file",
    Effect.gen(function* () {
      const bytes = bytesOf(headBytes + 10)
      const received = yield* keep(keyOf("att_head"), bytes, 7)
      assert.deepStrictEqual([...received.head], [...bytes.subarray(0, headBytes)])
      const short = yield* keep(keyOf("att_short"), bytesOf(3))
      assert.strictEqual(short.head.byteLength, 3)
      const empty = yield* keep(keyOf("att_empty"), new Uint8Array())
      assert.strictEqual(empty.sizeBytes, 0)
    })
  ],
  [
    "a part of a file has its first and its last byte",
    Effect.gen(function* () {
      const bytes = bytesOf(200_000)
      yield* keep(keyOf("att_part"), bytes)
      for (const range of [
        { first: 0, last: 1 },
        { first: 7, last: 7 },
        { first: 65_530, last: 65_545 },
        { first: 199_999, last: 199_999 },
        { first: 0, last: 199_999 }
      ]) {
        const part = yield* readBack(keyOf("att_part"), range)
        assert.isTrue(part?.equals(bytes.subarray(range.first, range.last + 1)), JSON.stringify(range))
      }
    })
  ],
  [
    "an unknown key has nothing, and neither has that of another organization",
    Effect.gen(function* () {
      yield* keep(keyOf("att_mine"), bytesOf(10))
      assert.isUndefined(yield* readBack(keyOf("att_mine", "org_two")))
      assert.deepStrictEqual(yield* (yield* FileStorage).size(keyOf("att_none")), Option.none())
    })
  ],
  [
    "a removed file is gone, and is removed again without a mistake",
    Effect.gen(function* () {
      const { remove } = yield* FileStorage
      yield* keep(keyOf("att_gone"), bytesOf(10))
      yield* keep(keyOf("att_stays"), bytesOf(11))
      yield* remove(keyOf("att_gone"))
      yield* remove(keyOf("att_gone"))
      assert.isUndefined(yield* readBack(keyOf("att_gone")))
      assert.strictEqual((yield* readBack(keyOf("att_stays")))?.byteLength, 11)
    })
  ],
  [
    "content that fails is not kept, and its failure is the answer",
    Effect.gen(function* () {
      const { receive } = yield* FileStorage
      const broken = Stream.concat(inPieces(bytesOf(100_000), 50_000), Stream.fail("cut" as const))
      const failure = yield* Effect.scoped(receive(broken)).pipe(
        Effect.as("kept" as const),
        Effect.catch((error) => Effect.succeed(error))
      )
      assert.strictEqual(failure, "cut")
    })
  ],
  [
    "files that arrive at the same time do not mix",
    Effect.gen(function* () {
      const names = Array.from({ length: 8 }, (_, index) => `att_${index}`)
      yield* Effect.forEach(names, (name, index) => keep(keyOf(name), bytesOf(100_000 + index), 4_096), {
        concurrency: "unbounded"
      })
      for (const [index, name] of names.entries()) {
        assert.isTrue((yield* readBack(keyOf(name)))?.equals(bytesOf(100_000 + index)), name)
      }
    })
  ],
  [
    "there is room, and a sweep leaves kept files",
    Effect.gen(function* () {
      const { roomBytes, sweep } = yield* FileStorage
      yield* keep(keyOf("att_kept"), bytesOf(10))
      yield* sweep
      assert.isAbove(yield* roomBytes, 0)
      assert.strictEqual((yield* readBack(keyOf("att_kept")))?.byteLength, 10)
    })
  ]
]
