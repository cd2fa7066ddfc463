/**
 * The findings of `doctor` about the files of applications: their place, whether there is room, and, in a deep look, whether the storage has the bytes of each row.
 */
import { createHash } from "node:crypto"
import * as Fs from "node:fs"
import { attachmentBytesMax } from "@partner-api/domain/Attachment"
import { fileKeyOf, FileStorage } from "@partner-api/service/store/FileStorage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { FilesPlace, FilesSettings } from "../../platform/FilesSettings.ts"
import { freeBytes } from "../../platform/FreedBytes.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { layer as filesLayer } from "../../store/files/Files.ts"
import { roomIn } from "../../store/files/Spool.ts"
import type { FileRow } from "../../store/diagnosis/FileRows.ts"
import type { Finding } from "./Finding.ts"

/** The files that are looked for at once: a bucket answers each in some milliseconds. */
const lookedAtOnce = 16

/** The maximum number of files that are named; the rest is counted. */
const namedMax = 3

const check = "uploads"

/** The comparison of files with their rows. */
export interface FileComparison {
  readonly files: FilesSettings
  /** Whether the bytes are read and compared too, and not their number alone. */
  readonly comparesDigests: boolean
}

/** The result of a deep look: the rows, and those whose bytes are missing, of another number or others, by name. */
export interface ComparedFiles {
  readonly rows: number
  readonly wrong: ReadonlyArray<string>
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576).toLocaleString("en")} MiB`

/** The place of files, as people read it. */
const placeName = (place: FilesPlace): string => {
  switch (place.kind) {
    case "folder":
      return place.folder
    case "bucket":
      return `the bucket ${place.bucket} at ${place.endpoint.origin}`
    case "none":
      return "nowhere"
  }
}

/** The finding about the place of files and its room, which is unknown where there is no folder yet. */
export const placeFindingOf = (place: FilesPlace, roomBytes: number | undefined): Finding => {
  if (place.kind === "none") {
    return {
      check,
      state: "look",
      seen: `there is no storage for files of applications: uploads and downloads answer 503`,
      remedy: `Set ${place.missing.join(" and ")}, such as FILES_URL=file:/var/lib/partner-api/files.`
    }
  }
  const seen = `files of applications are in ${placeName(place)}`
  if (roomBytes === undefined) return { check, state: "good", seen }
  return roomBytes < attachmentBytesMax
    ? {
        check,
        state: "look",
        seen: `${seen}, whose disk has no room before its reserve: uploads answer 503`,
        remedy: "Make room on the disk, or move the folder to another one and set FILES_URL."
      }
    : { check, state: "good", seen: `${seen}, with room for ${mebibytes(roomBytes)}` }
}

/** The SHA-256 of content, in hexadecimal. */
const digestOf = <E>(content: Stream.Stream<Uint8Array, E>): Effect.Effect<string, E> =>
  Effect.suspend(() => {
    const digest = createHash("sha256")
    const count = (piece: Uint8Array) =>
      Effect.sync(() => {
        digest.update(piece)
        freeBytes(piece)
      })
    return Effect.map(Stream.runForEach(content, count), () => digest.digest("hex"))
  })

/** The finding about the bytes of rows. */
export const bytesFindingOf = ({ rows, wrong }: ComparedFiles): Finding =>
  wrong.length === 0
    ? { check, state: "good", seen: `the storage has the bytes of every file: ${rows.toLocaleString("en")}` }
    : {
        check,
        state: "bad",
        seen: `files without their bytes, ${wrong.length.toLocaleString("en")} of ${rows.toLocaleString("en")}: ${[
          ...wrong.slice(0, namedMax),
          ...(wrong.length > namedMax ? [`and ${wrong.length - namedMax} more`] : [])
        ].join("; ")}`,
        remedy:
          "Bring the folder of a backup back, without what is there: partner-api restore does. What no backup has, the agency removes and sends again."
      }

/** The room of a folder; none where it is not there yet. */
export const roomOf = (place: FilesPlace): Effect.Effect<number | undefined> =>
  place.kind === "folder"
    ? Effect.orElseSucceed(
        Effect.tryPromise(() => roomIn(place.folder)),
        () => undefined
      )
    : Effect.undefined

/** Compares rows with the storage of the settings. `each` passes the rows, page by page. */
export const compareFiles = (
  { comparesDigests, files }: FileComparison,
  each: (
    use: (page: ReadonlyArray<FileRow>) => Effect.Effect<void, OperatorError>
  ) => Effect.Effect<void, OperatorError>
): Effect.Effect<ComparedFiles, OperatorError> => {
  const unreachable = new OperatorError({
    message: `The storage of files, ${placeName(files.place)}, cannot be read.`,
    remedy: "The log above has the reason. Check FILES_URL, its keys, and the network."
  })
  type Reading = Pick<FileStorage["Service"], "read" | "size">

  /** The fault of a file; none where all is well. */
  const wrongOf = ({ read, size }: Reading, { id, json, organization_id, size_bytes }: FileRow) =>
    Effect.gen(function* () {
      const key = fileKeyOf(organization_id, id)
      const found = Option.getOrUndefined(yield* size(key))
      if (found === undefined) return "missing"
      if (found !== size_bytes) return `${found} bytes in place of ${size_bytes}`
      if (!comparesDigests || json.sha256 === undefined) return undefined
      const content = Option.getOrUndefined(yield* read(key))
      if (content === undefined) return "missing"
      return (yield* digestOf(content)) === json.sha256 ? undefined : "other bytes than those that were sent"
    })

  const compare = (reading: Reading) =>
    Effect.gen(function* () {
      let rows = 0
      const wrong: Array<string> = []
      yield* each((page) =>
        Effect.forEach(
          page,
          (row) =>
            Effect.map(wrongOf(reading, row), (seen) => {
              rows++
              if (seen === undefined) return
              wrong.push(`${row.organization_id} ${row.application_id} ${row.id} (${seen})`)
            }),
          { concurrency: lookedAtOnce, discard: true }
        ).pipe(Effect.mapError(() => unreachable))
      )
      return { rows, wrong }
    })
  const { place } = files
  // A look makes no folder.
  if (place.kind === "none" || (place.kind === "folder" && !Fs.existsSync(place.folder))) {
    const nothing = () => Effect.succeed(Option.none())
    return compare({ read: nothing, size: nothing })
  }
  return Effect.flatMap(FileStorage, compare).pipe(
    Effect.provide(filesLayer({ files })),
    Effect.mapError((error) => (error._tag === "OperatorError" ? error : unreachable))
  )
}
