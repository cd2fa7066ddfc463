/**
 * The consent of a person to be submitted for a job (recruiting, Confirmation and consent): when and how it was given.
 *
 * Holds no evidence: a file of it is an attachment. `commands/Confirmation.ts` decides which confirmation needs a consent.
 */
import * as Schema from "effect/Schema"

import { AttachmentId } from "./Attachment.ts"
import type { Problem } from "./Problem.ts"
import { clockToleranceMs } from "./RecordTimes.ts"
import { exampleMoment, Timestamp, timestampToMillis } from "./Timestamp.ts"

/** The way in which an agency gets a consent. */
export const AttestedMethod = Schema.Literals(["EMAIL", "FORM", "SIGNED", "VERBAL"])

const obtained_at = Timestamp.pipe(Schema.annotateEncoded({ description: "When the person consented" }))
const expires_at = Timestamp.pipe(
  Schema.annotateEncoded({ description: "The end of a consent that the person gave for a time; nothing happens then" })
)

/** A consent that a line of an import brings: the files of an application are not imported. */
export const ImportedConsent = Schema.Struct({
  obtained_at,
  method: AttestedMethod.annotate({ description: "The way in which the person consented", examples: ["EMAIL"] }),
  expires_at: Schema.optionalKey(expires_at)
}).annotate({
  identifier: "ImportedConsent",
  description: "The consent of a person, without its file",
  "x-extension": true
})

/** A consent that an agency attests when it confirms. */
export const NewConsent = Schema.Struct({
  ...ImportedConsent.fields,
  attachment_id: Schema.optionalKey(
    AttachmentId.annotate({ description: "The file of the consent: a `CONSENT` attachment of this application" })
  )
}).annotate({
  identifier: "NewConsent",
  description: "The consent of the person; required where the setting `consent` is `REQUIRED`",
  examples: [{ obtained_at: exampleMoment, method: "EMAIL" }],
  "x-extension": true
})
export type NewConsent = typeof NewConsent.Type

/** The consent of an application. */
export const Consent = Schema.Struct({
  ...NewConsent.fields,
  method: Schema.Literals([...AttestedMethod.literals, "LINK"]).annotate({
    description:
      "The way in which the person consented: as the agency attests it, or `LINK` where the person did it by a confirmation link",
    examples: ["EMAIL"]
  }),
  delivered_by: Schema.optionalKey(
    Schema.Literals(["SERVICE", "AGENCY"]).annotate({
      description:
        "The sender of the link of a consent by `LINK`: `SERVICE` where this service alone did, so that only the mailbox of the person had it",
      examples: ["SERVICE"]
    })
  )
}).annotate({
  identifier: "Consent",
  description: "The consent of the person: when and how it was given",
  "x-extension": true
})
export type Consent = typeof Consent.Type

const range = (path: string, message: string): Problem => ({ in: "body", path, code: "range", message })

/**
 * The problems of the times of a consent that is used at a moment, in milliseconds: it must be obtained until then, and must not have ended. Clocks of two companies
 * differ a little.
 */
export const consentProblems = (
  consent: Pick<NewConsent, "obtained_at" | "expires_at">,
  usedAtMs: number
): ReadonlyArray<Problem> => [
  ...(timestampToMillis(consent.obtained_at) > usedAtMs + clockToleranceMs
    ? [range("/consent/obtained_at", "must not be later than the confirmation")]
    : []),
  ...(consent.expires_at !== undefined &&
  (timestampToMillis(consent.expires_at) <= usedAtMs || consent.expires_at <= consent.obtained_at)
    ? [range("/consent/expires_at", "must be later than the confirmation and than obtained_at; ask the person again")]
    : [])
]
