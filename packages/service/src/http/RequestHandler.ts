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
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Struct from "effect/Struct"
import type { unhandled } from "effect/Types"
import { AccessLog, AddressOfCaller, clientClosedStatus, type TellAccess } from "../AccessLog.ts"
import { everyAnswer } from "../AnswerHeaders.ts"
import { Drain } from "../../services/Drain.ts"
import { RequestScreen, type ScreenRequest } from "../RequestScreen.ts"
import { urlBytesMax } from "../../Limits.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Admission } from "../Admission.ts"
import { CurrentRequest, openRecord, requestIdHeader, type RequestRecord } from "../CurrentRequest.ts"
import { errorAnswer, errorResponse, prepared, serviceFailed } from "../ErrorResponse.ts"
import { holdsMuch } from "../NotedRequest.ts"
import { type NoteRequest, RequestLogSink } from "../RequestLogSink.ts"
import { type OpenSpan, RequestTracing } from "../RequestSpan.ts"

type Answer<E = never> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest>

/** Parameters in which other services take tokens; here they would end up in logs of others (RFC 9700 §4.3.2). */
const tokenParameters = ["access_token", partnerTokenHeader.toLowerCase()]

/** Whether a parameter of a query is one in which other services take tokens. */
export const isTokenParameter = (name: string): boolean => tokenParameters.includes(name.toLowerCase())

/** Most queries are known to have no such parameter without being parsed: both names hold this word, and no character of it is escaped. */
const mayHoldToken = /token|%|\+/i

const holdsToken = (query: string): boolean =>
  mayHoldToken.test(query) && [...new URLSearchParams(query).keys()].some(isTokenParameter)

/** What the guard knows of the API behind it. */
export interface GuardedApi {
  /** The methods that a path has; none for an unknown path. */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
  /** What is answered for an unknown path. */
  readonly unknownAddress: NotFound
  /** Where a challenge for a token sends the reader, as a path; absent where there are no tokens. */
  readonly metadataPath: string | undefined
  /** The one address that ends in a slash; absent where there is none. */
  readonly folderPath: string | undefined
  /** What every answer has that does not say otherwise; absent where there is nothing. */
  readonly defaultHeaders: Readonly<Record<string, string>> | undefined
}

/** The API of partners. */
export const partnerApi: GuardedApi = {
  allowedMethods,
  unknownAddress: prepared(new NotFound({ message: `There is no such address in this API; see ${docsPath}.` })),
  metadataPath: OAuth.endpoints.resource.path,
  folderPath: undefined,
  defaultHeaders: undefined
}

/** The router would take an empty segment for an identifier, a path without a slash for the root, and cut a path at these characters. */
const strangePath = /^(?!\/)|\/\/|.\/$|[;#]/

const refusal = ({ api, screen }: Edge, request: HttpServerRequest): PartnerError | undefined => {
  if (request.url.length > urlBytesMax) {
    return new UriTooLong({ message: `The address is longer than ${urlBytesMax} bytes.` })
  }
  const refused = screen(request)
  if (refused !== undefined) return refused
  const [path = "", query] = request.url.split("?")
  if (strangePath.test(path) && path !== api.folderPath) return api.unknownAddress
  return query !== undefined && holdsToken(query)
    ? new InvalidRequest({ message: "A token must not stand in the address; send it in a header." })
    : undefined
}

/** What is answered where the router finds nothing. */
const unrouted = ({ allowedMethods, unknownAddress }: GuardedApi, request: HttpServerRequest): Answer => {
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
const afterFailure = (
  api: GuardedApi,
  request: HttpServerRequest,
  cause: Cause.Cause<unhandled>
): Answer<unhandled> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  if (cause.reasons.some((reason) => Cause.isFailReason(reason) && isUnrouted(reason.error)))
    return unrouted(api, request)
  return Effect.andThen(Effect.logError("a request failed", cause), errorResponse(serviceFailed))
}

/** Every challenge for a token says where to learn of tokens (RFC 9728 §5.1). */
const withMetadata = (
  response: HttpServerResponse.HttpServerResponse,
  { api: { metadataPath }, publicUrl }: Pick<Edge, "api" | "publicUrl">
) => {
  const challenge = response.headers["www-authenticate"]
  return challenge?.startsWith("Bearer ") === true && metadataPath !== undefined
    ? { "www-authenticate": `${challenge}, resource_metadata="${publicUrl}${metadataPath}"` }
    : {}
}

/** Where the guard gets what it needs. */
interface Edge {
  readonly addressOf: (request: HttpServerRequest) => string | undefined
  readonly admit: Admission["Service"]
  readonly api: GuardedApi
  readonly drain: Drain["Service"]
  readonly clock: Clock.Clock
  readonly log: TellAccess
  readonly note: NoteRequest | undefined
  readonly openSpan: OpenSpan | undefined
  readonly publicUrl: string
  readonly screen: ScreenRequest
}

/** The answer as it leaves: with the headers that every answer has, and those that tell of this request. */
const finished = (
  edge: Edge,
  { allowance, id }: RequestRecord,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(response, {
    ...(edge.api.defaultHeaders === undefined
      ? {}
      : Struct.omit(edge.api.defaultHeaders, Object.keys(response.headers))),
    ...everyAnswer,
    [requestIdHeader]: id,
    ...withMetadata(response, edge),
    ...(allowance === undefined ? {} : { "ratelimit-policy": allowance.policy, ratelimit: allowance.limit }),
    // A connection that is kept would hold up the stop until it is cut.
    ...(edge.drain.hasBegun() ? { connection: "close" } : {})
  })

const guard =
  (edge: Edge) =>
  (handle: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled>): Answer<unhandled> =>
    Effect.flatMap(HttpServerRequest, (request) => {
      const { addressOf, admit, api, clock, log, note, openSpan } = edge
      const record = openRecord(request.headers)
      const startMs = performance.now()
      const refuse = (error: PartnerError) => Effect.succeed(errorAnswer(error, record, request))
      const screened = refusal(edge, request)
      const admitted = screened === undefined ? admit(request, record) : Result.fail(screened)
      const span = openSpan?.(request, record)
      const tell = (status: number): void => {
        const durationMs = performance.now() - startMs
        span?.end(status)
        log({
          method: request.method,
          route: record.route,
          status,
          errorCode: record.errorCode,
          durationMs,
          isReplay: record.isReplay,
          requestId: record.id,
          traceId: record.traceId,
          clientId: record.clientId,
          organizationId: record.organizationId,
          clientAddress: addressOf(request)
        })
        if (note === undefined) return
        const { headers, method, url } = request
        const atMs = Math.round(clock.currentTimeMillisUnsafe() - durationMs)
        note({ record, method, url, status, startMs, durationMs, atMs, holdsMuch: holdsMuch(record, headers) })
      }
      if (Result.isFailure(admitted)) {
        const answer = finished(edge, record, errorAnswer(admitted.failure, record, request))
        tell(answer.status)
        return Effect.succeed(answer)
      }
      const { success: entering } = admitted
      const answered =
        entering === undefined ? handle : Effect.matchEffect(entering, { onFailure: refuse, onSuccess: () => handle })
      return (span === undefined ? answered : span.around(answered)).pipe(
        Effect.matchCauseEffect({
          onFailure: (cause) =>
            Effect.map(afterFailure(api, request, cause), (response) => finished(edge, record, response)),
          onSuccess: (response) => Effect.succeed(finished(edge, record, response))
        }),
        Effect.provideService(CurrentRequest, record),
        Effect.onExit((exit) => Effect.sync(() => tell(Exit.isSuccess(exit) ? exit.value.status : clientClosedStatus)))
      )
    })

/** The guard around all routes of an API. */
export const layerOf = (api: GuardedApi) =>
  HttpRouter.middleware(
    Effect.gen(function* () {
      return guard({
        api,
        addressOf: yield* AddressOfCaller,
        admit: yield* Admission,
        drain: yield* Drain,
        clock: yield* Clock.Clock,
        log: yield* AccessLog,
        // The log is of partners' requests: what operators look at would fill it.
        note: api === partnerApi ? yield* RequestLogSink : undefined,
        openSpan: yield* RequestTracing,
        publicUrl: yield* PublicUrl,
        screen: yield* RequestScreen
      })
    }),
    { global: true }
  )
