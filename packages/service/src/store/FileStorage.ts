/**
 * The port to the bytes of files. A file comes in two steps: it is received into a private place, where its size and its digest become known, and then kept
 * under a key. Lists no files: rows of other stores have the keys.
 */
import type { AttachmentId } from "@partner-api/domain/Attachment"
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { StoreError } from "./StoreError.ts"

/** The key of a file: folder and name, of characters that every file system and every address takes. */
export type FileKey = `${OrganizationId}/${AttachmentId}`

/** Makes the key of an attachment. */
export const fileKeyOf = (organizationId: OrganizationId, id: AttachmentId): FileKey => `${organizationId}/${id}`

/** The first and the last byte of a part of a file, counted from 0; both belong to the part. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A file that has arrived whole. It goes with the scope in which it was received, unless it was kept before. */
export interface ReceivedFile {
  readonly sizeBytes: number
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string
  /** The first bytes: `headBytes` of them, or all of a shorter file. */
  readonly head: Uint8Array
  /** Keeps the file under a key. It survives a crash of the machine when the effect ends. */
  readonly keepAs: (key: FileKey) => Effect.Effect<void, StoreError>
}

export class FileStorage extends Context.Service<
  FileStorage,
  {
    /**
     * Receives a file, piece by piece. Where the content fails, nothing stays. Its reader bounds the content. The storage takes the pieces over: it may free the
     * memory of one that it has written.
     */
    readonly receive: <E>(
      content: Stream.Stream<Uint8Array, E>
    ) => Effect.Effect<ReceivedFile, E | StoreError, Scope.Scope>
    /** The bytes of a file or of a part of it; none where nothing is kept under the key. A stream that ends early fails. Its reader may free the memory of a piece. */
    readonly read: (
      key: FileKey,
      range?: ByteRange
    ) => Effect.Effect<Option.Option<Stream.Stream<Uint8Array, StoreError>>, StoreError>
    /** The size of a file in bytes; none where nothing is kept under the key. */
    readonly size: (key: FileKey) => Effect.Effect<Option.Option<number>, StoreError>
    /** Removes a file. Removes nothing where nothing is kept under the key. */
    readonly remove: (key: FileKey) => Effect.Effect<void, StoreError>
    /** The bytes that the disk which receives files has room for, before its reserve; 0 or less where it has none. */
    readonly roomBytes: Effect.Effect<number, StoreError>
    /** Removes what crashed processes have received and not kept. */
    readonly sweep: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/FileStorage") {}
