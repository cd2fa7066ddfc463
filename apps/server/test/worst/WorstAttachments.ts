/**
 * The attachments of the worst rows: as many as an application takes, with names as long as they may be, and the bytes of one for each organization.
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { attachmentBytesMax, attachmentsMax } from "@partner-api/domain/Attachment"
import { fileNameMax } from "@partner-api/domain/AttachmentName"
import { type AlphabetName, alphabetNames, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

const bytes = Buffer.alloc(attachmentBytesMax, "a")
const sha256 = Crypto.hash("sha256", bytes, "hex")

/** Attachments of applications of an organization, by their numbers: one less than an application takes. */
export const writeAttachments = (organizationId: string, name: AlphabetName, applications: ReadonlyArray<number>) =>
  insertAll(
    "attachments",
    applications.flatMap((application) =>
      countTo(attachmentsMax - 1, (number) => {
        const id = Names.attachmentId(application, number)
        const file_name = `${alphabets[name].text(fileNameMax - 4, number)}.txt`
        const file = { type: "OTHER", file_name, media_type: "text/plain", size_bytes: bytes.length, sha256 }
        return {
          organization_id: organizationId,
          application_id: Records.applicationId(application),
          id,
          state: "STORED",
          size_bytes: bytes.length,
          changed_at_ms: 0,
          json: JSON.stringify({ id, ...file, scan_status: "NOT_SCANNED", created_at: "2026-01-01T00:00:00.000Z" })
        }
      })
    )
  )

/** The bytes of the first attachment of each application that is asked for, as one file with many names. */
export const writeFiles = (folder: string): void => {
  for (const name of alphabetNames) {
    const own = Path.join(folder, Names.organizationOf(name))
    Fs.mkdirSync(own)
    const first = Path.join(own, Names.attachmentId(1, 1))
    Fs.writeFileSync(first, bytes)
    for (let number = 2; number <= Names.sizes.records; number++)
      Fs.linkSync(first, Path.join(own, Names.attachmentId(number, 1)))
  }
}
