/**
 * The boundary around every request: a failure behind it becomes an error of the contract, and an unexpected one a 500 of which nothing leaks.
 *
 * A request that its schemas refuse becomes one 422 that lists every mistake; an answer that its schema refuses is a fault of
 * ours, logged and reported as such.
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

/** Replaces what schemas found wrong with a request by an error of the contract, which is small however much was wrong. */
export const readable = <A, E, R>(
  answering: Effect.Effect<A, E, R>,
  context: RequestContext
): Effect.Effect<A, E | UnprocessableEntity | InternalError, R> =>
  Effect.catch(answering, (error): Effect.Effect<never, E | UnprocessableEntity | InternalError> =>
    HttpApiSchemaError.is(error) ? Effect.flatMap(fromSchemaError(error, context), Effect.fail) : Effect.fail(error)
  )

/** The answer in place of a failure. An interrupted request has nobody to answer to, so it stays interrupted. */
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

/** Answers a request whatever becomes of it. A refusal that is known at once is answered at once. */
export const encodeErrors = (answering: Answering, context: RequestContext): Effect.Effect<HttpServerResponse> =>
  Effect.matchCauseEffectEager(answering, {
    onFailure: (cause) => answerFailure(cause, context),
    onSuccess: Effect.succeed
  })
