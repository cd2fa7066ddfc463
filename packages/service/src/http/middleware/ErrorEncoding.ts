/**
 * The boundary around every endpoint: what fails inside leaves as an error of the contract.
 *
 * A request that its schemas refuse becomes one 422 that lists every mistake; an answer that its schema refuses is a fault of
 * ours, logged and told as such.
 */
import { ErrorEncoding } from "@partner-api/contract/Middleware"
import { isPartnerError } from "@partner-api/contract/PartnerErrors"
import type { InternalError, UnprocessableEntity } from "@partner-api/domain/Errors"
import type { ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Effect from "effect/Effect"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { CurrentRequest } from "../CurrentRequest.ts"
import { errorResponse, serviceFailed, unprocessable } from "../ErrorResponse.ts"

const parts: Readonly<Record<string, ProblemLocation>> = {
  Params: "path",
  Query: "query",
  Headers: "header",
  Payload: "body"
}

/** The body of the request at hand, which was read before. */
const body: Effect.Effect<unknown, never, HttpServerRequest> = Effect.flatMap(HttpServerRequest, ({ json }) =>
  Effect.orElseSucceed(json, () => undefined)
)

const fromSchemaError = (
  error: HttpApiSchemaError
): Effect.Effect<UnprocessableEntity | InternalError, never, HttpServerRequest> => {
  const part = parts[error.kind]
  if (part === undefined) {
    return Effect.as(Effect.logError("an answer does not fit its schema", error.cause.message), serviceFailed)
  }
  return Effect.map(part === "body" ? body : Effect.void, (input) =>
    unprocessable(problemsOf(error.cause.issue, part, input))
  )
}

/** Says what its schemas found wrong with a request in an error of the contract, which is small however much was wrong. */
export const readable = <A, E, R>(
  httpEffect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | UnprocessableEntity | InternalError, R | HttpServerRequest> =>
  Effect.catch(httpEffect, (error): Effect.Effect<never, E | UnprocessableEntity | InternalError, HttpServerRequest> =>
    HttpApiSchemaError.is(error) ? Effect.flatMap(fromSchemaError(error), Effect.fail) : Effect.fail(error)
  )

export const layer = Layer.succeed(ErrorEncoding, (httpEffect, { endpoint }) =>
  Effect.flatMap(CurrentRequest, (record) => {
    record.route = endpoint.path
    return Effect.catch(readable(httpEffect), (error) =>
      isPartnerError(error) ? errorResponse(error) : Effect.fail(error)
    )
  })
)
