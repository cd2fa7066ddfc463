/**
 * Writes errors: the one place where an error becomes an answer.
 *
 * Status, headers and body come from the contract. Errors are never cached, and those of the OAuth endpoints carry what
 * OAuth clients read.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import { toOAuthBody, toWire } from "@partner-api/contract/WireErrors"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InternalError, UnprocessableEntity } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { pathOf } from "./Incoming.ts"
import { CurrentRequest, type RequestContext } from "./RequestContext.ts"

/** The endpoints whose errors OAuth clients read: those that take client credentials. */
const oauthPaths = endpoints
  .filter(({ id, method }) => id.startsWith("oauth.") && method === "POST")
  .map(({ path }) => path)

/** What is reported of a fault of ours; the log has the rest. */
export const serviceFailed = new InternalError({
  message: "The service failed. Report the request id if it happens again."
})

/** The answer to a request that can be read and is wrong. */
export const unprocessable = (details: UnprocessableEntity["details"]): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The request is wrong; see details.",
    ...(details === undefined ? {} : { details })
  })

const headersOf = (headers: Readonly<Record<string, string>>, error: PartnerError) => ({
  ...headers,
  "cache-control": "no-store",
  // The rest of a request that came too late is not waited for.
  ...(error._tag === "RequestTimeout" ? { connection: "close" } : {})
})

/** Stands where the request id goes. */
const idMark = "{request_id}"

const preparedAnswers = new WeakMap<PartnerError, (id: string) => HttpServerResponse.HttpServerResponse>()

/** Makes the answer to an error that is always the same, but for the request id. Gives the error. Not for endpoints of OAuth. */
export const prepared = <E extends PartnerError>(error: E): E => {
  const { status, headers, body } = toWire(error, idMark)
  const [before = "", after = ""] = JSON.stringify(body).split(idMark)
  const options = { status, contentType: "application/json" }
  const named = Object.entries(headersOf(headers, error))
  preparedAnswers.set(error, (id) =>
    // Added one by one, headers are not brought into their normal form again.
    named.reduce(
      (answer, [name, value]) => HttpServerResponse.setHeader(answer, name, value),
      HttpServerResponse.text(before + id + after, options)
    )
  )
  return error
}

/** Whether the answer to an error is made already. */
export const isPrepared = (error: PartnerError): boolean => preparedAnswers.has(error)

/** The answer for an error to a request, whose context gets its code. */
export const errorAnswer = (error: PartnerError, context: RequestContext): HttpServerResponse.HttpServerResponse => {
  const { endpoint, id, incoming } = context
  context.errorCode = error.code
  context.problems = error.details
  const isOAuth = oauthPaths.includes(endpoint?.path ?? pathOf(incoming))
  const answer = isOAuth ? undefined : preparedAnswers.get(error)
  if (answer !== undefined) return answer(id)
  const { status, headers, body } = toWire(error, id)
  return HttpServerResponse.jsonUnsafe(isOAuth ? toOAuthBody(body) : body, {
    status,
    headers: headersOf(headers, error)
  })
}

/** The answer for an error to the request at hand. */
export const errorResponse = (error: PartnerError): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(CurrentRequest, (context) => errorAnswer(error, context))
