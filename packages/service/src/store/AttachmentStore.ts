/**
 * The port to the rows of attachments. A row stands before the bytes of its file and after them, so that no bytes are without a row: it is begun before
 * the file is kept, settled when the file is there, and forgotten when the bytes of a removed file are gone.
 */
import type { Attachment, AttachmentId } from "@partner-api/domain/Attachment"
import type { ApplicationId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The key of an attachment. */
export interface AttachmentKey {
  readonly organizationId: OrganizationId
  readonly applicationId: ApplicationId
  readonly id: AttachmentId
}

/** The most unsettled attachments that one look gives: the bytes of each are removed one by one. */
export const attachmentsPerSweep = 100

export class AttachmentStore extends Context.Service<
  AttachmentStore,
  {
    /** Begins a row, of which nothing is shown. */
    readonly begin: (key: AttachmentKey, nowMs: number) => Effect.Effect<void, StoreError>
    /** Settles a row that was begun; false where a sweep was first. A `PENDING` file waits for the scanner from then on (`ScanStore.ts`). */
    readonly settle: (key: AttachmentKey, attachment: Attachment, nowMs: number) => Effect.Effect<boolean, StoreError>
    /** A settled attachment. */
    readonly find: (key: AttachmentKey) => Effect.Effect<Option.Option<Attachment>, StoreError>
    /** The settled attachments of an application, by id. */
    readonly ofApplication: (
      organizationId: OrganizationId,
      applicationId: ApplicationId
    ) => Effect.Effect<ReadonlyArray<Attachment>, StoreError>
    /** Removes an attachment, begun or settled. Its row has nothing about a person from then on. */
    readonly remove: (key: AttachmentKey, nowMs: number) => Effect.Effect<void, StoreError>
    /** Gives up an attachment that was begun. Does nothing where it is settled: a write whose outcome is unknown may have settled it. */
    readonly abandon: (key: AttachmentKey, nowMs: number) => Effect.Effect<void, StoreError>
    /** Removes every attachment of an application, begun or settled. */
    readonly removeAll: (
      organizationId: OrganizationId,
      applicationId: ApplicationId,
      nowMs: number
    ) => Effect.Effect<void, StoreError>
    /** The bytes of all settled attachments of an organization. */
    readonly storedBytes: (organizationId: OrganizationId) => Effect.Effect<number, StoreError>
    /** Counts bytes that a client sends in a day, which begins at `dayAtMs`, and gives all of the day. */
    readonly countBytes: (clientId: ClientId, dayAtMs: number, bytes: number) => Effect.Effect<number, StoreError>
    /** The bytes that a client has sent in a day. */
    readonly sentBytes: (clientId: ClientId, dayAtMs: number) => Effect.Effect<number, StoreError>
    /** Removed attachments, and those that were begun before a moment and never settled; {@link attachmentsPerSweep} at most. */
    readonly unsettled: (begunBeforeMs: number) => Effect.Effect<ReadonlyArray<AttachmentKey>, StoreError>
    /** When the oldest of those was removed or begun. */
    readonly firstUnsettledMs: (begunBeforeMs: number) => Effect.Effect<Option.Option<number>, StoreError>
    /** Forgets a row that is not settled: its bytes are gone. */
    readonly forget: (key: AttachmentKey) => Effect.Effect<void, StoreError>
    /** Removes the counts of days that begin before a moment. */
    readonly purgeBytes: (beforeMs: number) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/AttachmentStore") {}
