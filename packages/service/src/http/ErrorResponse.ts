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
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { CurrentRequest } from "./CurrentRequest.ts"

/** The endpoints whose errors OAuth clients read: those that take client credentials. */
const oauthPaths = endpoints
  .filter(({ id, method }) => id.startsWith("oauth.") && method === "POST")
  .map(({ path }) => path)

/** What is told of a fault of ours; the log has the rest. */
export const serviceFailed = new InternalError({
  message: "The service failed. Report the request id if it happens again."
})

/** The answer to a request that can be read and is wrong. */
export const unprocessable = (details: UnprocessableEntity["details"]): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The request is wrong; see details.",
    ...(details === undefined ? {} : { details })
  })

/** The answer for an error. */
export const errorResponse = (
  error: PartnerError
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest> =>
  Effect.gen(function* () {
    const { id, route } = yield* CurrentRequest
    const request = yield* HttpServerRequest
    const { status, headers, body } = toWire(error, id)
    const [path] = request.url.split("?")
    return HttpServerResponse.jsonUnsafe(oauthPaths.includes(route ?? path ?? "") ? toOAuthBody(body) : body, {
      status,
      headers: {
        ...headers,
        "cache-control": "no-store",
        // The rest of a request that came too late is not waited for.
        ...(error._tag === "RequestTimeout" ? { connection: "close" } : {})
      }
    })
  })
