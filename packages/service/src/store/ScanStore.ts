/**
 * The port to files that wait for the scanner. They are the settled attachments with the status `PENDING`; a row leaves with its verdict or with its file.
 */
import type { Attachment } from "@partner-api/domain/Attachment"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { AttachmentKey } from "./AttachmentStore.ts"
import type { StoreError } from "./StoreError.ts"

/** The most files that one look gives: a node scans a few of them at once. */
export const scansPerLook = 20

/** A file that waits. */
export interface WaitingScan {
  readonly key: AttachmentKey
  readonly attachment: Attachment
  /** When it is scanned, or tried again. */
  readonly dueAtMs: number
  readonly attempts: number
}

/** The backlog as the operator sees it. */
export interface ScanBacklog {
  readonly waiting: number
  /** When the oldest waiting file was stored. */
  readonly oldestMs: number | undefined
}

export class ScanStore extends Context.Service<
  ScanStore,
  {
    /** The files that are due at a moment, the longest waiting first; {@link scansPerLook} at most. */
    readonly due: (nowMs: number) => Effect.Effect<ReadonlyArray<WaitingScan>, StoreError>
    /** Takes a due file for one attempt, until a moment; none where another node was first. */
    readonly take: (scan: WaitingScan, untilMs: number) => Effect.Effect<Option.Option<WaitingScan>, StoreError>
    /** Has a file tried again at a moment. Does nothing where it does not wait any more. */
    readonly postpone: (key: AttachmentKey, dueAtMs: number) => Effect.Effect<void, StoreError>
    /** Keeps a file with its verdict; false where it does not wait any more, which it is then not given. */
    readonly end: (key: AttachmentKey, attachment: Attachment) => Effect.Effect<boolean, StoreError>
    readonly backlog: Effect.Effect<ScanBacklog, StoreError>
  }
>()("@partner-api/service/ScanStore") {}
