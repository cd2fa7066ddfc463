/**
 * An attachment: a file of an application, such as a CV (recruiting, Attachments).
 *
 * Holds the shapes and the bounds. Which files are taken stands in `AttachmentFormat.ts`, which names in `AttachmentName.ts`. Bytes are in no record.
 */
import * as Schema from "effect/Schema"

import { identifier } from "./Ids.ts"
import { impersonal, personal } from "./Personal.ts"
import { mebibyte } from "./StorageQuota.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The largest file, in bytes: a scanned CV with pictures has a few MiB. */
export const attachmentBytesMax = 10 * mebibyte

/** The most attachments of one application: a CV, a letter, a consent and some work. */
export const attachmentsMax = 10

/** The bytes of files that a client may store in one day: a hundred of the largest files, or some thousand CVs. */
export const attachmentBytesPerDay = 1_024 * mebibyte

/** The bytes of all files of an organization, by default: some hundred thousand CVs. */
export const filesBytesMax = 102_400 * mebibyte

/** The time of an upload, in milliseconds: ten MiB at {@link uploadBytesPerSecondMin} would take longer, so a phone on a bad line sends smaller files. */
export const uploadTimeoutMs = 120_000

/** The slowest upload, in bytes a second from its begin on, and the milliseconds before it counts: a slower one holds its place for others. */
export const uploadBytesPerSecondMin = 16_384
export const uploadGraceMs = 10_000

/** The age at which an upload that never ended was left by a crash, in milliseconds: ten times what it may take, and what it takes to keep it. */
export const uploadLeftAfterMs = 1_800_000

/** The uploads of one client at once on a node, and those of all clients: each holds an open file and a buffer. */
export const uploadsOfClientMax = 4
export const uploadsMax = 32

/** The same of downloads, each of which holds a buffer as long as its reader takes. */
export const downloadsOfClientMax = 8
export const downloadsMax = 64

/** Identifies an attachment within its application: `att_…`. */
export const AttachmentId = identifier("an attachment", "att_01KGAS0F00A2C4E6G8J0K2M4N6").pipe(
  Schema.brand("AttachmentId")
)
export type AttachmentId = typeof AttachmentId.Type

/** The purpose of a file. */
export const AttachmentType = Schema.Literals(["RESUME", "COVER_LETTER", "PORTFOLIO", "CONSENT", "OTHER"])
export type AttachmentType = typeof AttachmentType.Type

/** The verdict about the content of a file. Only a file that a scanner has read whole is `CLEAN`. */
export const ScanStatus = Schema.Literals(["NOT_SCANNED", "PENDING", "CLEAN", "REJECTED"])
export type ScanStatus = typeof ScanStatus.Type

/** An attachment as the API shows it. */
export const Attachment = Schema.Struct({
  id: AttachmentId,
  type: AttachmentType.annotate({ description: "The purpose of the file", examples: ["RESUME"] }),
  file_name: Schema.String.annotate({
    description: "The name that the file was sent with",
    examples: ["cv.pdf"],
    ...personal
  }),
  media_type: Schema.String.annotate({ examples: ["application/pdf"], ...impersonal }),
  size_bytes: Schema.Int.annotate({ examples: [184_320] }),
  sha256: Schema.String.annotate({
    description: "The SHA-256 of the bytes, in hexadecimal",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ...impersonal
  }),
  scan_status: ScanStatus.annotate({
    description:
      "`NOT_SCANNED` where the service had no scanner when the file came; `PENDING` and `REJECTED` files cannot be read",
    examples: ["NOT_SCANNED"]
  }),
  created_at: Timestamp
}).annotate({
  identifier: "Attachment",
  description: "A file of an application, without its bytes",
  examples: [
    {
      id: AttachmentId.make("att_01KGAS0F00A2C4E6G8J0K2M4N6"),
      type: "RESUME",
      file_name: "cv.pdf",
      media_type: "application/pdf",
      size_bytes: 184_320,
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      scan_status: "NOT_SCANNED",
      created_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type Attachment = typeof Attachment.Type
