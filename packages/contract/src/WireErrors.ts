/**
 * Errors over HTTP: the Error body (spec 2, Error object; decisions, Errors) and
 * the headers that go with it.
 *
 * {@link toWire} writes an error; the codecs below read it back and put it into the OpenAPI document. Nothing here decides when
 * an error occurs.
 */
import { wrongCredentials } from "@partner-api/domain/Credentials"
import * as Errors from "@partner-api/domain/Errors"
import { Problem } from "@partner-api/domain/Problem"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { type ErrorCode, errorStatus, type PartnerError, partnerErrors } from "./PartnerErrors.ts"
import * as ProtocolErrors from "./ProtocolErrors.ts"

/** The protection space named in challenges (RFC 9110 §11.5). */
export const realm = "partner-api"

/** The `Retry-After` of an unavailable service that does not know for how long, in seconds. */
export const retryAfterSecondsDefault = 1

const members = {
  message: Schema.String.annotate({ description: "A sentence for people: what is wrong and what to do" }),
  request_id: Schema.optionalKey(
    Schema.String.annotate({ description: "The X-Request-Id of this answer", "x-extension": true })
  ),
  details: Schema.optionalKey(
    Schema.Array(Problem).annotate({ description: "Every mistake found, at most 50", "x-extension": true })
  )
}

interface ErrorProps {
  readonly message: string
  readonly details?: ReadonlyArray<Problem>
  readonly requestId?: string
}

const fromBody = (body: {
  readonly message: string
  readonly request_id?: string
  readonly details?: ReadonlyArray<Problem>
}): ErrorProps => ({
  message: body.message,
  ...(body.details === undefined ? {} : { details: body.details }),
  ...(body.request_id === undefined ? {} : { requestId: body.request_id })
})

const toBody = <Code extends ErrorCode>(error: ErrorProps & { readonly code: Code }) => ({
  error: error.code,
  message: error.message,
  ...(error.requestId === undefined ? {} : { request_id: error.requestId }),
  ...(error.details === undefined ? {} : { details: error.details })
})

interface ErrorClass<Tag extends PartnerError["_tag"], Code extends ErrorCode, E> {
  new (props: ErrorProps): E
  readonly ast: SchemaAST.AST
  readonly fields: { readonly _tag: Schema.tag<Tag>; readonly code: Schema.tag<Code> }
}

interface Described {
  readonly ast: SchemaAST.AST
  readonly fields: { readonly code: Schema.tag<string> }
}

/** The description of an error at an endpoint: its code, and when it occurs. */
const descriptionAt = (error: Described) =>
  `\`${error.fields.code.schema.literal}\`: ${Errors.explanationOf(error).description}`

/** The description of an error in its own schema: the remedy as well. */
const wholeDescription = (error: Described) => `${descriptionAt(error)} ${Errors.explanationOf(error).remedy}`

const wire = <Tag extends PartnerError["_tag"], Code extends ErrorCode, E extends ErrorProps & { readonly code: Code }>(
  Class: ErrorClass<Tag, Code, E>
) =>
  Schema.Struct({ error: Schema.Literal(Class.fields.code.schema.literal), ...members })
    .annotate({ identifier: Class.fields._tag.schema.literal, description: wholeDescription(Class) })
    .pipe(
      Schema.decodeTo(
        Schema.declare((value): value is E => value instanceof Class, { description: descriptionAt(Class) }),
        SchemaTransformation.transform({
          decode: (body) => new Class(fromBody(body)),
          encode: (error: E) => toBody<Code>(error)
        })
      ),
      HttpApiSchema.status(errorStatus[Class.fields._tag.schema.literal])
    )

export const InvalidRequest = wire(ProtocolErrors.InvalidRequest)
export const InvalidCursor = wire(Errors.InvalidCursor)
export const Unauthorized = wire(Errors.Unauthorized)
export const Forbidden = wire(Errors.Forbidden)
export const NotFound = wire(Errors.NotFound)
export const Conflict = wire(Errors.Conflict)
export const DuplicateApplication = wire(Errors.DuplicateApplication)
export const InvalidTransition = wire(Errors.InvalidTransition)
export const PayloadTooLarge = wire(ProtocolErrors.PayloadTooLarge)
export const UnsupportedMediaType = wire(ProtocolErrors.UnsupportedMediaType)
export const RequestTimeout = wire(ProtocolErrors.RequestTimeout)
export const RangeNotSatisfiable = wire(ProtocolErrors.RangeNotSatisfiable)
export const UnprocessableEntity = wire(Errors.UnprocessableEntity)
export const IdempotencyInProgress = wire(Errors.IdempotencyInProgress)
export const IdempotencyKeyReused = wire(Errors.IdempotencyKeyReused)
export const CursorExpired = wire(Errors.CursorExpired)
export const PreconditionFailed = wire(Errors.PreconditionFailed)
export const RateLimited = wire(Errors.RateLimited)
export const InternalError = wire(Errors.InternalError)
export const Unavailable = wire(Errors.Unavailable)

/** The Error body, whichever error it is. */
export const ErrorBody = Schema.Struct({
  error: Schema.Literals(partnerErrors.map((error) => error.fields.code.schema.literal)),
  ...members
}).annotate({
  identifier: "ErrorBody",
  description: "Any error",
  examples: [{ error: "unauthorized", message: wrongCredentials.message }]
})
export type ErrorBody = typeof ErrorBody.Type

/** The error members of the OAuth token endpoint, which RFC 6749 clients read (§5.2), beside ours. */
export const OAuthErrorBody = Schema.Struct({
  ...ErrorBody.fields,
  error_description: Schema.String.annotate({
    description: "The message once more, where RFC 6749 has it",
    "x-extension": true
  })
}).annotate({ identifier: "OAuthErrorBody", description: "An error of the OAuth token endpoint" })
export type OAuthErrorBody = typeof OAuthErrorBody.Type

type PartnerErrorClass = (typeof partnerErrors)[number]

/** The answer of the OAuth token endpoint to errors of one status: the first one's, which the others share. */
export const oauthAnswer = (first: PartnerErrorClass, ...others: ReadonlyArray<PartnerErrorClass>) =>
  OAuthErrorBody.pipe(
    Schema.decodeTo(
      Schema.toType(OAuthErrorBody).annotate({ description: [first, ...others].map(descriptionAt).join(" | ") })
    ),
    HttpApiSchema.status(errorStatus[first.fields._tag.schema.literal])
  )

/** An error as it leaves the service. */
export interface WireError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ErrorBody
}

/** The challenge for the credentials of a client (RFC 7617). */
export const basicChallenge = `Basic realm="${realm}"`

const headersOf = (error: PartnerError): Readonly<Record<string, string>> => {
  switch (error._tag) {
    case "Unauthorized":
      // No error code without credentials: RFC 6750 §3.1.
      return {
        "www-authenticate": `Bearer realm="${realm}"${error.credentialsSent === true ? ', error="invalid_token"' : ""}`
      }
    case "Forbidden":
      return { "www-authenticate": `Bearer realm="${realm}", error="insufficient_scope"` }
    case "InvalidClient":
      return { "www-authenticate": basicChallenge }
    case "MethodNotAllowed":
      return error.allow === undefined ? {} : { allow: error.allow.join(", ") }
    case "RangeNotSatisfiable":
      return error.sizeBytes === undefined ? {} : { "content-range": `bytes */${error.sizeBytes}` }
    case "RateLimited":
    case "Unavailable":
      return { "retry-after": String(error.retryAfterSeconds ?? retryAfterSecondsDefault) }
    default:
      return {}
  }
}

/** Writes an error: its status, headers and body. `requestId` is the one of the request that failed. */
export const toWire = (error: PartnerError, requestId: string | undefined): WireError => ({
  status: errorStatus[error._tag],
  headers: headersOf(error),
  body: { ...toBody(error), ...(requestId === undefined ? {} : { request_id: requestId }) }
})

/** Writes an error of the OAuth token endpoint. */
export const toOAuthBody = (body: ErrorBody): OAuthErrorBody => ({
  ...body,
  error_description: body.message
})
