/**
 * The storage of files that the settings name: a folder, a bucket, or none, which refuses every file with the name of the setting that is missing.
 */
import * as Os from "node:os"
import * as Path from "node:path"
import { Unavailable } from "@partner-api/domain/Errors"
import { FilesBytesMax } from "@partner-api/service/services/FilesBytesMax"
import { FileStorage } from "@partner-api/service/store/FileStorage"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { FilesPlace, FilesSettings } from "../../platform/FilesSettings.ts"
import * as FolderStorage from "./FolderStorage.ts"
import * as S3Storage from "./S3Storage.ts"

/** A storage that is not there. A sweep has nothing to do. */
const noStorage = (missing: ReadonlyArray<string>) => {
  const refused = Effect.fail(
    new Unavailable({
      message: `This service takes no files: its operator has not set ${missing.join(" and ")}.`,
      retryAfterSeconds: 3_600
    })
  )
  return Layer.succeed(FileStorage, {
    receive: () => refused,
    read: () => refused,
    size: () => refused,
    remove: () => refused,
    roomBytes: refused,
    sweep: Effect.void
  })
}

/** The folder in which files arrive that go to a bucket: of this process's user alone. */
const spoolFolder = (): string => Path.join(Os.tmpdir(), `partner-api-files-${process.getuid?.() ?? "user"}`)

const storageOf = (place: FilesPlace): Layer.Layer<FileStorage, StoreError> => {
  switch (place.kind) {
    case "folder":
      return FolderStorage.layer(place.folder)
    case "bucket":
      return S3Storage.layer(place, spoolFolder())
    case "none":
      return noStorage(place.missing)
  }
}

/** The storage of the settings, with its bound. */
export const layer = ({ files }: { readonly files: FilesSettings }): Layer.Layer<FileStorage, StoreError> =>
  Layer.merge(storageOf(files.place), Layer.succeed(FilesBytesMax, files.bytesMax))
