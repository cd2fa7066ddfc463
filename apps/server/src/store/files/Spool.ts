/**
 * The private place in which files arrive: each in a file of its own, for its owner's eyes, with its digest counted while it is written. A received file goes
 * with its scope. Files that a crash has left go with a sweep.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"
import { uploadLeftAfterMs } from "@partner-api/domain/Attachment"
import { headBytes } from "@partner-api/domain/AttachmentFormat"
import type { FileKey, ReceivedFile } from "@partner-api/service/store/FileStorage"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { freeBytes } from "../../platform/FreedBytes.ts"
import { attempt } from "./FileFailure.ts"

const ownerOnly = 0o600
export const ownerFolder = 0o700

/** The room that stays free on a disk that receives files: a GiB, or a tenth of a smaller disk. Databases beside the files need it to go on. */
const freeBytesMin = 1_073_741_824
const freeShareMin = 0.1

/** The bytes that the disk of a folder has room for, before its reserve. */
export const roomIn = async (folder: string): Promise<number> => {
  const { bavail, blocks, bsize } = await Fs.statfs(folder)
  return bavail * bsize - Math.min(freeBytesMin, blocks * bsize * freeShareMin)
}

/** A received file before anybody keeps it. */
export interface Spooled extends Omit<ReceivedFile, "keepAs"> {
  readonly path: string
}

/** The bytes that are written at once. A write for each piece of a socket takes a third more time of the processor; more bytes take more memory of each upload. */
const writtenAtOnce = 262_144

/** Writes pieces whole: a disk may take a part of them. */
const writeWhole = async (file: Fs.FileHandle, pieces: ReadonlyArray<Uint8Array>): Promise<void> => {
  const all = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten === all) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let written = 0; written < rest.byteLength;) written += (await file.write(rest, written)).bytesWritten
}

/** A new file in a folder, which goes with the scope unless somebody has moved it. */
const openFile = (folder: string) =>
  Effect.acquireRelease(
    attempt("opening a file that arrives", async () => {
      const path = Path.join(folder, Crypto.randomUUID())
      return { path, file: await Fs.open(path, "wx", ownerOnly) }
    }),
    ({ file, path }) =>
      Effect.promise(async () => {
        await file.close().catch(() => {})
        await Fs.rm(path, { force: true }).catch(() => {})
      })
  )

/** Makes the place of a storage, a folder. */
export const makeSpool = (folder: string) =>
  Effect.gen(function* () {
    yield* attempt("making the folder of files that arrive", () =>
      Fs.mkdir(folder, { recursive: true, mode: ownerFolder })
    )

    const receive = <E>(content: Stream.Stream<Uint8Array, E>): Effect.Effect<Spooled, E | StoreError, Scope.Scope> =>
      Effect.gen(function* () {
        const { file, path } = yield* openFile(folder)
        const digest = Crypto.createHash("sha256")
        const head = new Uint8Array(headBytes)
        let sizeBytes = 0
        let unwritten: Array<Uint8Array> = []
        let unwrittenBytes = 0
        const writing = "writing a file that arrives"
        const write = Effect.suspend(() => {
          const pieces = unwritten
          unwritten = []
          unwrittenBytes = 0
          return pieces.length === 0
            ? Effect.void
            : Effect.tap(
                attempt(writing, () => writeWhole(file, pieces)),
                () => Effect.sync(() => pieces.forEach(freeBytes))
              )
        })
        yield* Stream.runForEach(content, (piece) => {
          if (sizeBytes < headBytes) head.set(piece.subarray(0, headBytes - sizeBytes), sizeBytes)
          digest.update(piece)
          sizeBytes += piece.byteLength
          unwritten.push(piece)
          unwrittenBytes += piece.byteLength
          return unwrittenBytes < writtenAtOnce ? Effect.void : write
        })
        yield* write
        yield* attempt(writing, () => file.datasync())
        return { path, sizeBytes, sha256: digest.digest("hex"), head: head.subarray(0, Math.min(sizeBytes, headBytes)) }
      })

    const roomBytes = attempt("looking at the room for files", () => roomIn(folder))

    const sweep = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      attempt("removing files that a crash has left", async () => {
        for (const name of await Fs.readdir(folder)) {
          const path = Path.join(folder, name)
          const { mtimeMs } = await Fs.stat(path)
          if (nowMs - mtimeMs > uploadLeftAfterMs) await Fs.rm(path, { force: true })
        }
      })
    )

    return { receive, roomBytes, sweep }
  })

/** The file that `key` has, as one that is kept by `keepAs`. */
export const keepable = (
  { head, sha256, sizeBytes }: Spooled,
  keepAs: (key: FileKey) => Effect.Effect<void, StoreError>
): ReceivedFile => ({ head, sha256, sizeBytes, keepAs })
