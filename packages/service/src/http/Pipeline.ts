/**
 * The stages of a request, from its head to its answer, as one list.
 *
 * `begin` calls `CheckRequest`, which refuses ambiguous requests, then `FindEndpoint`, which finds the endpoint or the page, then the stages of the
 * endpoint, which end with `CallHandler`. `EncodeErrors` turns each failure of them into an answer. The server composes the stages of each endpoint once,
 * when it starts. A request runs without a fiber until a stage has to wait, so that a refusal costs little. The listener sends the answer.
 */
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Layer from "effect/Layer"
import { PublicUrl } from "../PublicUrl.ts"
import { Drain } from "../services/Drain.ts"
import { AccessLog, AddressOfCaller } from "./AccessLog.ts"
import { CostSink } from "./CostSink.ts"
import { type ServedApi, partnerApi } from "./ServedApi.ts"
import type { Incoming } from "./Incoming.ts"
import * as AuthenticateOperator from "./operator/AuthenticateOperator.ts"
import { Pages } from "./Pages.ts"
import { RequestContext } from "./RequestContext.ts"
import { type ExchangeServices, RequestExchange } from "./RequestExchange.ts"
import { RequestLogSink } from "./RequestLogSink.ts"
import { RequestTracing } from "./RequestSpan.ts"
import type { Handle, Stage } from "./Stage.ts"
import * as Authenticate from "./stages/Authenticate.ts"
import * as Authorize from "./stages/Authorize.ts"
import { handlerCallsOf } from "./stages/CallHandler.ts"
import * as ClearFirst from "./stages/ClearFirst.ts"
import { checkRequest, CheckTransport } from "./stages/CheckRequest.ts"
import * as Conditional from "./stages/Conditional.ts"
import * as CountTaken from "./stages/CountTaken.ts"
import { encodeErrors } from "./stages/EncodeErrors.ts"
import * as FindDeprecated from "./stages/FindDeprecated.ts"
import { findEndpoint } from "./stages/FindEndpoint.ts"
import * as LimitRate from "./stages/LimitRate.ts"
import * as ReadBody from "./stages/ReadBody.ts"
import * as ReceiveFile from "./stages/ReceiveFile.ts"
import * as RunOnce from "./stages/RunOnce.ts"
import * as TakeTurn from "./stages/TakeTurn.ts"

/** The stages of an endpoint of partners, in the order of a request. */
export const partnerStages = Effect.all([
  Authenticate.stage,
  LimitRate.stage,
  Effect.succeed(Authorize.stage),
  TakeTurn.ofClients,
  ReadBody.stage,
  Effect.succeed(FindDeprecated.stage),
  ReceiveFile.stage,
  CountTaken.stage,
  ClearFirst.stage,
  RunOnce.stage,
  Effect.succeed(Conditional.stage)
])

/** The stages of an endpoint of operators: a session in place of a token, and no rate limit. */
export const operatorStages = Effect.all([
  AuthenticateOperator.stage,
  Effect.succeed(Authorize.stage),
  TakeTurn.ofOperators,
  ReadBody.stage,
  RunOnce.stage,
  Effect.succeed(Conditional.stage)
])

const compose = (stages: ReadonlyArray<Stage>, entry: EndpointEntry, handler: Handle): Handle =>
  stages.reduceRight((next, stage) => stage(next, entry), handler)

const make = (served: ServedApi, handles: ReadonlyMap<EndpointEntry, Handle>) =>
  Effect.gen(function* () {
    const check = checkRequest(served, yield* CheckTransport)
    const find = findEndpoint(served, handles, yield* Pages)
    const openSpan = yield* RequestTracing
    const services: ExchangeServices = {
      addressOf: yield* AddressOfCaller,
      api: served,
      clock: yield* Clock.Clock,
      countCost: yield* CostSink,
      drain: yield* Drain,
      log: yield* AccessLog,
      publicUrl: yield* PublicUrl,
      // The request log has the requests of partners alone: those of the console would fill it.
      recordRequest: served === partnerApi ? yield* RequestLogSink : undefined
    }
    const begin = (incoming: Incoming): RequestExchange => {
      const context = new RequestContext(incoming)
      const refusal = check(incoming)
      const handle: Handle = refusal === undefined ? find(context) : () => Effect.fail(refusal)
      const span = openSpan?.(context)
      return new RequestExchange(services, context, encodeErrors(handle(context), context), span)
    }
    return Pipeline.of({ begin })
  })

export class Pipeline extends Context.Service<
  Pipeline,
  {
    /** Begins a request. The listener runs `answering` of the exchange, and calls its `end` or `abandon` once. */
    readonly begin: (incoming: Incoming) => RequestExchange
  }
>()("@partner-api/service/Pipeline") {
  /** The pipeline of an API and of the pages of its listener. */
  static readonly layerOf = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
    served: ServedApi,
    api: HttpApi.HttpApi<Id, Groups>,
    endpoints: ReadonlyArray<EndpointEntry>,
    stages: Effect.Effect<ReadonlyArray<Stage>, E, R>
  ) =>
    Layer.effect(
      Pipeline,
      Effect.gen(function* () {
        const list = yield* stages
        const handlers = yield* handlerCallsOf(api, endpoints)
        const handles = Array.from(handlers, ([entry, handle]) => [entry, compose(list, entry, handle)] as const)
        return yield* make(served, new Map(handles))
      })
    )
}
