/**
 * The boundary around every endpoint: what fails inside leaves as an error of the contract.
 *
 * A request that its schemas refuse becomes one 422 that lists every mistake; an answer that its schema refuses is a fault of
 * ours, logged and reported as such.
 */
import { ErrorEncoding } from "@partner-api/contract/Middleware"
import { isPartnerError } from "@partner-api/contract/PartnerErrors"
import type { InternalError, UnprocessableEntity } from "@partner-api/domain/Errors"
import type { ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Effect from "effect/Effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Layer from "effect/Layer"
import { CurrentRequest } from "../CurrentRequest.ts"
import { errorResponse, serviceFailed, unprocessable } from "../ErrorResponse.ts"

const parts: Readonly<Record<string, ProblemLocation>> = {
  Params: "path",
  Query: "query",
  Headers: "header",
  Payload: "body"
}

const fromSchemaError = (error: HttpApiSchemaError): Effect.Effect<UnprocessableEntity | InternalError> => {
  const part = parts[error.kind]
  if (part === undefined) {
    return Effect.as(Effect.logError("an answer does not fit its schema", error.cause.message), serviceFailed)
  }
  return Effect.map(CurrentRequest, ({ body }) =>
    unprocessable(problemsOf(error.cause.issue, part, part === "body" ? body : undefined))
  )
}

/** Says what its schemas found wrong with a request in an error of the contract, which is small however much was wrong. */
export const readable = <A, E, R>(
  httpEffect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | UnprocessableEntity | InternalError, R> =>
  Effect.catch(httpEffect, (error): Effect.Effect<never, E | UnprocessableEntity | InternalError> =>
    HttpApiSchemaError.is(error) ? Effect.flatMap(fromSchemaError(error), Effect.fail) : Effect.fail(error)
  )

export const layer = Layer.succeed(ErrorEncoding, (httpEffect) =>
  Effect.catch(httpEffect, (error) => {
    if (HttpApiSchemaError.is(error)) return Effect.flatMap(fromSchemaError(error), errorResponse)
    return isPartnerError(error) ? errorResponse(error) : Effect.fail(error)
  })
)
