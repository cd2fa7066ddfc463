/**
 * Answers of a test server before they become responses: a status, headers and the text of a body. The errors of faults are written by
 * the contract.
 */
import { errorStatus, type PartnerError, partnerErrors } from "@partner-api/contract/PartnerErrors"
import { type ErrorBody, toOAuthBody, toWire } from "@partner-api/contract/WireErrors"
import * as Errors from "@partner-api/domain/Errors"

/** An answer. Without a body there is none, not even an empty one. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined
}

/** An answer with JSON. */
const json = (status: number, value: unknown, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value)
})

/** The style in which errors are written here. */
export interface ErrorStyle {
  /** Only the two members that are documented (spec 2, Error object). */
  readonly plain: boolean
  /** The address that challenges for a token name (RFC 9728 §5.1). */
  readonly metadataUrl: string | undefined
  /** Whether the endpoint speaks OAuth, whose clients read other members (RFC 6749 §5.2). */
  readonly oauth: boolean
}

const bodyOf = (body: ErrorBody, { plain, oauth }: ErrorStyle): unknown =>
  plain ? { error: body.error, message: body.message } : oauth ? toOAuthBody(body) : body

/** Writes an error. */
export const errorAnswer = (error: PartnerError, requestId: string, style: ErrorStyle): Answer => {
  const { status, headers, body } = toWire(error, requestId)
  const challenge = headers["www-authenticate"]
  const named = style.metadataUrl !== undefined && challenge?.startsWith("Bearer ") === true
  return json(status, bodyOf(body, style), {
    ...headers,
    ...(named ? { "www-authenticate": `${challenge}, resource_metadata="${style.metadataUrl}"` } : {})
  })
}

const message = "A test asked for this answer."

/**
 * The error that the contract has for a status, or for a code; nothing when it has none. Where several share a status, the first
 * that occurs.
 */
export const errorFor = (status: number, code: string | undefined): PartnerError | undefined => {
  const found = partnerErrors.find(
    (error) =>
      errorStatus[error.fields._tag.schema.literal] === status &&
      (code === undefined ? !Errors.explanationOf(error).isReserved : error.fields.code.schema.literal === code)
  )
  if (found === undefined) return undefined
  const error = new found({ message })
  return error._tag === "Unauthorized" ? new Errors.Unauthorized({ message, credentialsSent: true }) : error
}
