/**
 * One request and its answer: who answers it, what its answer has beside its own headers, and what is charged and logged when it ends.
 *
 * The listener sends the answer.
 */
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
import type { GuardedApi } from "./GuardedApi.ts"
import type { Incoming } from "./Incoming.ts"
import { noRequest, type RequestContext, requestIdHeader } from "./RequestContext.ts"
import { hasLargeBody, isLogged } from "./RequestLogEntry.ts"
import type { RecordRequest } from "./RequestLogSink.ts"
import type { RequestSpan } from "./RequestSpan.ts"

const costHeader = rateLimitCostHeader.toLowerCase()

/** What ends a request. */
export interface Ending {
  readonly addressOf: (incoming: Incoming) => string | undefined
  readonly api: GuardedApi
  readonly clock: Clock.Clock
  readonly countCost: CountCost | undefined
  readonly drain: Drain["Service"]
  readonly log: WriteAccessLog
  readonly publicUrl: string
  readonly recordRequest: RecordRequest | undefined
}

export class RequestExchange {
  /** The context of the request, a service of what {@link answering} is. */
  readonly context: RequestContext
  /** Makes the answer. It fails only where it is interrupted. */
  readonly answering: Effect.Effect<HttpServerResponse>
  /** The answer, where it is known at once. */
  readonly answered: HttpServerResponse | undefined
  private readonly ending: Ending
  private readonly span: RequestSpan | undefined

  constructor(
    ending: Ending,
    context: RequestContext,
    answering: Effect.Effect<HttpServerResponse>,
    span: RequestSpan | undefined
  ) {
    this.ending = ending
    this.context = context
    this.answering = span === undefined ? answering : span.around(answering)
    this.answered =
      Exit.isExit(answering) && Exit.isSuccess(answering) && isHttpServerResponse(answering.value)
        ? answering.value
        : undefined
    this.span = span
  }

  /** Counts the body of an answer. A listener that compresses answers calls it before. */
  countAnswer(answer: HttpServerResponse): void {
    this.context.share.work.bytesOut = answerBytesOf(answer)
  }

  /** Records how long the request has held the event loop. To be called once {@link answering} has returned or waits. */
  recordHeld(): void {
    const { share, startMs } = this.context
    const { turn } = share
    if (turn !== undefined && !turn.letsOthersFirst) turn.hold(performance.now() - startMs)
  }

  /** Ends the request: charges it, logs it, and returns the headers that its answer has beside its own. */
  end(answer: HttpServerResponse): Record<string, string> {
    const { context, ending } = this
    const { headers, status } = answer
    if (context.share.work.bytesOut === 0) this.countAnswer(answer)
    const cost = this.settle()
    const { api, drain, publicUrl } = ending
    const { allowance, endpoint, id } = context
    const more: Record<string, string> = { ...everyAnswer, ...cacheHeadersOf(endpoint, headers), [requestIdHeader]: id }
    if (api.defaultHeaders !== undefined) {
      Object.assign(more, Struct.omit(api.defaultHeaders, Object.keys(headers)))
    }
    const challenge = headers["www-authenticate"]
    // Every challenge for a token names where to learn of tokens (RFC 9728 §5.1).
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
    this.log(status)
    return more
  }

  /** Ends a request whose client has gone before its answer. */
  abandon(): void {
    this.settle()
    this.log(clientClosedStatus)
  }

  /** Charges the caller for the work beyond an ordinary request, whatever the status, counts it, and ends the turn. Returns the cost. */
  private settle(): number {
    const { charge, clientId, enteredMs, share } = this.context
    const cost = costOf(share.work)
    if (cost > ordinaryCost && charge !== undefined) this.context.allowance = charge(cost - ordinaryCost)
    this.ending.countCost?.(clientId, cost)
    if (enteredMs !== undefined) share.turn?.hold(performance.now() - enteredMs)
    share.turn?.end(cost >= largeCostMin)
    return cost
  }

  private log(status: number): void {
    const { addressOf, clock, log, recordRequest } = this.ending
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
    // What keeps the context from here on keeps no connection.
    context.incoming = noRequest
    if (recordRequest === undefined || !isLogged(context, status)) return
    const atMs = Math.round(clock.currentTimeMillisUnsafe() - durationMs)
    recordRequest({ context, method, url, status, durationMs, atMs, hasLargeBody: hasLargeBody(context, headers) })
  }
}
