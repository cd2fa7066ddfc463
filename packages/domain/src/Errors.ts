/**
 * Every error this service can answer with: one closed list (decisions, Errors).
 *
 * Each error is a class with a `_tag` for programs in Effect, a stable `code` for programs on the wire, and a sentence for
 * people. Its description says when it occurs and its remedy what to do, wherever errors are explained. The list knows nothing of
 * HTTP: the status of each is an annotation in the contract. `docs/errors.md` has one anchor for each code.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { Problem } from "./Problem.ts"

const fields = <const Code extends string>(code: Code) => ({
  code: Schema.tag(code),
  message: Schema.String,
  details: Schema.optionalKey(Schema.Array(Problem)),
  requestId: Schema.optionalKey(Schema.String)
})

/** How long a client should wait before the next attempt, in whole seconds. */
const retryAfterSeconds = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", fields("invalid_request"), {
  description: "The request cannot be read: broken HTTP, text or JSON, or conflicting headers.",
  remedy: "Read the message and mend the request."
}) {}

export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", fields("invalid_cursor"), {
  description: "The cursor was not issued by this service, not for this list, or is older than its lifetime.",
  remedy: "Begin the list again without a cursor; then follow `next` as it comes."
}) {}

export class UnsupportedGrantType extends Schema.TaggedError<UnsupportedGrantType>()(
  "UnsupportedGrantType",
  fields("unsupported_grant_type"),
  {
    description: "The token endpoint knows only `client_credentials` (RFC 6749 §5.2).",
    remedy: "Send `grant_type=client_credentials`."
  }
) {}

export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", fields("invalid_scope"), {
  description: "A scope was asked for, and no scope is defined (RFC 6749 §5.2).",
  remedy: "Leave `scope` out: what a token may do comes from the grants of its client."
}) {}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  {
    ...fields("unauthorized"),
    /** Whether there were any credentials at all. */
    credentialsSent: Schema.optionalKey(Schema.Boolean)
  },
  {
    description: "Credentials or token are missing, wrong, expired or revoked.",
    remedy: "Get a new token with your client id and secret; when these are refused, ask the operator of the service."
  }
) {}

export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", fields("invalid_client"), {
  description: "Client authentication failed at the OAuth token endpoint (RFC 6749 §5.2).",
  remedy: "Check client id and secret; when they are right, ask the operator of the service whether they still hold."
}) {}

export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields("forbidden"), {
  description:
    "The token is valid, but of the wrong level or without the permission; the message names what is missing.",
  remedy: "Use a token of the level that the message names; a missing permission is the operator's to give."
}) {}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields("not_found"), {
  description: "No such thing, or not in this organization: the two answers are alike on purpose.",
  remedy: "Check the address and the id, and that the token is for the organization that has it."
}) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  {
    ...fields("method_not_allowed"),
    /** The methods that do exist. */
    allow: Schema.optionalKey(Schema.Array(Schema.String))
  },
  { description: "The path exists, the method does not.", remedy: "Use one of the methods that `Allow` lists." }
) {}

export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("RequestTimeout", fields("request_timeout"), {
  description: "The request did not arrive in time.",
  remedy: "Send the request again, all of it without a pause.",
  retryable: true
}) {}

export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", fields("conflict"), {
  description: "What is to be made exists already, or there is no room for it.",
  remedy: "Use what exists, which `details` name, or send other values."
}) {}

export class DuplicateApplication extends Schema.TaggedError<DuplicateApplication>()(
  "DuplicateApplication",
  fields("duplicate_application"),
  {
    description: "Another application of this person owns the job.",
    remedy: "Do not submit this person for this job again.",
    isReserved: true
  }
) {}

export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()(
  "InvalidTransition",
  fields("invalid_transition"),
  {
    description: "The action is not possible in the present state; the details list the ones that are.",
    remedy: "Read the application again and choose one of the actions that are possible.",
    isReserved: true
  }
) {}

export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()(
  "IdempotencyInProgress",
  fields("idempotency_in_progress"),
  {
    description: "The first request with this idempotency key is still running.",
    remedy: "Send the same request with the same key again a little later.",
    retryable: true
  }
) {}

export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()(
  "PreconditionFailed",
  fields("precondition_failed"),
  {
    description: "The resource has changed since it was read.",
    remedy: "Read the resource again, make the change on what it is now, and send that."
  }
) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  fields("payload_too_large"),
  { description: "The body is larger than the service reads.", remedy: "Send less in one request." }
) {}

export class UriTooLong extends Schema.TaggedError<UriTooLong>()("UriTooLong", fields("uri_too_long"), {
  description: "The request line is longer than the service reads.",
  remedy: "Send a shorter address."
}) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  fields("unsupported_media_type"),
  {
    description: "The body is of a media type that this endpoint does not read.",
    remedy: "Send the body with the media type that the message names, in UTF-8 and without `Content-Encoding`."
  }
) {}

export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()(
  "ExpectationFailed",
  fields("expectation_failed"),
  {
    description: "The `Expect` header asks for something this service does not do.",
    remedy: "Leave the `Expect` header out, or send `100-continue`."
  }
) {}

export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()(
  "HeadersTooLarge",
  fields("headers_too_large"),
  { description: "The headers are larger than the service reads.", remedy: "Send fewer and shorter headers." }
) {}

export class UnprocessableEntity extends Schema.TaggedError<UnprocessableEntity>()(
  "UnprocessableEntity",
  fields("unprocessable_entity"),
  {
    description: "The request was read and is wrong; the details name every mistake.",
    remedy: "Mend what `details` name: where it is and what to send instead."
  }
) {}

export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  fields("idempotency_key_reused"),
  {
    description: "The idempotency key was used before, for another request.",
    remedy: "Take a new key for a new request."
  }
) {}

export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "RateLimited",
  {
    ...fields("rate_limited"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  {
    description:
      "More requests than the client may make in this organization, or too many wrong credentials from this address.",
    remedy: "Wait for the seconds of `Retry-After`, then send the request again.",
    retryable: true
  }
) {}

export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields("internal_error"), {
  description: "The service failed; nothing of the inside is told.",
  remedy: "Try a read again; for anything else, look first whether it was done. Report the `request_id` if it stays.",
  retryable: true
}) {}

export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  {
    ...fields("unavailable"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  {
    description: "The service cannot work just now.",
    remedy: "Wait for the seconds of `Retry-After`, then send the request again.",
    retryable: true
  }
) {}

/** The closed list. Whatever enumerates errors (contract, documentation, clients) reads it here. */
export const partnerErrors = [
  InvalidRequest,
  InvalidCursor,
  UnsupportedGrantType,
  InvalidScope,
  Unauthorized,
  InvalidClient,
  Forbidden,
  NotFound,
  MethodNotAllowed,
  RequestTimeout,
  Conflict,
  DuplicateApplication,
  InvalidTransition,
  IdempotencyInProgress,
  PreconditionFailed,
  PayloadTooLarge,
  UriTooLong,
  UnsupportedMediaType,
  ExpectationFailed,
  HeadersTooLarge,
  UnprocessableEntity,
  IdempotencyKeyReused,
  RateLimited,
  InternalError,
  Unavailable
] as const

/** Any error of this service. */
export const PartnerError = Schema.Union(partnerErrors)
export type PartnerError = typeof PartnerError.Type

/** Tells whether a value is an error of this service. */
export const isPartnerError: (value: unknown) => value is PartnerError = Schema.is(PartnerError)

/** The stable code of an error, as it stands in the member `error` on the wire. */
export type ErrorCode = PartnerError["code"]

/** What people need to know of an error beside its code. */
export interface Explanation {
  /** When it occurs. */
  readonly description: string
  /** What whoever made the request can do. */
  readonly remedy: string
  /** Whether the same request may succeed when it is sent again. */
  readonly retryable: boolean
  /** Whether the code is kept for what is to come: nothing answers it yet. */
  readonly isReserved: boolean
}

const remedyOf = SchemaAST.resolveAt<string>("remedy")
const retryable = SchemaAST.resolveAt<boolean>("retryable")
const isReserved = SchemaAST.resolveAt<boolean>("isReserved")

/** The explanation that stands beside an error. */
export const explanationOf = ({ ast }: { readonly ast: SchemaAST.AST }): Explanation => ({
  description: SchemaAST.resolveDescription(ast) ?? "",
  remedy: remedyOf(ast) ?? "",
  retryable: retryable(ast) ?? false,
  isReserved: isReserved(ast) ?? false
})
