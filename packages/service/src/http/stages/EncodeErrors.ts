/**
 * The outermost stage: answers a failure of the other stages with an error of the contract, and an unexpected failure with a 500 without its cause.
 *
 * A request that its schemas refuse becomes one 422 that lists every mistake. An answer that its schema refuses is a fault of the service: it is logged and
 * becomes a 500.
 */
import type { InternalError, UnprocessableEntity } from "@partner-api/domain/Errors"
import type { ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import { errorAnswer, serviceFailed, unprocessable } from "../ErrorResponse.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Answering, Failure } from "../Stage.ts"

const parts: Readonly<Record<string, ProblemLocation>> = {
  Params: "path",
  Query: "query",
  Headers: "header",
  Payload: "body"
}

const fromSchemaError = (
  error: HttpApiSchemaError,
  { body }: RequestContext
): Effect.Effect<UnprocessableEntity | InternalError> => {
  const part = parts[error.kind]
  return part === undefined
    ? Effect.as(Effect.logError("an answer does not fit its schema", error.cause.message), serviceFailed)
    : Effect.succeed(unprocessable(problemsOf(error.cause.issue, part, part === "body" ? body : undefined)))
}

/** Replaces the error of a schema by an error of the contract, whose size is bounded. `RunOnce` does so inside of its transaction. */
export const encodeSchemaErrors = <A, E, R>(
  answering: Effect.Effect<A, E, R>,
  context: RequestContext
): Effect.Effect<A, E | UnprocessableEntity | InternalError, R> =>
  Effect.catch(answering, (error): Effect.Effect<never, E | UnprocessableEntity | InternalError> =>
    HttpApiSchemaError.is(error) ? Effect.flatMap(fromSchemaError(error, context), Effect.fail) : Effect.fail(error)
  )

/** The answer to a failure. An interrupted request has no client any more, so it stays interrupted. */
const answerFailure = (cause: Cause.Cause<Failure>, context: RequestContext): Effect.Effect<HttpServerResponse> => {
  const found = Cause.findError(cause)
  if (Result.isSuccess(found)) {
    const failure = found.success
    return HttpApiSchemaError.is(failure)
      ? Effect.map(fromSchemaError(failure, context), (error) => errorAnswer(error, context))
      : Effect.succeed(errorAnswer(failure, context))
  }
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  return Effect.map(Effect.logError("a request failed", cause), () => errorAnswer(serviceFailed, context))
}

/** Replaces each failure by its answer. A failure that is known at once gives an answer that is known at once. */
export const encodeErrors = (answering: Answering, context: RequestContext): Effect.Effect<HttpServerResponse> =>
  Effect.matchCauseEffectEager(answering, {
    onFailure: (cause) => answerFailure(cause, context),
    onSuccess: Effect.succeed
  })
