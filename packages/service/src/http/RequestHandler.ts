/**
 * Handles requests: what is true of every request and every answer, whatever the endpoint (decisions, Errors).
 *
 * Names each request, refuses what is ambiguous before anything reads it, and answers where no endpoint does: unknown paths,
 * wrong methods, and faults of our own, of which nothing leaks. Bodies and tokens are none of its business. All but what the endpoint does
 * is one pass without an effect; how an answer is sent is a matter of the server (decision 71).
 */
import { rateLimitCostHeader } from "@partner-api/contract/RequestHeaders"
import { InvalidRequest, MethodNotAllowed } from "@partner-api/contract/ProtocolErrors"
import { costOf, largeCostMin, ordinaryCost } from "@partner-api/domain/RequestCost"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerError } from "effect/http/HttpServerError"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { AccessLog, AddressOfCaller, clientClosedStatus, type WriteAccessLog } from "./AccessLog.ts"
import { answerBytesOf } from "./AnswerBytes.ts"
import { cacheHeadersOf, everyAnswer } from "./AnswerHeaders.ts"
import { CostSink, type CountCost } from "./CostSink.ts"
import { FairTurns, type Turn } from "../services/access/FairTurns.ts"
import { CurrentShare } from "../services/access/RequestShare.ts"
import { Drain } from "../services/Drain.ts"
import { RequestScreen, type ScreenRequest } from "./RequestScreen.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { Admission } from "./Admission.ts"
import { CurrentRequest, openRecord, requestIdHeader, type RequestRecord } from "./CurrentRequest.ts"
import { EndpointRoutes } from "./EndpointRoutes.ts"
import { errorAnswer, errorResponse, serviceFailed } from "./ErrorResponse.ts"
import { type GuardedApi, partnerApi, refusalOf } from "./GuardedApi.ts"
import { hasLargeBody, isLogged } from "./RequestLogEntry.ts"
import { isLargeBody } from "./middleware/RequestBody.ts"
import { pathOf } from "./RequestPath.ts"
import { type RecordRequest, RequestLogSink } from "./RequestLogSink.ts"
import { type OpenSpan, type RequestSpan, RequestTracing } from "./RequestSpan.ts"

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, never, HttpServerRequest>

const costHeader = rateLimitCostHeader.toLowerCase()

/** What is answered where no endpoint and no page is found. */
const unrouted = ({ allowedMethods, unknownAddress }: GuardedApi, request: HttpServerRequest): Answer => {
  const path = pathOf(request)
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
const afterFailure = (api: GuardedApi, request: HttpServerRequest, cause: Cause.Cause<unknown>): Answer => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  if (cause.reasons.some((reason) => Cause.isFailReason(reason) && isUnrouted(reason.error)))
    return unrouted(api, request)
  return Effect.andThen(Effect.logError("a request failed", cause), errorResponse(serviceFailed))
}

/** What handling a request needs. */
interface Edge {
  readonly addressOf: (request: HttpServerRequest) => string | undefined
  readonly admit: Admission["Service"]
  readonly api: GuardedApi
  readonly clock: Clock.Clock
  readonly countCost: CountCost | undefined
  readonly drain: Drain["Service"]
  readonly log: WriteAccessLog
  readonly recordRequest: RecordRequest | undefined
  readonly openSpan: OpenSpan | undefined
  readonly pages: Answering
  readonly publicUrl: string
  readonly routes: EndpointRoutes["Service"]
  readonly screen: ScreenRequest
  readonly turns: FairTurns["Service"]
}

type Answering = Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, HttpServerRequest>

/** A request that has been looked at. */
export class BegunRequest {
  /** The record of the request, a service of what {@link answering} is. */
  readonly record: RequestRecord
  /** The answer, where it is known at once. */
  readonly answer: HttpServerResponse.HttpServerResponse | undefined
  /** What makes it otherwise. It fails only where it is interrupted. */
  readonly answering: Answer
  private readonly edge: Edge
  private readonly request: HttpServerRequest
  private readonly span: RequestSpan | undefined
  private readonly startMs = performance.now()
  /** When it began its work, where others came before. */
  private enteredMs: number | undefined

  constructor(edge: Edge, request: HttpServerRequest) {
    const { admit, api, openSpan, pages, routes } = edge
    const record = openRecord(request.headers)
    const screened = refusalOf(api, edge.screen, request)
    const admitted = screened === undefined ? admit(request, record) : Result.fail(screened)
    const span = openSpan?.(request, record)
    this.edge = edge
    this.request = request
    this.span = span
    this.record = record
    if (Result.isFailure(admitted)) {
      this.answer = errorAnswer(admitted.failure, record, request)
      this.answering = Effect.succeed(this.answer)
      return
    }
    const route: Answering = (record.endpoint === undefined ? undefined : routes.get(record.endpoint)) ?? pages
    const entering = admitted.success
    const answered =
      entering === undefined
        ? this.inTurn(route)
        : Effect.matchEffect(entering, {
            onFailure: (error) => Effect.succeed(errorAnswer(error, record, request)),
            onSuccess: () => this.inTurn(route)
          })
    this.answer = undefined
    this.answering = Effect.catchCause(span === undefined ? answered : span.around(answered), (cause) =>
      afterFailure(api, request, cause)
    )
  }

  /** Counts the body of an answer. Who compresses answers calls it before. */
  countAnswer(answer: HttpServerResponse.HttpServerResponse): void {
    this.record.share.work.bytesOut = answerBytesOf(answer)
  }

  /** Notes how long the request has held the event loop. Who runs {@link answering} calls it once that has returned or waits. */
  noteHeld(): void {
    const { turn } = this.record.share
    if (turn !== undefined && !turn.letsOthersFirst) turn.hold(performance.now() - this.startMs)
  }

  /** Ends the request: charges it, logs it, and returns the headers that its answer has beside its own. */
  end(answer: HttpServerResponse.HttpServerResponse): Record<string, string> {
    const { headers, status } = answer
    if (this.record.share.work.bytesOut === 0) this.countAnswer(answer)
    const cost = this.settle()
    const { api, drain, publicUrl } = this.edge
    const { allowance, endpoint, id } = this.record
    const more: Record<string, string> = { ...everyAnswer, ...cacheHeadersOf(endpoint, headers), [requestIdHeader]: id }
    if (api.defaultHeaders !== undefined) {
      Object.assign(more, Struct.omit(api.defaultHeaders, Object.keys(headers)))
    }
    const challenge = headers["www-authenticate"]
    // Every challenge for a token says where to learn of tokens (RFC 9728 §5.1).
    if (challenge?.startsWith("Bearer ") === true && api.metadataPath !== undefined) {
      more["www-authenticate"] = `${challenge}, resource_metadata="${publicUrl}${api.metadataPath}"`
    }
    if (allowance !== undefined) {
      more["ratelimit-policy"] = allowance.policy
      more["ratelimit"] = allowance.limit
      if (cost > ordinaryCost) more[costHeader] = String(cost)
    }
    // A connection that is kept would hold up the stop until it is cut.
    if (drain.hasBegun()) more["connection"] = "close"
    this.tell(status)
    return more
  }

  /** Ends a request whose client has gone before its answer. */
  abandon(): void {
    this.settle()
    this.tell(clientClosedStatus)
  }

  /** The route, once the request has its turn. Without a client there is no turn; what operators look at begins after the requests of others. */
  private inTurn(route: Answering): Answering {
    const { request, record } = this
    const { admitted, endpoint, share } = record
    if (admitted === undefined || endpoint === undefined) {
      return record.operator === undefined ? route : Effect.andThen(Effect.yieldNow, route)
    }
    const turn = this.edge.turns.request(admitted.clientId, endpoint.id, isLargeBody(request))
    share.turn = turn
    return turn.isHeld
      ? this.enter(turn, route)
      : Effect.matchEffect(turn.wait, {
          onFailure: (error) => Effect.succeed(errorAnswer(error, record, request)),
          onSuccess: () => this.enter(turn, route)
        })
  }

  /** Begins a route: at once, or after the event loop has looked for requests of others. */
  private enter(turn: Turn, route: Answering): Answering {
    if (!turn.letsOthersFirst) return route
    return Effect.flatMap(Effect.yieldNow, () => {
      this.enteredMs = performance.now()
      return route
    })
  }

  /** Charges the caller for the work beyond an ordinary request, whatever the status, counts it, and ends the turn. Returns the cost. */
  private settle(): number {
    const { record } = this
    const { charge, clientId, share } = record
    const cost = costOf(share.work)
    if (cost > ordinaryCost && charge !== undefined) record.allowance = charge(cost - ordinaryCost)
    this.edge.countCost?.(clientId, cost)
    if (this.enteredMs !== undefined) share.turn?.hold(performance.now() - this.enteredMs)
    share.turn?.end(cost >= largeCostMin)
    return cost
  }

  private tell(status: number): void {
    const { addressOf, clock, log, recordRequest } = this.edge
    const { headers, method, url } = this.request
    const { record } = this
    const startMs = this.startMs
    const durationMs = performance.now() - startMs
    this.span?.end(status)
    log({
      method,
      route: record.endpoint?.path,
      status,
      errorCode: record.errorCode,
      durationMs,
      isReplay: record.isReplay,
      requestId: record.id,
      traceId: record.traceId,
      clientId: record.clientId,
      organizationId: record.organizationId,
      clientAddress: addressOf(this.request)
    })
    if (recordRequest === undefined || !isLogged(record, status)) return
    const atMs = Math.round(clock.currentTimeMillisUnsafe() - durationMs)
    recordRequest({
      record,
      method,
      url,
      status,
      startMs,
      durationMs,
      atMs,
      hasLargeBody: hasLargeBody(record, headers)
    })
  }
}

export class RequestHandler extends Context.Service<
  RequestHandler,
  {
    /** Looks at a request. Who sends the answer calls `end` or `abandon` once. */
    readonly begin: (request: HttpServerRequest) => BegunRequest
    /** Answers the request at hand, for servers of the framework. */
    readonly handle: Answer
  }
>()("@partner-api/service/RequestHandler") {
  /** Handles the requests of an API, and those of the pages that the router has. */
  static readonly layerOf = (api: GuardedApi) =>
    Layer.effect(
      RequestHandler,
      Effect.gen(function* () {
        const router = yield* HttpRouter.HttpRouter
        const edge: Edge = {
          api,
          addressOf: yield* AddressOfCaller,
          admit: yield* Admission,
          clock: yield* Clock.Clock,
          countCost: yield* CostSink,
          drain: yield* Drain,
          log: yield* AccessLog,
          // The log is of partners' requests: what operators look at would fill it.
          recordRequest: api === partnerApi ? yield* RequestLogSink : undefined,
          openSpan: yield* RequestTracing,
          pages: Effect.scoped(router.asHttpEffect()),
          publicUrl: yield* PublicUrl,
          routes: yield* EndpointRoutes,
          screen: yield* RequestScreen,
          turns: yield* FairTurns
        }
        const begin = (request: HttpServerRequest) => new BegunRequest(edge, request)
        const handle = Effect.flatMap(HttpServerRequest, (request) => {
          const begun = begin(request)
          return Effect.interruptible(begun.answering).pipe(
            Effect.provideService(CurrentRequest, begun.record),
            Effect.provideService(CurrentShare, begun.record.share),
            Effect.onInterrupt(() => Effect.sync(() => begun.abandon())),
            Effect.map((response) => HttpServerResponse.setHeaders(response, begun.end(response)))
          )
        })
        return RequestHandler.of({ begin, handle })
      })
    ).pipe(Layer.provide(FairTurns.layer))
}
