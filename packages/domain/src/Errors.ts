/**
 * Every error this service can answer with: one closed list (decisions, Errors).
 *
 * Each error is a class with a `_tag` for programs in Effect, a stable `code` for programs on the wire, and a sentence for
 * people; its description says when it occurs, wherever errors are explained. The list knows nothing of HTTP: the status of
 * each is an annotation in the contract. `docs/errors.md` has one anchor for each code.
 */
import * as Schema from "effect/Schema"

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
  description: "The request cannot be read: broken HTTP, text or JSON, or conflicting headers."
}) {}

export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", fields("invalid_cursor"), {
  description: "The cursor was not issued by this service, not for this list, or is older than its lifetime."
}) {}

export class UnsupportedGrantType extends Schema.TaggedError<UnsupportedGrantType>()(
  "UnsupportedGrantType",
  fields("unsupported_grant_type"),
  { description: "The token endpoint knows only `client_credentials` (RFC 6749 §5.2)." }
) {}

export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", fields("invalid_scope"), {
  description: "A scope was asked for, and no scope is defined (RFC 6749 §5.2)."
}) {}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  {
    ...fields("unauthorized"),
    /** Whether there were any credentials at all. */
    credentialsSent: Schema.optionalKey(Schema.Boolean)
  },
  { description: "Credentials or token are missing, wrong, expired or revoked." }
) {}

export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", fields("invalid_client"), {
  description: "Client authentication failed at the OAuth token endpoint (RFC 6749 §5.2)."
}) {}

export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields("forbidden"), {
  description:
    "The token is valid, but of the wrong level or without the permission; the message names what is missing."
}) {}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields("not_found"), {
  description: "No such thing, or not in this organization: the two answers are alike on purpose."
}) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  {
    ...fields("method_not_allowed"),
    /** The methods that do exist. */
    allow: Schema.optionalKey(Schema.Array(Schema.String))
  },
  { description: "The path exists, the method does not." }
) {}

export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("RequestTimeout", fields("request_timeout"), {
  description: "The request did not arrive in time."
}) {}

export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", fields("conflict"), {
  description: "What is to be made exists already."
}) {}

export class DuplicateApplication extends Schema.TaggedError<DuplicateApplication>()(
  "DuplicateApplication",
  fields("duplicate_application"),
  { description: "Another application of this person owns the job." }
) {}

export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()(
  "InvalidTransition",
  fields("invalid_transition"),
  { description: "The action is not possible in the present state; the details list the ones that are." }
) {}

export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()(
  "IdempotencyInProgress",
  fields("idempotency_in_progress"),
  { description: "The first request with this idempotency key is still running." }
) {}

export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()(
  "PreconditionFailed",
  fields("precondition_failed"),
  { description: "The resource has changed since it was read." }
) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  fields("payload_too_large"),
  { description: "The body is larger than the service reads." }
) {}

export class UriTooLong extends Schema.TaggedError<UriTooLong>()("UriTooLong", fields("uri_too_long"), {
  description: "The request line is longer than the service reads."
}) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  fields("unsupported_media_type"),
  { description: "The body is of a media type that this endpoint does not read." }
) {}

export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()(
  "ExpectationFailed",
  fields("expectation_failed"),
  { description: "The `Expect` header asks for something this service does not do." }
) {}

export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()(
  "HeadersTooLarge",
  fields("headers_too_large"),
  { description: "The headers are larger than the service reads." }
) {}

export class UnprocessableEntity extends Schema.TaggedError<UnprocessableEntity>()(
  "UnprocessableEntity",
  fields("unprocessable_entity"),
  { description: "The request was read and is wrong; the details name every mistake." }
) {}

export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  fields("idempotency_key_reused"),
  { description: "The idempotency key was used before, for another request." }
) {}

export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "RateLimited",
  {
    ...fields("rate_limited"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  { description: "Too many requests." }
) {}

export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields("internal_error"), {
  description: "The service failed; nothing of the inside is told."
}) {}

export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  {
    ...fields("unavailable"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  { description: "The service cannot work just now." }
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
