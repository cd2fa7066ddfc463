/**
 * Turns an error into an answer. No other file does.
 *
 * Status, headers and body come from the contract. No cache keeps an error. The errors of the OAuth endpoints have the body of OAuth (RFC 6749 §5.2).
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { basicChallenge, toOAuthBody, toWire } from "@partner-api/contract/WireErrors"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InternalError, UnprocessableEntity } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { pathOf } from "./Incoming.ts"
import { CurrentRequest, type RequestContext } from "./RequestContext.ts"

/** The endpoints with errors of OAuth: those that take client credentials. */
const oauthPaths = endpoints
  .filter(({ id, method }) => id.startsWith("oauth.") && method === "POST")
  .map(({ path }) => path)

/** The answer to a fault of the service. The log has the cause. */
export const serviceFailed = new InternalError({
  message: "The service failed. Report the request id if it happens again."
})

/** The error of a well-formed request with wrong values. */
export const unprocessable = (details: UnprocessableEntity["details"]): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The request is wrong; see details.",
    ...(details === undefined ? {} : { details })
  })

const headersOf = (headers: Readonly<Record<string, string>>, error: PartnerError) => ({
  ...headers,
  "cache-control": "no-store",
  // The service does not wait for the rest of a late request.
  ...(error._tag === "RequestTimeout" ? { connection: "close" } : {})
})

/** The placeholder of the request id in a prepared answer. */
const idMark = "{request_id}"

const preparedAnswers = new WeakMap<PartnerError, (id: string) => HttpServerResponse.HttpServerResponse>()

/** Prepares the answer to a constant error, whose body differs in the request id alone. Returns the error. Not for endpoints of OAuth. */
export const prepared = <E extends PartnerError>(error: E): E => {
  const { status, headers, body } = toWire(error, idMark)
  const [before = "", after = ""] = JSON.stringify(body).split(idMark)
  const options = { status, contentType: "application/json" }
  const named = Object.entries(headersOf(headers, error))
  preparedAnswers.set(error, (id) =>
    // `setHeader` does not normalize the other headers again.
    named.reduce(
      (answer, [name, value]) => HttpServerResponse.setHeader(answer, name, value),
      HttpServerResponse.text(before + id + after, options)
    )
  )
  return error
}

/** Whether the answer to an error is prepared. */
export const isPrepared = (error: PartnerError): boolean => preparedAnswers.has(error)

/** The headers of a refusal by an endpoint that takes credentials: a challenge for a token would request one that it does not take. */
const withoutBearer = (headers: Readonly<Record<string, string>>, error: PartnerError): Record<string, string> => ({
  ...Record.remove(headers, "www-authenticate"),
  ...(error._tag === "Unauthorized" ? { "www-authenticate": basicChallenge } : {})
})

/** The answer to an error. Puts the code and the problems of the error into the context. */
export const errorAnswer = (error: PartnerError, context: RequestContext): HttpServerResponse.HttpServerResponse => {
  const { endpoint, id, incoming } = context
  context.errorCode = error.code
  context.problems = error.details
  const isOAuth = oauthPaths.includes(endpoint?.path ?? pathOf(incoming))
  const takesBasic =
    endpoint?.metadata.access.level === "credentials" && (error._tag === "Unauthorized" || error._tag === "Forbidden")
  const answer = isOAuth || takesBasic ? undefined : preparedAnswers.get(error)
  if (answer !== undefined) return answer(id)
  const { status, headers, body } = toWire(error, id)
  return HttpServerResponse.jsonUnsafe(isOAuth ? toOAuthBody(body) : body, {
    status,
    headers: takesBasic ? withoutBearer(headersOf(headers, error), error) : headersOf(headers, error)
  })
}

/** The answer to an error of the request under way. */
export const errorResponse = (error: PartnerError): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(CurrentRequest, (context) => errorAnswer(error, context))
