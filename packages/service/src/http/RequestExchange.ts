/**
 * One request and its answer: the effect that makes the answer, the headers of every answer, and the charge and the log entries at the end.
 *
 * `Pipeline.begin` makes it; the listener runs it and sends the answer (`AnswerRequests.ts` of the server).
 */
import { deprecationHeadersOf } from "@partner-api/contract/DeprecationHeaders"
import { rateLimitCostHeader } from "@partner-api/contract/RequestHeaders"
import { costOf, largeCostMin, ordinaryCost } from "@partner-api/domain/RequestCost"
import type * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { type HttpServerResponse, isHttpServerResponse } from "effect/http/HttpServerResponse"
import * as Struct from "effect/Struct"
import type { Drain } from "../services/Drain.ts"
import { clientClosedStatus, type WriteAccessLog } from "./AccessLog.ts"
import { answerBytesOf } from "./AnswerBytes.ts"
import { cacheHeadersOf, everyAnswer } from "./AnswerHeaders.ts"
import type { CountCost } from "./CostSink.ts"
import type { ServedApi } from "./ServedApi.ts"
import type { Incoming } from "./Incoming.ts"
import { noRequest, type RequestContext, requestIdHeader } from "./RequestContext.ts"
import { hasLargeBody, isLogged } from "./RequestLogEntry.ts"
import type { RecordRequest } from "./RequestLogSink.ts"
import type { RequestSpan } from "./RequestSpan.ts"

const costHeader = rateLimitCostHeader.toLowerCase()

/** The services that end a request: its log, its counters, and the headers of its answer. */
export interface ExchangeServices {
  readonly addressOf: (incoming: Incoming) => string | undefined
  readonly api: ServedApi
  readonly clock: Clock.Clock
  readonly countCost: CountCost | undefined
  readonly drain: Drain["Service"]
  readonly log: WriteAccessLog
  readonly publicUrl: string
  readonly recordRequest: RecordRequest | undefined
}

export class RequestExchange {
  /** The context of the request. The listener provides it to {@link answering} as `CurrentRequest`. */
  readonly context: RequestContext
  /** Makes the answer. Its one failure is an interruption. */
  readonly answering: Effect.Effect<HttpServerResponse>
  /** The answer, where it is known at once. */
  readonly knownAnswer: HttpServerResponse | undefined
  private readonly services: ExchangeServices
  private readonly span: RequestSpan | undefined

  constructor(
    services: ExchangeServices,
    context: RequestContext,
    answering: Effect.Effect<HttpServerResponse>,
    span: RequestSpan | undefined
  ) {
    this.services = services
    this.context = context
    this.answering = span === undefined ? answering : span.around(answering)
    this.knownAnswer =
      Exit.isExit(answering) && Exit.isSuccess(answering) && isHttpServerResponse(answering.value)
        ? answering.value
        : undefined
    this.span = span
  }

  /** Counts the bytes of the body of an answer. A listener calls it before it compresses the answer; else `end` calls it. */
  countAnswer(answer: HttpServerResponse): void {
    this.context.usage.work.bytesOut = answerBytesOf(answer)
  }

  /** Records how long the request has blocked the event loop. The listener calls it once {@link answering} has returned or waits. */
  recordBlocking(): void {
    const { startMs, usage } = this.context
    const { turn } = usage
    if (turn !== undefined && !turn.yieldsFirst) turn.recordBlocking(performance.now() - startMs)
  }

  /** Ends the request: charges it, logs it, and returns the headers that the service adds to those of the answer. */
  end(answer: HttpServerResponse): Record<string, string> {
    const { context, services } = this
    const { headers, status } = answer
    if (context.usage.work.bytesOut === 0) this.countAnswer(answer)
    const cost = this.settle()
    const { api, drain, publicUrl } = services
    const { allowance, deprecated, endpoint, id } = context
    const more: Record<string, string> = { ...everyAnswer, ...cacheHeadersOf(endpoint, headers), [requestIdHeader]: id }
    if (api.defaultHeaders !== undefined) {
      Object.assign(more, Struct.omit(api.defaultHeaders, Object.keys(headers)))
    }
    const challenge = headers["www-authenticate"]
    // A challenge for a token has the address of the metadata (RFC 9728 §5.1).
    if (challenge?.startsWith("Bearer ") === true && api.metadataPath !== undefined) {
      more["www-authenticate"] = `${challenge}, resource_metadata="${publicUrl}${api.metadataPath}"`
    }
    if (deprecated !== undefined && deprecated.length > 0 && api.deprecationsPage !== undefined) {
      const declarations = deprecated.map(({ deprecation }) => deprecation)
      const deprecationHeaders = deprecationHeadersOf(declarations, `${publicUrl}${api.deprecationsPage}`)
      // A list has a link to its next page.
      Object.assign(
        more,
        deprecationHeaders,
        headers["link"] === undefined ? {} : { link: `${headers["link"]}, ${deprecationHeaders.link}` }
      )
    }
    if (allowance !== undefined) {
      more["ratelimit-policy"] = allowance.policy
      more["ratelimit"] = allowance.limit
      if (cost > ordinaryCost) more[costHeader] = String(cost)
    }
    // An open connection would delay the stop of the server.
    if (drain.hasBegun()) more["connection"] = "close"
    this.log(status)
    return more
  }

  /** Ends a request whose client has disconnected before the answer. */
  abandon(): void {
    this.settle()
    this.log(clientClosedStatus)
  }

  /** Charges the caller for the cost above that of an ordinary request, counts the cost, and ends the turn. Returns the cost. */
  private settle(): number {
    const { charge, clientId, enteredMs, usage } = this.context
    const cost = costOf(usage.work)
    if (cost > ordinaryCost && charge !== undefined) this.context.allowance = charge(cost - ordinaryCost)
    this.services.countCost?.(clientId, cost)
    if (enteredMs !== undefined) usage.turn?.recordBlocking(performance.now() - enteredMs)
    usage.turn?.end(cost >= largeCostMin)
    return cost
  }

  private log(status: number): void {
    const { addressOf, clock, log, recordRequest } = this.services
    const { context } = this
    const { incoming, startMs } = context
    const { headers, method, url } = incoming
    const durationMs = performance.now() - startMs
    this.span?.end(status)
    log({
      method,
      route: context.endpoint?.path,
      status,
      errorCode: context.errorCode,
      durationMs,
      isReplay: context.isReplay,
      requestId: context.id,
      traceId: context.traceId,
      clientId: context.clientId,
      organizationId: context.organizationId,
      clientAddress: addressOf(incoming)
    })
    // The request log keeps the context for a while; it must not keep the connection.
    context.incoming = noRequest
    if (recordRequest === undefined || !isLogged(context, status)) return
    const atMs = Math.round(clock.currentTimeMillisUnsafe() - durationMs)
    recordRequest({ context, method, url, status, durationMs, atMs, hasLargeBody: hasLargeBody(context, headers) })
  }
}
