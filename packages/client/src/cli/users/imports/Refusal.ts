/**
 * Why a line was not imported: found here, or answered by the service.
 */
import type { ClientError } from "../../../core/ClientError.ts"
import type { Problem } from "../../../core/Model.ts"
import { messageOf } from "../../FailureText.ts"

/** A refusal, as errors of the API are written. */
export interface Refusal {
  readonly error: string
  /** In a sentence, with the details. */
  readonly message: string
  readonly request_id: string | null
  readonly details: ReadonlyArray<Problem>
}

/** The failures that are about one record. Every other one would meet the next record too, and ends the import. */
const aboutRecord: ReadonlySet<string> = new Set([
  "Conflict",
  "IdempotencyKeyReused",
  "InvalidRequest",
  "PayloadTooLarge",
  "UnprocessableEntity"
])

/** Whether a failure is about the record that was sent. */
export const isAboutRecord = ({ _tag }: ClientError): boolean => aboutRecord.has(_tag)

/** The refusal of the service. */
export const refusalOf = (error: ClientError): Refusal => ({
  error: error.code,
  message: messageOf(error),
  request_id: error.requestId ?? null,
  details: error.details
})

/** The refusal of a record that collides with a user, found without sending it. */
export const conflict = (path: string, holder: string): Refusal => {
  const message = `belongs to the user ${holder}`
  return {
    error: "conflict",
    message: `${path} ${message}.`,
    request_id: null,
    details: [{ in: "body", path, code: "conflict", message }]
  }
}
