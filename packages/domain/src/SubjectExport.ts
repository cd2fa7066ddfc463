/**
 * The export of every record about a person (recruiting 9): its request, the kinds of its lines, and its bounds. What a line is about, `SubjectLines.ts` of the service writes.
 */
import * as Schema from "effect/Schema"

import { Application } from "./Application.ts"
import { Attachment } from "./Attachment.ts"
import { AuditEntry } from "./Audit.ts"
import { Decision } from "./Confirmation.ts"
import { Email } from "./Email.ts"
import { Event } from "./Event.ts"
import { ApplicationId } from "./Ids.ts"
import { Message } from "./Message.ts"
import { Placement } from "./Placement.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The exports of one client at once on a node, and those of all clients: each reads as fast as its reader takes the lines. */
export const exportsOfClientMax = 1
export const exportsMax = 4

/** The person whose records are exported. */
export const NewSubjectExport = Schema.Struct({
  email: Email.annotate({ description: "The email of the person, whatever its case", examples: ["grace@example.com"] })
}).annotate({
  identifier: "NewSubjectExport",
  description: "The person whose records are exported",
  examples: [{ email: "grace@example.com" }],
  "x-extension": true
})
export type NewSubjectExport = typeof NewSubjectExport.Type

/** The last link by which the person confirms, without its token. */
export const SubjectLink = Schema.Struct({
  delivered_by: Schema.Literals(["SERVICE", "AGENCY"]).annotate({ description: "The sender of the link" }),
  expires_at: Timestamp,
  decision: Schema.optionalKey(Decision.annotate({ description: "The last decision of the person" })),
  decided_at: Schema.optionalKey(Timestamp)
}).annotate({
  identifier: "SubjectLink",
  description: "The last link by which the person confirms, without its token",
  "x-extension": true
})
export type SubjectLink = typeof SubjectLink.Type

/** A mail to the person that is not sent yet, without its sealed text. */
export const SubjectMail = Schema.Struct({
  created_at: Timestamp,
  due_at: Timestamp.pipe(Schema.annotateEncoded({ description: "When it is sent, or tried again" }))
}).annotate({
  identifier: "SubjectMail",
  description: "A mail to the person that is not sent yet, without its text",
  "x-extension": true
})
export type SubjectMail = typeof SubjectMail.Type

/** The record of each kind of line, in the order in which an application has them. */
const records = {
  application: Application,
  attachment: Attachment,
  message: Message,
  placement: Placement,
  link: SubjectLink,
  mail: SubjectMail,
  audit_entry: AuditEntry,
  event: Event
} as const

const about = <const Type extends keyof typeof records, Record extends Schema.Top>(
  type: Type,
  record: Record,
  identifier: string,
  description: string
) =>
  Schema.Struct({
    type: Schema.Literal(type),
    application_id: ApplicationId,
    record
  }).annotate({ identifier, description, "x-extension": true })

/** The last line: a file without it is not whole. */
const end = Schema.Struct({
  type: Schema.Literal("end"),
  records: Schema.Int.annotate({ description: "The number of lines before this one" })
}).annotate({
  identifier: "SubjectExportEnd",
  description: "The last line: an export without it is not whole",
  "x-extension": true
})

/** A line of an export. */
export const SubjectRecord = Schema.Union([
  about("application", records.application, "SubjectApplicationRecord", "An application of the person"),
  about("attachment", records.attachment, "SubjectAttachmentRecord", "A file of an application, without its bytes"),
  about("message", records.message, "SubjectMessageRecord", "A message about an application"),
  about("placement", records.placement, "SubjectPlacementRecord", "The placement of a hire of the person"),
  about("link", records.link, "SubjectLinkRecord", "The link by which the person confirms"),
  about("mail", records.mail, "SubjectMailRecord", "A mail to the person that waits"),
  about("audit_entry", records.audit_entry, "SubjectAuditRecord", "An entry of the audit log about an application"),
  about("event", records.event, "SubjectEventRecord", "An event of the change feed that holds the person"),
  end
]).annotate({
  identifier: "SubjectRecord",
  description: "A line of an export: a record about the person, or the end",
  examples: [
    {
      type: "link",
      application_id: ApplicationId.make("app_00000001_1"),
      record: { delivered_by: "SERVICE", expires_at: exampleMoment }
    }
  ],
  "x-extension": true
})
export type SubjectRecord = typeof SubjectRecord.Type
export type SubjectRecordType = keyof typeof records
