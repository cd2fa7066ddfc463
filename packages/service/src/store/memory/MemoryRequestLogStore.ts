/**
 * {@link RequestLogStore} in memory, with the recorder that fills it. It keeps the newest requests, and no counts: the traffic is what operators read.
 *
 * It is beside the state of the other stores, because a transaction that fails takes no entry of the log back.
 */
import {
  loggedRequest,
  LoggedRequestId,
  type NewLoggedRequest,
  statusesOf
} from "@partner-api/domain/operator/LoggedRequest"
import type { LoggedRequestFilter } from "@partner-api/domain/operator/LoggedRequest"
import { lookAhead } from "@partner-api/domain/Pagination"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { RequestLogStore } from "../RequestLogStore.ts"

/** The number of requests that are kept: more than a test sends, and a few megabytes at most. */
const rowsMax = 10_000

/** A request of the log with its number. */
interface Row {
  readonly id: number
  readonly request: NewLoggedRequest
}

/** Whether a request meets a filter. */
const meets =
  (filter: LoggedRequestFilter) =>
  ({ request }: Row): boolean => {
    const { least, most } = statusesOf(filter.status ?? "100-599")
    const equal = [
      [filter.request_id, request.requestId],
      [filter.client_id, request.clientId],
      [filter.organization_id, request.organizationId],
      [filter.route, request.route],
      [filter.method, request.method],
      [filter.error, request.error]
    ] as const
    return (
      equal.every(([wanted, found]) => wanted === undefined || wanted === found) &&
      request.status >= least &&
      request.status <= most &&
      request.durationMs >= (filter.min_duration_ms ?? 0) &&
      (filter.since === undefined || request.atMs >= timestampToMillis(filter.since)) &&
      (filter.until === undefined || request.atMs < timestampToMillis(filter.until))
    )
  }

const logged = ({ id, request }: Row) => loggedRequest(LoggedRequestId.make(String(id)), request)

/** Makes a log in memory: the function that adds a request, and the layer that reads them. */
export const makeMemoryRequestLog = () => {
  let made = 0
  let rows: ReadonlyArray<Row> = []
  const add = (request: NewLoggedRequest): void => {
    rows = [...rows.slice(1 - rowsMax), { id: ++made, request }]
  }
  const layer = Layer.succeed(RequestLogStore, {
    isKept: true,
    append: ({ requests }) => Effect.sync(() => requests.forEach(add)),
    page: (filter, { after, limit }) =>
      Effect.sync(() => ({
        rows: rows
          .filter(({ id }) => after === undefined || id < Number(after))
          .filter(meets(filter))
          .toReversed()
          .slice(0, lookAhead(limit))
          .map((row) => ({ position: String(row.id), row: logged(row) })),
        lookedTo: undefined
      })),
    find: (wanted) =>
      Effect.sync(() => Option.map(Option.fromNullishOr(rows.find(({ id }) => String(id) === wanted)), logged)),
    counts: () => Effect.succeed([]),
    sums: () => Effect.succeed([]),
    errors: () => Effect.succeed({ errors: [], sinceMs: undefined }),
    deprecated: Effect.succeed({ groups: [], sinceMs: undefined }),
    lastRequests: () => Effect.succeed(new Map()),
    purge: () => Effect.succeed(0)
  })
  return { add, layer }
}
