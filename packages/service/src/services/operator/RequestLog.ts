/**
 * The request log as operators read it: requests by a filter, one request, the traffic of a period, and who uses what is deprecated.
 */
import { deprecatedUsesOf } from "@partner-api/contract/DeprecatedUse"
import { endpoints } from "@partner-api/contract/Endpoints"
import { NotFound } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { type DeprecatedUsage, deprecatedUsageOf } from "@partner-api/domain/operator/DeprecatedUsage"
import type { LoggedRequest, LoggedRequestFilter, LoggedRequestId } from "@partner-api/domain/operator/LoggedRequest"
import { type Traffic, trafficOf, type TrafficPeriod, trafficSpan } from "@partner-api/domain/operator/Traffic"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RequestLogStore } from "../../store/RequestLogStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { orRefuse } from "../OrNotFound.ts"

/** The number of the most frequent errors that are reported: as many as an overview shows. */
const errorsMax = 10

/** The declaration of each name that the log has. */
const declarations = new Map(
  endpoints.flatMap(deprecatedUsesOf).map(({ deprecation, name }) => [name, deprecation] as const)
)

export class RequestLog extends Context.Service<
  RequestLog,
  {
    /** Whether requests are kept. */
    readonly isKept: boolean
    /** A page of requests, those written last first. It may be empty and have a next one. */
    readonly page: (
      filter: LoggedRequestFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<LoggedRequest>, StoreError>
    /** Fails with `NotFound` where the log does not have the request, or not any more. */
    readonly find: (id: LoggedRequestId) => Effect.Effect<LoggedRequest, NotFound | StoreError>
    /** When clients have sent the newest of their requests that the log has; none where the log cannot be read. */
    readonly lastRequests: (clientIds: ReadonlyArray<ClientId>) => Effect.Effect<ReadonlyMap<ClientId, number>>
    /** The traffic of a period that ends now. */
    readonly traffic: (period: TrafficPeriod) => Effect.Effect<Traffic, StoreError>
    /** The clients that use deprecated things, by the requests that the log has. */
    readonly deprecatedUsage: Effect.Effect<DeprecatedUsage, StoreError>
  }
>()("@partner-api/service/RequestLog") {
  static readonly layer = Layer.effect(
    RequestLog,
    Effect.gen(function* () {
      const store = yield* RequestLogStore

      const traffic = Effect.fn("RequestLog.traffic")(function* (period: TrafficPeriod) {
        const nowMs = yield* Clock.currentTimeMillis
        const span = trafficSpan(period, nowMs)
        const counts = yield* store.counts(span)
        return trafficOf(
          period,
          nowMs,
          store.isKept,
          counts,
          yield* store.sums({ fromMs: span.beforeMs, untilMs: span.sinceMs, stepMs: span.stepMs }),
          yield* store.errors({ sinceMs: span.sinceMs, limit: errorsMax })
        )
      })

      return RequestLog.of({
        isKept: store.isKept,
        page: (filter, request) => Effect.withSpan(store.page(filter, request), "RequestLog.page"),
        find: (id) =>
          orRefuse(new NotFound({ message: `The request log has no request ${id}.` }))(store.find(id)).pipe(
            Effect.withSpan("RequestLog.find")
          ),
        lastRequests: (clientIds) =>
          Effect.orElseSucceed(store.lastRequests(clientIds), () => new Map()).pipe(
            Effect.withSpan("RequestLog.lastRequests")
          ),
        traffic,
        deprecatedUsage: Effect.map(store.deprecated, (counted) =>
          deprecatedUsageOf(store.isKept, counted, declarations)
        ).pipe(Effect.withSpan("RequestLog.deprecatedUsage"))
      })
    })
  )
}
