/**
 * Every error this service can answer with: one closed list (decisions, Errors).
 *
 * Each error is a class with a `_tag` for programs in Effect, a stable `code` for programs on the wire, and a sentence for
 * people. The list knows nothing of HTTP: the status of each is an annotation in the contract. `docs/errors.md` has one
 * anchor for each code.
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

/** The request cannot be read: broken HTTP, text or JSON, or conflicting headers. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", fields("invalid_request")) {}
/** The cursor was not issued by this service, not for this list, or is older than its lifetime. */
export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", fields("invalid_cursor")) {}
/** The token endpoint knows only `client_credentials` (RFC 6749 §5.2). */
export class UnsupportedGrantType extends Schema.TaggedError<UnsupportedGrantType>()(
  "UnsupportedGrantType",
  fields("unsupported_grant_type")
) {}
/** A scope was asked for, and no scope is defined (RFC 6749 §5.2). */
export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", fields("invalid_scope")) {}
/** Credentials or token are missing, wrong, expired or revoked. `credentialsSent` tells whether there were any. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  ...fields("unauthorized"),
  credentialsSent: Schema.optionalKey(Schema.Boolean)
}) {}
/** Client authentication failed at the OAuth token endpoint (RFC 6749 §5.2). */
export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", fields("invalid_client")) {}
/** The token is valid, but of the wrong level or without the permission; the message names what is missing. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", fields("forbidden")) {}
/** No such thing, or not in this organization: the two answers are alike on purpose. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", fields("not_found")) {}
/** The path exists, the method does not; `allow` lists the methods that do. */
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("MethodNotAllowed", {
  ...fields("method_not_allowed"),
  allow: Schema.optionalKey(Schema.Array(Schema.String))
}) {}
/** The request did not arrive in time. */
export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("RequestTimeout", fields("request_timeout")) {}
/** What is to be made exists already. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", fields("conflict")) {}
/** Another application of this person owns the job. */
export class DuplicateApplication extends Schema.TaggedError<DuplicateApplication>()(
  "DuplicateApplication",
  fields("duplicate_application")
) {}
/** The action is not possible in the present state; the details list the ones that are. */
export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()(
  "InvalidTransition",
  fields("invalid_transition")
) {}
/** The first request with this idempotency key is still running. */
export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()(
  "IdempotencyInProgress",
  fields("idempotency_in_progress")
) {}
/** The resource has changed since it was read. */
export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()(
  "PreconditionFailed",
  fields("precondition_failed")
) {}
/** The body is larger than the service reads. */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  fields("payload_too_large")
) {}
/** The request line is longer than the service reads. */
export class UriTooLong extends Schema.TaggedError<UriTooLong>()("UriTooLong", fields("uri_too_long")) {}
/** The body is of a media type that this endpoint does not read. */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  fields("unsupported_media_type")
) {}
/** The `Expect` header asks for something this service does not do. */
export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()(
  "ExpectationFailed",
  fields("expectation_failed")
) {}
/** The headers are larger than the service reads. */
export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()(
  "HeadersTooLarge",
  fields("headers_too_large")
) {}
/** The request was read and is wrong; the details name every mistake. */
export class UnprocessableEntity extends Schema.TaggedError<UnprocessableEntity>()(
  "UnprocessableEntity",
  fields("unprocessable_entity")
) {}
/** The idempotency key was used before, for another request. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  fields("idempotency_key_reused")
) {}
/** Too many requests. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  ...fields("rate_limited"),
  retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
}) {}
/** The service failed; nothing of the inside is told. */
export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields("internal_error")) {}
/** The service cannot work just now. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  ...fields("unavailable"),
  retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
}) {}

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
