/**
 * The edge: what is true of every request and every answer, whatever the route (decisions, Errors).
 *
 * Names each request, refuses what is ambiguous before anything reads it, and answers where no endpoint does: unknown paths,
 * wrong methods, and faults of our own, of which nothing leaks. Bodies and tokens are none of its business.
 */
import { allowedMethods } from "@partner-api/contract/Endpoints"
import { OAuth } from "@partner-api/contract/OAuth"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { docsPath } from "@partner-api/contract/System"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { InvalidRequest, MethodNotAllowed, UriTooLong } from "@partner-api/contract/ProtocolErrors"
import { NotFound } from "@partner-api/domain/Errors"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { unhandled } from "effect/Types"
import { AccessLog, type TellAccess } from "../AccessLog.ts"
import { everyAnswer } from "../AnswerHeaders.ts"
import { Drain } from "../../services/Drain.ts"
import { RequestScreen, type ScreenRequest } from "../RequestScreen.ts"
import { urlBytesMax } from "../../Limits.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { CurrentRequest, openRecord, requestIdHeader } from "../CurrentRequest.ts"
import { errorResponse, serviceFailed } from "../ErrorResponse.ts"

type Answer<E = never> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest>

/** Parameters in which other services take tokens; here they would end up in logs of others (RFC 9700 §4.3.2). */
const tokenParameters = ["access_token", partnerTokenHeader.toLowerCase()]

/** Whether a parameter of a query is one in which other services take tokens. */
export const isTokenParameter = (name: string): boolean => tokenParameters.includes(name.toLowerCase())

const holdsToken = (query: string): boolean => [...new URLSearchParams(query).keys()].some(isTokenParameter)

const unknownAddress = new NotFound({ message: `There is no such address in this API; see ${docsPath}.` })

/** The router would take an empty segment for an identifier, and cut a path at these characters. */
const strangePath = /\/\/|\/$|[;#]/

const refusal = (screen: ScreenRequest, request: HttpServerRequest): PartnerError | undefined => {
  if (request.url.length > urlBytesMax) {
    return new UriTooLong({ message: `The address is longer than ${urlBytesMax} bytes.` })
  }
  const refused = screen(request)
  if (refused !== undefined) return refused
  const [path = "", query] = request.url.split("?")
  if (strangePath.test(path)) return unknownAddress
  return query !== undefined && holdsToken(query)
    ? new InvalidRequest({ message: "A token must not stand in the address; send it in a header." })
    : undefined
}

/** What is answered where the router finds nothing. */
const unrouted = (request: HttpServerRequest): Answer => {
  const [path = ""] = request.url.split("?")
  const allow = allowedMethods(path)
  if (allow.length === 0) {
    return errorResponse(unknownAddress)
  }
  // The router does not read a path whose percent-encoding is broken, although its shape is known.
  if (allow.includes(request.method)) {
    return errorResponse(new InvalidRequest({ message: "The address is not valid percent-encoded UTF-8." }))
  }
  const all = [...allow, "OPTIONS"]
  return request.method === "OPTIONS"
    ? Effect.succeed(HttpServerResponse.empty({ status: 204, headers: { allow: all.join(", ") } }))
    : errorResponse(
        new MethodNotAllowed({ message: `This address takes ${all.join(", ")}, not ${request.method}.`, allow: all })
      )
}

const isUnrouted = (error: unknown): boolean =>
  error instanceof HttpServerError && error.reason._tag === "RouteNotFound"

/** The answer for what nobody handled. An interrupted request has nobody to answer to, so its cause goes on. */
const afterFailure = (request: HttpServerRequest, cause: Cause.Cause<unhandled>): Answer<unhandled> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  if (cause.reasons.some((reason) => Cause.isFailReason(reason) && isUnrouted(reason.error))) return unrouted(request)
  return Effect.andThen(Effect.logError("a request failed", cause), errorResponse(serviceFailed))
}

/** The status in the log when the client has gone before its answer. */
const clientClosedStatus = 499

/** Every challenge for a token says where to learn of tokens (RFC 9728 §5.1). */
const withMetadata = (response: HttpServerResponse.HttpServerResponse, publicUrl: string) => {
  const challenge = response.headers["www-authenticate"]
  return challenge?.startsWith("Bearer ") === true
    ? { "www-authenticate": `${challenge}, resource_metadata="${publicUrl}${OAuth.endpoints.resource.path}"` }
    : {}
}

const guard =
  (log: TellAccess, drain: Drain["Service"], publicUrl: string, screen: ScreenRequest) =>
  (handle: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled>): Answer<unhandled> =>
    Effect.flatMap(HttpServerRequest, (request) => {
      const record = openRecord(request.headers[requestIdHeader])
      const startMs = performance.now()
      const refused = refusal(screen, request)
      const answer =
        refused === undefined
          ? Effect.catchCause(handle, (cause) => afterFailure(request, cause))
          : errorResponse(refused)
      return answer.pipe(
        Effect.map((response) =>
          HttpServerResponse.setHeaders(response, {
            ...everyAnswer,
            [requestIdHeader]: record.id,
            ...withMetadata(response, publicUrl),
            ...(record.allowance === undefined
              ? {}
              : { "ratelimit-policy": record.allowance.policy, ratelimit: record.allowance.limit }),
            // A connection that is kept would hold up the stop until it is cut.
            ...(drain.hasBegun() ? { connection: "close" } : {})
          })
        ),
        Effect.provideService(CurrentRequest, record),
        Effect.onExit((exit) =>
          Effect.sync(() =>
            log({
              method: request.method,
              route: record.route,
              status: Exit.isSuccess(exit) ? exit.value.status : clientClosedStatus,
              durationMs: performance.now() - startMs,
              requestId: record.id,
              clientId: record.clientId,
              organizationId: record.organizationId
            })
          )
        )
      )
    })

export const layer = HttpRouter.middleware(
  Effect.gen(function* () {
    return guard(yield* AccessLog, yield* Drain, yield* PublicUrl, yield* RequestScreen)
  }),
  { global: true }
)
