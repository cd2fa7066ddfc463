/**
 * Every error this service can answer with: one closed list (decisions, Errors).
 *
 * Each error is a class with a `_tag` for programs in Effect, a stable `code` on the wire, and a sentence for people. Its description
 * says when it occurs and its remedy what to do; OpenAPI, `docs/errors.md` and the clients show both. This module does not know HTTP: the
 * contract annotates the status of each error.
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
  description: "The request cannot be parsed: invalid HTTP, encoding or JSON, or conflicting headers.",
  remedy: "Fix what the message names."
}) {}

export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", fields("invalid_cursor"), {
  description: "The cursor is invalid, has expired, or belongs to another list or organization.",
  remedy: "Start the list again without a cursor, then request `next` unchanged."
}) {}

export class UnsupportedGrantType extends Schema.TaggedError<UnsupportedGrantType>()(
  "UnsupportedGrantType",
  fields("unsupported_grant_type"),
  {
    description: "The token endpoint supports only `client_credentials` (RFC 6749 §5.2).",
    remedy: "Send `grant_type=client_credentials`."
  }
) {}

export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", fields("invalid_scope"), {
  description: "The request has a `scope`, and this service defines none (RFC 6749 §5.2).",
  remedy: "Leave `scope` out. The grants of the client define what a token may do."
}) {}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  {
    ...fields("unauthorized"),
    /** Whether there were any credentials at all. */
    credentialsSent: Schema.optionalKey(Schema.Boolean)
  },
  {
    description: "The credentials or the token are missing, wrong, expired or revoked.",
    remedy: "Get a new token with the client id and secret. If these are rejected, ask the operator of the service."
  }
) {}

export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", fields("invalid_client"), {
  description: "Client authentication failed at the OAuth token endpoint (RFC 6749 §5.2).",
  remedy:
    "Check the client id and secret. If they are right, ask the operator of the service whether they were revoked."
}) {}

export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields("forbidden"), {
  description:
    "The token is valid, but it is of the wrong kind or lacks a permission. The message names what is missing.",
  remedy: "Use a token of the kind that the message names, or ask the operator of the service for the permission."
}) {}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields("not_found"), {
  description: "The resource does not exist, or it belongs to another organization.",
  remedy: "Check the path and the id, and that the token is for the right organization."
}) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  {
    ...fields("method_not_allowed"),
    /** The methods that do exist. */
    allow: Schema.optionalKey(Schema.Array(Schema.String))
  },
  {
    description: "The path exists, but it does not support the method.",
    remedy: "Use one of the methods in the `Allow` header."
  }
) {}

export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("RequestTimeout", fields("request_timeout"), {
  description: "The request did not arrive completely in time.",
  remedy: "Retry the request, and send it without pauses.",
  retryable: true
}) {}

export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", fields("conflict"), {
  description: "The resource exists already, or the number of resources has reached its limit.",
  remedy: "Use the existing resource, which `details` names, or send other values."
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
    description: "The action is not possible in the current state. `details` lists the possible actions.",
    remedy: "Get the application again and choose one of the possible actions.",
    isReserved: true
  }
) {}

export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()(
  "IdempotencyInProgress",
  fields("idempotency_in_progress"),
  {
    description: "The first request with this idempotency key is still in progress.",
    remedy: "Wait a few seconds, then retry the request with the same key.",
    retryable: true
  }
) {}

export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()(
  "PreconditionFailed",
  fields("precondition_failed"),
  {
    description: "The resource changed after it was read.",
    remedy: "Get the resource again, apply the change to its current state, and send that."
  }
) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  fields("payload_too_large"),
  { description: "The body exceeds the size limit of the endpoint.", remedy: "Send a smaller body." }
) {}

export class UriTooLong extends Schema.TaggedError<UriTooLong>()("UriTooLong", fields("uri_too_long"), {
  description: "The request line exceeds the size limit.",
  remedy: "Send a shorter URL."
}) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  fields("unsupported_media_type"),
  {
    description: "The endpoint does not accept the media type of the body.",
    remedy: "Send the body with the media type that the message names, in UTF-8 and without `Content-Encoding`."
  }
) {}

export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()(
  "ExpectationFailed",
  fields("expectation_failed"),
  {
    description: "The service does not support the value of the `Expect` header.",
    remedy: "Leave the `Expect` header out, or send `100-continue`."
  }
) {}

export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()(
  "HeadersTooLarge",
  fields("headers_too_large"),
  { description: "The headers exceed the size limit.", remedy: "Send fewer or shorter headers." }
) {}

export class UnprocessableEntity extends Schema.TaggedError<UnprocessableEntity>()(
  "UnprocessableEntity",
  fields("unprocessable_entity"),
  {
    description: "The request is well-formed but invalid. `details` lists every mistake.",
    remedy: "Fix what `details` lists: each entry names a place and what to send instead."
  }
) {}

export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  fields("idempotency_key_reused"),
  {
    description: "The idempotency key was used for a different request.",
    remedy: "Use a new key for each new request."
  }
) {}

export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "RateLimited",
  {
    ...fields("rate_limited"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  {
    description: "The client exceeds its rate limit, or this address sent too many wrong credentials.",
    remedy: "Wait for the seconds in `Retry-After`, then retry the request.",
    retryable: true
  }
) {}

export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields("internal_error"), {
  description: "An internal error occurred.",
  remedy:
    "Retry a read. Before you retry a write, check whether it was done. If the error persists, report the `request_id`.",
  retryable: true
}) {}

export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  {
    ...fields("unavailable"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  {
    description: "The service is temporarily unavailable.",
    remedy: "Wait for the seconds in `Retry-After`, then retry the request.",
    retryable: true
  }
) {}

/** The closed list. The contract, the documentation and the clients enumerate errors from it. */
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

/** The documentation of an error. */
export interface Explanation {
  /** When it occurs. */
  readonly description: string
  /** What the caller can do. */
  readonly remedy: string
  /** Whether a retry of the same request may succeed. */
  readonly retryable: boolean
  /** Whether the code is reserved: this release does not answer it yet. */
  readonly isReserved: boolean
}

const remedyOf = SchemaAST.resolveAt<string>("remedy")
const retryable = SchemaAST.resolveAt<boolean>("retryable")
const isReserved = SchemaAST.resolveAt<boolean>("isReserved")

/** Reads the documentation of an error from its schema. */
export const explanationOf = ({ ast }: { readonly ast: SchemaAST.AST }): Explanation => ({
  description: SchemaAST.resolveDescription(ast) ?? "",
  remedy: remedyOf(ast) ?? "",
  retryable: retryable(ast) ?? false,
  isReserved: isReserved(ast) ?? false
})
