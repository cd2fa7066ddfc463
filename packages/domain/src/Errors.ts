/**
 * The errors of the rules: one closed list (decisions, Errors).
 *
 * Each error is a class with a `_tag` for programs in Effect, a stable `code` on the wire, and a sentence for people. Its description
 * states when it occurs and its remedy what to do; OpenAPI, `docs/errors.md` and the clients show both. This module does not depend on HTTP: the
 * contract adds the errors of the protocol (`ProtocolErrors.ts`) and the status of each (`PartnerErrors.ts`).
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

import { Problem } from "./Problem.ts"

/** The members that every error has. */
export const errorFields = <const Code extends string>(code: Code) => ({
  code: Schema.tag(code),
  message: Schema.String,
  details: Schema.optionalKey(Schema.Array(Problem)),
  requestId: Schema.optionalKey(Schema.String)
})

/** The wait of a client before its next attempt, in whole seconds. */
const retryAfterSeconds = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export class InvalidCursor extends Schema.TaggedError<InvalidCursor>()("InvalidCursor", errorFields("invalid_cursor"), {
  description: "The cursor is invalid, has expired, or belongs to another list or organization.",
  remedy: "Start the list again without a cursor, then request `next` unchanged."
}) {}

export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  {
    ...errorFields("unauthorized"),
    /** Whether there were any credentials at all. */
    credentialsSent: Schema.optionalKey(Schema.Boolean)
  },
  {
    description: "The credentials or the token are missing, wrong, expired or revoked.",
    remedy: "Get a new token with the client id and secret. If these are rejected, ask the operator of the service."
  }
) {}

export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", errorFields("forbidden"), {
  description:
    "The token is valid, but it is of the wrong kind or lacks a permission. The message names what is missing.",
  remedy: "Use a token of the kind that the message names, or ask the operator of the service for the permission."
}) {}

export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", errorFields("not_found"), {
  description: "The resource does not exist, or it belongs to another organization.",
  remedy: "Check the path and the id, and that the token is for the right organization."
}) {}

export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", errorFields("conflict"), {
  description: "The resource exists already, a limit is reached, or the current state does not allow the request.",
  remedy: "Use the resource that `details` names, or get the current state and send values that fit it."
}) {}

export class DuplicateApplication extends Schema.TaggedError<DuplicateApplication>()(
  "DuplicateApplication",
  errorFields("duplicate_application"),
  {
    description: "Another application of this person owns the job, or the agency has an open one already.",
    remedy: "Do not submit this person for this job again while that application is open or its claim lasts."
  }
) {}

export class InvalidTransition extends Schema.TaggedError<InvalidTransition>()(
  "InvalidTransition",
  errorFields("invalid_transition"),
  {
    description: "The action is not possible in the current state. `details` lists the possible actions.",
    remedy: "Get the resource again and choose one of the possible actions."
  }
) {}

export class IdempotencyInProgress extends Schema.TaggedError<IdempotencyInProgress>()(
  "IdempotencyInProgress",
  errorFields("idempotency_in_progress"),
  {
    description: "The first request with this idempotency key is still in progress.",
    remedy: "Wait a few seconds, then retry the request with the same key.",
    retryable: true
  }
) {}

export class CursorExpired extends Schema.TaggedError<CursorExpired>()("CursorExpired", errorFields("cursor_expired"), {
  description: "Events after the cursor are no longer kept.",
  remedy: "Request the feed with `start=latest`, walk the lists, then go on from the new cursor."
}) {}

export class PreconditionFailed extends Schema.TaggedError<PreconditionFailed>()(
  "PreconditionFailed",
  errorFields("precondition_failed"),
  {
    description: "The resource changed after it was read.",
    remedy: "Get the resource again, apply the change to its current state, and send that."
  }
) {}

export class UnprocessableEntity extends Schema.TaggedError<UnprocessableEntity>()(
  "UnprocessableEntity",
  errorFields("unprocessable_entity"),
  {
    description: "The request is well-formed but invalid. `details` lists every mistake.",
    remedy: "Fix what `details` lists: each entry names a place and what to send instead."
  }
) {}

export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  errorFields("idempotency_key_reused"),
  {
    description: "The idempotency key was used for a different request.",
    remedy: "Use a new key for each new request."
  }
) {}

export class RateLimited extends Schema.TaggedError<RateLimited>()(
  "RateLimited",
  {
    ...errorFields("rate_limited"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  {
    description: "The client exceeds its rate limit, or this address sent too many wrong credentials.",
    remedy: "Wait for the seconds in `Retry-After`, then retry the request.",
    retryable: true
  }
) {}

/** The value of `Retry-After` for a wait: whole seconds, one at least (RFC 9110 §10.2.3). */
export const retryAfterSecondsOf = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1_000))

export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", errorFields("internal_error"), {
  description: "An internal error occurred.",
  remedy:
    "Retry a read. Before you retry a write, check whether it was done. If the error persists, report the `request_id`.",
  retryable: true
}) {}

export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  {
    ...errorFields("unavailable"),
    retryAfterSeconds: Schema.optionalKey(retryAfterSeconds)
  },
  {
    description: "The service is temporarily unavailable.",
    remedy: "Wait for the seconds in `Retry-After`, then retry the request.",
    retryable: true
  }
) {}

/** The closed list. The contract reads it, and its compiler requires a status for each. */
export const domainErrors = [
  InvalidCursor,
  Unauthorized,
  Forbidden,
  NotFound,
  Conflict,
  DuplicateApplication,
  InvalidTransition,
  IdempotencyInProgress,
  CursorExpired,
  PreconditionFailed,
  UnprocessableEntity,
  IdempotencyKeyReused,
  RateLimited,
  InternalError,
  Unavailable
] as const

export interface Explanation {
  /** When it occurs. */
  readonly description: string
  /** The step that the caller can take. */
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
