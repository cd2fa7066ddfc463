/**
 * The errors of the library as classes, for `instanceof`. Written by `pnpm generate` from the contract.
 *
 * Only lists the classes: `ClientError.ts` makes them.
 */
import { type ClientFailure, type ErrorClass, errorClass } from "./ClientError.ts"

/** The request cannot be parsed: invalid HTTP, encoding or JSON, or conflicting headers. */
export const InvalidRequestError: ErrorClass<ClientFailure<"InvalidRequest">> =
  /* @__PURE__ */ errorClass("InvalidRequest")
export type InvalidRequestError = ClientFailure<"InvalidRequest">

/** The cursor is invalid, has expired, or belongs to another list or organization. */
export const InvalidCursorError: ErrorClass<ClientFailure<"InvalidCursor">> =
  /* @__PURE__ */ errorClass("InvalidCursor")
export type InvalidCursorError = ClientFailure<"InvalidCursor">

/** The token endpoint supports only `client_credentials` (RFC 6749 §5.2). */
export const UnsupportedGrantTypeError: ErrorClass<ClientFailure<"UnsupportedGrantType">> =
  /* @__PURE__ */ errorClass("UnsupportedGrantType")
export type UnsupportedGrantTypeError = ClientFailure<"UnsupportedGrantType">

/** The request has a `scope`, and this service defines none (RFC 6749 §5.2). */
export const InvalidScopeError: ErrorClass<ClientFailure<"InvalidScope">> = /* @__PURE__ */ errorClass("InvalidScope")
export type InvalidScopeError = ClientFailure<"InvalidScope">

/** The credentials or the token are missing, wrong, expired or revoked. */
export const UnauthorizedError: ErrorClass<ClientFailure<"Unauthorized">> = /* @__PURE__ */ errorClass("Unauthorized")
export type UnauthorizedError = ClientFailure<"Unauthorized">

/** Client authentication failed at the OAuth token endpoint (RFC 6749 §5.2). */
export const InvalidClientError: ErrorClass<ClientFailure<"InvalidClient">> =
  /* @__PURE__ */ errorClass("InvalidClient")
export type InvalidClientError = ClientFailure<"InvalidClient">

/**
 * The token is valid, but it is of the wrong kind or lacks a permission. The message names what is
 * missing.
 */
export const ForbiddenError: ErrorClass<ClientFailure<"Forbidden">> = /* @__PURE__ */ errorClass("Forbidden")
export type ForbiddenError = ClientFailure<"Forbidden">

/** The resource does not exist, or it belongs to another organization. */
export const NotFoundError: ErrorClass<ClientFailure<"NotFound">> = /* @__PURE__ */ errorClass("NotFound")
export type NotFoundError = ClientFailure<"NotFound">

/** The path exists, but it does not support the method. */
export const MethodNotAllowedError: ErrorClass<ClientFailure<"MethodNotAllowed">> =
  /* @__PURE__ */ errorClass("MethodNotAllowed")
export type MethodNotAllowedError = ClientFailure<"MethodNotAllowed">

/** The request did not arrive completely in time. */
export const RequestTimeoutError: ErrorClass<ClientFailure<"RequestTimeout">> =
  /* @__PURE__ */ errorClass("RequestTimeout")
export type RequestTimeoutError = ClientFailure<"RequestTimeout">

/** The resource exists already, a limit is reached, or the current state does not allow the request. */
export const ConflictError: ErrorClass<ClientFailure<"Conflict">> = /* @__PURE__ */ errorClass("Conflict")
export type ConflictError = ClientFailure<"Conflict">

/** Another application of this person owns the job, or the agency has an open one already. */
export const DuplicateApplicationError: ErrorClass<ClientFailure<"DuplicateApplication">> =
  /* @__PURE__ */ errorClass("DuplicateApplication")
export type DuplicateApplicationError = ClientFailure<"DuplicateApplication">

/** The action is not possible in the current state. `details` lists the possible actions. */
export const InvalidTransitionError: ErrorClass<ClientFailure<"InvalidTransition">> =
  /* @__PURE__ */ errorClass("InvalidTransition")
export type InvalidTransitionError = ClientFailure<"InvalidTransition">

/** The first request with this idempotency key is still in progress. */
export const IdempotencyInProgressError: ErrorClass<ClientFailure<"IdempotencyInProgress">> =
  /* @__PURE__ */ errorClass("IdempotencyInProgress")
export type IdempotencyInProgressError = ClientFailure<"IdempotencyInProgress">

/** Events after the cursor are no longer kept. */
export const CursorExpiredError: ErrorClass<ClientFailure<"CursorExpired">> =
  /* @__PURE__ */ errorClass("CursorExpired")
export type CursorExpiredError = ClientFailure<"CursorExpired">

/** The resource changed after it was read. */
export const PreconditionFailedError: ErrorClass<ClientFailure<"PreconditionFailed">> =
  /* @__PURE__ */ errorClass("PreconditionFailed")
export type PreconditionFailedError = ClientFailure<"PreconditionFailed">

/** The body exceeds the size limit of the endpoint. */
export const PayloadTooLargeError: ErrorClass<ClientFailure<"PayloadTooLarge">> =
  /* @__PURE__ */ errorClass("PayloadTooLarge")
export type PayloadTooLargeError = ClientFailure<"PayloadTooLarge">

/** The request line exceeds the size limit. */
export const UriTooLongError: ErrorClass<ClientFailure<"UriTooLong">> = /* @__PURE__ */ errorClass("UriTooLong")
export type UriTooLongError = ClientFailure<"UriTooLong">

/** The endpoint does not accept the media type of the body. */
export const UnsupportedMediaTypeError: ErrorClass<ClientFailure<"UnsupportedMediaType">> =
  /* @__PURE__ */ errorClass("UnsupportedMediaType")
export type UnsupportedMediaTypeError = ClientFailure<"UnsupportedMediaType">

/** The `Range` names no byte of the file (RFC 9110 §15.5.17). */
export const RangeNotSatisfiableError: ErrorClass<ClientFailure<"RangeNotSatisfiable">> =
  /* @__PURE__ */ errorClass("RangeNotSatisfiable")
export type RangeNotSatisfiableError = ClientFailure<"RangeNotSatisfiable">

/** The service does not support the value of the `Expect` header. */
export const ExpectationFailedError: ErrorClass<ClientFailure<"ExpectationFailed">> =
  /* @__PURE__ */ errorClass("ExpectationFailed")
export type ExpectationFailedError = ClientFailure<"ExpectationFailed">

/** The headers exceed the size limit. */
export const HeadersTooLargeError: ErrorClass<ClientFailure<"HeadersTooLarge">> =
  /* @__PURE__ */ errorClass("HeadersTooLarge")
export type HeadersTooLargeError = ClientFailure<"HeadersTooLarge">

/** The request is well-formed but invalid. `details` lists every mistake. */
export const UnprocessableEntityError: ErrorClass<ClientFailure<"UnprocessableEntity">> =
  /* @__PURE__ */ errorClass("UnprocessableEntity")
export type UnprocessableEntityError = ClientFailure<"UnprocessableEntity">

/** The idempotency key was used for a different request. */
export const IdempotencyKeyReusedError: ErrorClass<ClientFailure<"IdempotencyKeyReused">> =
  /* @__PURE__ */ errorClass("IdempotencyKeyReused")
export type IdempotencyKeyReusedError = ClientFailure<"IdempotencyKeyReused">

/** The client exceeds its rate limit, or this address sent too many wrong credentials. */
export const RateLimitedError: ErrorClass<ClientFailure<"RateLimited">> = /* @__PURE__ */ errorClass("RateLimited")
export type RateLimitedError = ClientFailure<"RateLimited">

/** An internal error occurred. */
export const InternalError: ErrorClass<ClientFailure<"InternalError">> = /* @__PURE__ */ errorClass("InternalError")
export type InternalError = ClientFailure<"InternalError">

/** The service is temporarily unavailable. */
export const UnavailableError: ErrorClass<ClientFailure<"Unavailable">> = /* @__PURE__ */ errorClass("Unavailable")
export type UnavailableError = ClientFailure<"Unavailable">

/** The service could not be reached, or the connection broke. */
export const NetworkError: ErrorClass<ClientFailure<"Network">> = /* @__PURE__ */ errorClass("Network")
export type NetworkError = ClientFailure<"Network">

/**
 * No secure connection to the service: its certificate is not trusted, or the handshake failed. The
 * message says which.
 */
export const TlsError: ErrorClass<ClientFailure<"Tls">> = /* @__PURE__ */ errorClass("Tls")
export type TlsError = ClientFailure<"Tls">

/** An attempt took longer than `timeoutMs`, or the whole call longer than `deadlineMs`. */
export const TimeoutError: ErrorClass<ClientFailure<"Timeout">> = /* @__PURE__ */ errorClass("Timeout")
export type TimeoutError = ClientFailure<"Timeout">

/** The caller's signal ended the call. */
export const AbortedError: ErrorClass<ClientFailure<"Aborted">> = /* @__PURE__ */ errorClass("Aborted")
export type AbortedError = ClientFailure<"Aborted">

/** Too many calls wait for their turn under the rate limit. The call was not sent. */
export const QueueFullError: ErrorClass<ClientFailure<"QueueFull">> = /* @__PURE__ */ errorClass("QueueFull")
export type QueueFullError = ClientFailure<"QueueFull">

/** The resource still has the `ETag` of `ifNoneMatch`. */
export const NotModifiedError: ErrorClass<ClientFailure<"NotModified">> = /* @__PURE__ */ errorClass("NotModified")
export type NotModifiedError = ClientFailure<"NotModified">

/** The service answered with a redirect. Credentials are not carried to another address. */
export const RedirectedError: ErrorClass<ClientFailure<"Redirected">> = /* @__PURE__ */ errorClass("Redirected")
export type RedirectedError = ClientFailure<"Redirected">

/** The address of the next page is that of another list, or the pages run in a circle. */
export const UntrustedNextError: ErrorClass<ClientFailure<"UntrustedNext">> =
  /* @__PURE__ */ errorClass("UntrustedNext")
export type UntrustedNextError = ClientFailure<"UntrustedNext">

/** The answer is not one of this API: another status, not JSON, too large, or without members it must have. */
export const UnexpectedResponseError: ErrorClass<ClientFailure<"UnexpectedResponse">> =
  /* @__PURE__ */ errorClass("UnexpectedResponse")
export type UnexpectedResponseError = ClientFailure<"UnexpectedResponse">

/** The client was set up in a way that cannot work. */
export const InvalidConfigurationError: ErrorClass<ClientFailure<"InvalidConfiguration">> =
  /* @__PURE__ */ errorClass("InvalidConfiguration")
export type InvalidConfigurationError = ClientFailure<"InvalidConfiguration">
