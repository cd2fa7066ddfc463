/**
 * {@link FileStorage} in a folder: a folder for each organization, a file for each key. Files arrive in a folder beside them, on the same disk, and a rename
 * keeps them. Owner alone may read.
 */
import * as Fs from "node:fs/promises"
import * as FsSync from "node:fs"
import * as Path from "node:path"
import { type FileKey, FileStorage } from "@partner-api/service/store/FileStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { bytesOf } from "./FileBytes.ts"
import { attempt } from "./FileFailure.ts"
import { keepable, makeSpool, ownerFolder } from "./Spool.ts"

/** The bytes that are read at once. Larger pieces are hardly faster and take more memory of slow readers. */
const pieceBytes = 262_144

/** The folder in which files arrive: no id of an organization begins with a dot. */
export const arriving = ".arriving"

export const isMissing = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"

/** Writes the names in a folder to the disk. */
export const synchronizeFolder = async (folder: string): Promise<void> => {
  const handle = await Fs.open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

const sizeAt = async (path: string): Promise<Option.Option<number>> => {
  const found = await Fs.stat(path).catch((cause: unknown) => (isMissing(cause) ? undefined : Promise.reject(cause)))
  return Option.map(Option.fromUndefinedOr(found), ({ size }) => size)
}

const make = (folder: string) =>
  Effect.gen(function* () {
    const spool = yield* makeSpool(Path.join(folder, arriving))
    const pathOf = (key: FileKey): string => Path.join(folder, key)

    const move = async (from: string, to: string): Promise<void> => {
      const parent = Path.dirname(to)
      const isNew = (await Fs.mkdir(parent, { recursive: true, mode: ownerFolder })) !== undefined
      await Fs.rename(from, to)
      await synchronizeFolder(parent)
      if (isNew) await synchronizeFolder(folder)
    }

    const size = (key: FileKey) => attempt("looking for a file", () => sizeAt(pathOf(key)))

    return FileStorage.of({
      receive: (content) =>
        Effect.map(spool.receive(content), (spooled) =>
          keepable(spooled, (key) => attempt("keeping a file", () => move(spooled.path, pathOf(key))))
        ),
      read: (key, range) =>
        Effect.map(
          size(key),
          Option.map(() =>
            bytesOf(() =>
              FsSync.createReadStream(pathOf(key), {
                highWaterMark: pieceBytes,
                ...(range === undefined ? {} : { start: range.first, end: range.last })
              })
            )
          )
        ),
      size,
      remove: (key) => attempt("removing a file", () => Fs.rm(pathOf(key), { force: true })),
      roomBytes: spool.roomBytes,
      sweep: spool.sweep
    })
  })

/** The storage in a folder, which is made unless there is one. */
export const layer = (folder: string) => Layer.effect(FileStorage, make(folder))
