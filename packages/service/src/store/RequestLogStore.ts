/**
 * The port to the request log: requests by the number that the log gives each, and counts of all of them. It is bounded, and
 * no part of the service's data: what is lost of it is lost.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import type {
  LoggedRequest,
  LoggedRequestFilter,
  LoggedRequestId,
  NewLoggedRequest
} from "@partner-api/domain/operator/LoggedRequest"
import type { CountedDeprecatedRequests } from "@partner-api/domain/operator/DeprecatedUsage"
import type { CountedErrors, TrafficCount, TrafficSum } from "@partner-api/domain/operator/Traffic"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The requests and counts that are written at once. */
export interface RequestBatch {
  /** In the order in which they were answered. */
  readonly requests: ReadonlyArray<NewLoggedRequest>
  /** Counts of minutes, which are added to those that are there. */
  readonly counts: ReadonlyArray<TrafficCount>
}

/** The part of the log that is kept. */
export interface RequestBounds {
  /** The maximum number of requests. */
  readonly rowsMax: number
  /** Requests that were written before, in milliseconds since 1970, are not kept. */
  readonly beforeMs: number
}

/** The number of requests that are removed at once: some milliseconds, since each has a place in five indexes or six. A larger batch would delay the requests of partners. */
export const requestsPerPurge = 200

/** A batch was not written, or nothing could be removed. The writer of the log reports it, because it happens many times in a row. */
export class RequestLogUnwritable extends Data.TaggedError("RequestLogUnwritable")<{ readonly reason: string }> {}

export class RequestLogStore extends Context.Service<
  RequestLogStore,
  {
    /** Whether requests are kept. */
    readonly isKept: boolean
    /** Writes a batch, all or nothing. */
    readonly append: (batch: RequestBatch) => Effect.Effect<void, RequestLogUnwritable>
    /**
     * A page of requests that meet a filter, those written last first; the position is the number of a request, and the page has those below
     * it. A bounded number of requests is looked at, so a page may be empty and have a next one.
     */
    readonly page: (
      filter: LoggedRequestFilter,
      request: PageRequest
    ) => Effect.Effect<FoundRows<LoggedRequest>, StoreError>
    readonly find: (id: LoggedRequestId) => Effect.Effect<Option.Option<LoggedRequest>, StoreError>
    /** The counts from a moment on, added up in steps of the length of a period's. */
    readonly counts: (span: {
      readonly sinceMs: number
      readonly stepMs: number
    }) => Effect.Effect<ReadonlyArray<TrafficCount>, StoreError>
    /** The counts from a moment on to another one, in steps of the length of a period's, added up. */
    readonly sums: (span: {
      readonly fromMs: number
      readonly untilMs: number
      readonly stepMs: number
    }) => Effect.Effect<ReadonlyArray<TrafficSum>, StoreError>
    /**
     * The most frequent errors since a moment, by client, the most frequent first. A bounded number of requests is looked at, the newest first, and the
     * log may begin later: then they are counted from a later moment on.
     */
    readonly errors: (of: {
      readonly sinceMs: number
      readonly limit: number
    }) => Effect.Effect<CountedErrors, StoreError>
    /**
     * The requests that use what is deprecated, by client and by what they use. A bounded number of them is counted, the newest first, from the beginning of the log or
     * from a later moment on.
     */
    readonly deprecated: Effect.Effect<CountedDeprecatedRequests, StoreError>
    /** When clients have sent the newest of their requests that the log has, in milliseconds since 1970; those without one are left out. */
    readonly lastRequests: (
      clientIds: ReadonlyArray<ClientId>
    ) => Effect.Effect<ReadonlyMap<ClientId, number>, StoreError>
    /** Removes one batch of what is not kept, the oldest first, at most {@link requestsPerPurge}, and returns how many it removed. */
    readonly purge: (bounds: RequestBounds) => Effect.Effect<number, RequestLogUnwritable>
  }
>()("@partner-api/service/RequestLogStore") {}
