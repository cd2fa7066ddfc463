/**
 * Every error the service answers with: one closed list, of the domain's errors and the protocol's, with the status of each (decisions,
 * Errors). `docs/errors.md` has one anchor for each code.
 *
 * Nothing here decides when an error occurs, or how it is written: `WireErrors.ts`.
 */
import { domainErrors } from "@partner-api/domain/Errors"
import * as Schema from "effect/Schema"
import { protocolErrors } from "./ProtocolErrors.ts"

const classes = [...domainErrors, ...protocolErrors] as const

/** The status of every error, in the order in which errors are listed. The compiler requires each. */
export const errorStatus = {
  InvalidRequest: 400,
  InvalidCursor: 400,
  UnsupportedGrantType: 400,
  InvalidScope: 400,
  Unauthorized: 401,
  InvalidClient: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  Conflict: 409,
  DuplicateApplication: 409,
  InvalidTransition: 409,
  IdempotencyInProgress: 409,
  CursorExpired: 410,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UriTooLong: 414,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  ExpectationFailed: 417,
  HeadersTooLarge: 431,
  UnprocessableEntity: 422,
  IdempotencyKeyReused: 422,
  RateLimited: 429,
  InternalError: 500,
  Unavailable: 503
} as const satisfies Record<PartnerError["_tag"], number>

const tags = Object.keys(errorStatus)
const placeOf = (error: (typeof classes)[number]): number => tags.indexOf(error.fields._tag.schema.literal)

/** The closed list. Whatever enumerates errors (wire form, documentation, clients) reads it here. */
export const partnerErrors: ReadonlyArray<(typeof classes)[number]> = classes.toSorted(
  (left, right) => placeOf(left) - placeOf(right)
)

/** Any error of this service. */
export const PartnerError = Schema.Union(classes)
export type PartnerError = typeof PartnerError.Type

/** Whether a value is an error of this service. */
export const isPartnerError: (value: unknown) => value is PartnerError = Schema.is(PartnerError)

/** The stable code of an error, as it stands in the member `error` on the wire. */
export type ErrorCode = PartnerError["code"]
