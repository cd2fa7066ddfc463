/**
 * The commands that add a file to an application and remove one (recruiting, Attachments). `ApplicationAccess.ts` decides who may send files;
 * `AttachmentFormat.ts` and `AttachmentName.ts` decide which files are taken.
 */
import * as Result from "effect/Result"

import type { StoredApplication } from "../Application.ts"
import { isActive, isEditable } from "../ApplicationState.ts"
import { type Attachment, attachmentsMax, type AttachmentType } from "../Attachment.ts"
import type { Scanned } from "../AttachmentScan.ts"
import { Conflict } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, type JournalEntry, ofAttachment } from "../Journal.ts"
import { mebibyte } from "../StorageQuota.ts"

/** The stored state on which a file is judged. */
export interface AttachmentFacts {
  readonly stored: StoredApplication
  /** The files that the application has. */
  readonly attachments: ReadonlyArray<Attachment>
  /** The bytes of all files of the organization, and the most that there may be. */
  readonly storedBytes: number
  readonly storedBytesMax: number
}

/** The type and the size of a file; the size is 0 where it is not known yet. */
export type OfferedFile = Pick<Attachment, "type" | "size_bytes">

const closed = new Conflict({
  message: "The application takes files in UNCONFIRMED and while the employer works on it."
})

const full = new Conflict({
  message: `The application has ${attachmentsMax} files, which is the maximum: delete one of them first.`
})

const noRoom = (bytesMax: number): Conflict =>
  new Conflict({
    message: `The files of the organization have the ${Math.floor(bytesMax / mebibyte)} MiB that the operator allows: delete files, or ask the operator for more.`
  })

const named = new Conflict({
  message: "The consent of the application names this file: it stays as long as the application has its person."
})

const sorted = new Conflict({ message: "Files can be deleted in UNCONFIRMED and AWAITING_SORT only." })

/** The files that a new one replaces: a CV replaces the one before, until the employer has sorted the application. */
const replacedBy = (type: AttachmentType, { attachments, stored }: AttachmentFacts): ReadonlyArray<Attachment> =>
  type === "RESUME" && isEditable(stored.application.state) ? attachments.filter((one) => one.type === type) : []

const bytesOf = (attachments: ReadonlyArray<Attachment>): number =>
  attachments.reduce((sum, { size_bytes }) => sum + size_bytes, 0)

/** The refusal of a file: before its first byte, with a size of 0 where none was announced, and again at its end. */
export const refusedFile = (file: OfferedFile, facts: AttachmentFacts): Conflict | undefined => {
  const { attachments, stored, storedBytes, storedBytesMax } = facts
  const { erased_at, state } = stored.application
  if (erased_at !== undefined || !(state === "UNCONFIRMED" || isActive(state))) return closed
  const replaced = replacedBy(file.type, facts)
  if (attachments.length - replaced.length >= attachmentsMax) return full
  return storedBytes - bytesOf(replaced) + file.size_bytes > storedBytesMax ? noRoom(storedBytesMax) : undefined
}

/** The next files of an application: the added one with those that it replaces, or the removed one. */
export interface AttachmentChange {
  readonly removed: ReadonlyArray<Attachment>
}

const removedEntry =
  (organizationId: OrganizationId, stored: StoredApplication) =>
  (attachment: Attachment): JournalEntry =>
    ofAttachment("application.attachment_removed", { organizationId, stored, attachment })

/** Adds a file that has arrived. */
export const addAttachment = (
  organizationId: OrganizationId,
  attachment: Attachment,
  facts: AttachmentFacts
): Result.Result<Decision<AttachmentChange>, Conflict> => {
  const refusal = refusedFile(attachment, facts)
  if (refusal !== undefined) return Result.fail(refusal)
  const { stored } = facts
  const removed = replacedBy(attachment.type, facts)
  return Result.succeed({
    next: { removed },
    entries: [
      ...removed.map(removedEntry(organizationId, stored)),
      ofAttachment("application.attachment_added", { organizationId, stored, attachment })
    ]
  })
}

/** Removes a file, until the employer has sorted the application. */
export const removeAttachment = (
  organizationId: OrganizationId,
  attachment: Attachment,
  stored: StoredApplication
): Result.Result<Decision<AttachmentChange>, Conflict> => {
  const { consent, erased_at, state } = stored.application
  if (erased_at !== undefined || !isEditable(state)) return Result.fail(sorted)
  return consent?.attachment_id === attachment.id
    ? Result.fail(named)
    : Result.succeed({ next: { removed: [attachment] }, entries: [removedEntry(organizationId, stored)(attachment)] })
}

/** Gives a file the verdict of the scanner, whatever became of its application meanwhile. */
export const scanAttachment = (
  organizationId: OrganizationId,
  pending: Attachment,
  { scanned, stored }: { readonly scanned: Scanned; readonly stored: StoredApplication }
): Decision<Attachment> => {
  const attachment = { ...pending, scan_status: scanned }
  return {
    next: attachment,
    entries: [ofAttachment("application.attachment_scanned", { organizationId, stored, attachment })]
  }
}
