/**
 * The errors that only a protocol has: HTTP (RFC 9110, RFC 6585) and OAuth (RFC 6749 §5.2). The rules of the domain cannot fail with them.
 *
 * Formed like the errors of the domain. Their statuses are in `PartnerErrors.ts`, their form on the wire in `WireErrors.ts`.
 */
import { errorFields } from "@partner-api/domain/Errors"
import * as Schema from "effect/Schema"

export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()(
  "InvalidRequest",
  errorFields("invalid_request"),
  {
    description: "The request cannot be parsed: invalid HTTP, encoding or JSON, or conflicting headers.",
    remedy: "Fix what the message names."
  }
) {}

export class UnsupportedGrantType extends Schema.TaggedError<UnsupportedGrantType>()(
  "UnsupportedGrantType",
  errorFields("unsupported_grant_type"),
  {
    description: "The token endpoint supports only `client_credentials` (RFC 6749 §5.2).",
    remedy: "Send `grant_type=client_credentials`."
  }
) {}

export class InvalidScope extends Schema.TaggedError<InvalidScope>()("InvalidScope", errorFields("invalid_scope"), {
  description: "The request has a `scope`, and this service defines none (RFC 6749 §5.2).",
  remedy: "Leave `scope` out. The grants of the client define what a token may do."
}) {}

export class InvalidClient extends Schema.TaggedError<InvalidClient>()("InvalidClient", errorFields("invalid_client"), {
  description: "Client authentication failed at the OAuth token endpoint (RFC 6749 §5.2).",
  remedy:
    "Check the client id and secret. If they are right, ask the operator of the service whether they were revoked."
}) {}

export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  {
    ...errorFields("method_not_allowed"),
    /** The methods that do exist. */
    allow: Schema.optionalKey(Schema.Array(Schema.String))
  },
  {
    description: "The path exists, but it does not support the method.",
    remedy: "Use one of the methods in the `Allow` header."
  }
) {}

export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()(
  "RequestTimeout",
  errorFields("request_timeout"),
  {
    description: "The request did not arrive completely in time.",
    remedy: "Retry the request, and send it without pauses.",
    retryable: true
  }
) {}

export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  errorFields("payload_too_large"),
  { description: "The body exceeds the size limit of the endpoint.", remedy: "Send a smaller body." }
) {}

export class UriTooLong extends Schema.TaggedError<UriTooLong>()("UriTooLong", errorFields("uri_too_long"), {
  description: "The request line exceeds the size limit.",
  remedy: "Send a shorter URL."
}) {}

export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  errorFields("unsupported_media_type"),
  {
    description: "The endpoint does not accept the media type of the body.",
    remedy: "Send the body with the media type that the message names, in UTF-8 and without `Content-Encoding`."
  }
) {}

export class RangeNotSatisfiable extends Schema.TaggedError<RangeNotSatisfiable>()(
  "RangeNotSatisfiable",
  {
    ...errorFields("range_not_satisfiable"),
    /** The size of the whole file in bytes. */
    sizeBytes: Schema.optionalKey(Schema.Int)
  },
  {
    description: "The `Range` names no byte of the file (RFC 9110 §15.5.17).",
    remedy: "Ask for a range within the size that `Content-Range` states, or leave `Range` out."
  }
) {}

export class ExpectationFailed extends Schema.TaggedError<ExpectationFailed>()(
  "ExpectationFailed",
  errorFields("expectation_failed"),
  {
    description: "The service does not support the value of the `Expect` header.",
    remedy: "Leave the `Expect` header out, or send `100-continue`."
  }
) {}

export class HeadersTooLarge extends Schema.TaggedError<HeadersTooLarge>()(
  "HeadersTooLarge",
  errorFields("headers_too_large"),
  { description: "The headers exceed the size limit.", remedy: "Send fewer or shorter headers." }
) {}

/** The closed list. */
export const protocolErrors = [
  InvalidRequest,
  UnsupportedGrantType,
  InvalidScope,
  InvalidClient,
  MethodNotAllowed,
  RequestTimeout,
  PayloadTooLarge,
  UriTooLong,
  UnsupportedMediaType,
  RangeNotSatisfiable,
  ExpectationFailed,
  HeadersTooLarge
] as const
