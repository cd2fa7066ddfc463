/**
 * The lines of an export of a person, from the records of the stores (recruiting 9). Reads nothing.
 */
import { Attachment } from "@partner-api/domain/Attachment"
import { AuditEntry } from "@partner-api/domain/Audit"
import type { ConfirmationLink } from "@partner-api/domain/Confirmation"
import type { ApplicationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { SubjectLink, SubjectMail, type SubjectRecordType } from "@partner-api/domain/SubjectExport"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import type { StoredMail } from "../store/MailStore.ts"

/** The line of a record, from its JSON text. */
export const lineOf = (type: SubjectRecordType, applicationId: ApplicationId, json: string): string =>
  `{"type":"${type}","application_id":${JSON.stringify(applicationId)},"record":${json}}\n`

/** The last line of an export, with the number of its records. */
export const endLine = (count: number): string => `${JSON.stringify({ type: "end", records: count })}\n`

const linkText = jsonTextOf(SubjectLink)
const mailText = jsonTextOf(SubjectMail)

/** The JSON texts of the records that no store keeps as one. */
export const textOf = {
  attachment: jsonTextOf(Attachment),
  audit_entry: jsonTextOf(AuditEntry),
  link: ({ decided, deliveredBy, expiresAtMs }: ConfirmationLink): string =>
    linkText({
      delivered_by: deliveredBy,
      expires_at: timestampFromMillis(expiresAtMs),
      ...(decided === undefined ? {} : { decision: decided.decision, decided_at: timestampFromMillis(decided.atMs) })
    }),
  mail: ({ createdAtMs, dueAtMs }: StoredMail): string =>
    mailText({ created_at: timestampFromMillis(createdAtMs), due_at: timestampFromMillis(dueAtMs) })
}
