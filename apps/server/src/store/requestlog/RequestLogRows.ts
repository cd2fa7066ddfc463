/**
 * A request of the log as a row, and the insert of requests. Members that few requests have, their mistakes and the members of their bodies, are one text
 * of JSON.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { BodyMember } from "@partner-api/domain/operator/BodyShape"
import {
  LoggedProblem,
  type LoggedRequest,
  loggedRequest,
  LoggedRequestId,
  type NewLoggedRequest
} from "@partner-api/domain/operator/LoggedRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

const Details = Schema.Struct({ problems: Schema.Array(LoggedProblem), body: Schema.Array(BodyMember) })

/** A row as it is read. What of it is deprecated is counted, and not shown with the request. */
export const RequestRow = Schema.Struct({
  id: Schema.Int,
  at_ms: Schema.Int,
  request_id: Schema.String,
  method: Schema.String,
  route: Schema.String,
  status: Schema.Int,
  error: Schema.NullOr(Schema.String),
  duration_us: Schema.Int,
  is_replay: Schema.BooleanFromBit,
  client_id: Schema.NullOr(ClientId),
  organization_id: Schema.NullOr(OrganizationId),
  trace_id: Schema.NullOr(Schema.String),
  admitted_us: Schema.NullOr(Schema.Int),
  body_read_us: Schema.NullOr(Schema.Int),
  remaining: Schema.NullOr(Schema.Int),
  burst: Schema.NullOr(Schema.Int),
  query: Schema.NullOr(Schema.String),
  details: Schema.NullOr(Schema.fromJsonString(Details))
})

/** The columns of a row. */
export const requestColumns = Object.keys(RequestRow.fields).join(", ")

const toMicros = (durationMs: number | undefined): number | null =>
  durationMs === undefined ? null : Math.round(durationMs * 1_000)

const toMillis = (durationUs: number | null): number | undefined =>
  durationUs === null ? undefined : durationUs / 1_000

/** The columns that are written, with their types, in the order of {@link valuesOf}. The log gives the number. */
export const writtenColumns = [
  ["at_ms", "BIGINT"],
  ["request_id", "TEXT"],
  ["method", "TEXT"],
  ["route", "TEXT"],
  ["status", "INTEGER"],
  ["error", "TEXT"],
  ["duration_us", "BIGINT"],
  ["is_replay", "INTEGER"],
  ["client_id", "TEXT"],
  ["organization_id", "TEXT"],
  ["trace_id", "TEXT"],
  ["admitted_us", "BIGINT"],
  ["body_read_us", "BIGINT"],
  ["remaining", "INTEGER"],
  ["burst", "INTEGER"],
  ["query", "TEXT"],
  ["details", "TEXT"],
  ["deprecated", "TEXT"]
] as const

/** The values of a request that are written. */
export const valuesOf = (entry: NewLoggedRequest): ReadonlyArray<string | number | null> => [
  entry.atMs,
  entry.requestId,
  entry.method,
  entry.route,
  entry.status,
  entry.error ?? null,
  toMicros(entry.durationMs),
  entry.isReplay ? 1 : 0,
  entry.clientId ?? null,
  entry.organizationId ?? null,
  entry.traceId ?? null,
  toMicros(entry.admittedMs),
  toMicros(entry.bodyReadMs),
  entry.rateLimit?.remaining ?? null,
  entry.rateLimit?.burst ?? null,
  entry.query.length === 0 ? null : entry.query.join(","),
  entry.problems.length === 0 && entry.body.length === 0
    ? null
    : JSON.stringify({ problems: entry.problems, body: entry.body }),
  entry.deprecated.length === 0 ? null : JSON.stringify(entry.deprecated)
]

/** The names of the deprecated things that a request has used, as its column has them. */
export const DeprecatedNames = Schema.fromJsonString(Schema.Array(Schema.String))

/** The request of a row. */
export const toLogged = (row: typeof RequestRow.Type): LoggedRequest =>
  loggedRequest(LoggedRequestId.make(String(row.id)), {
    requestId: row.request_id,
    atMs: row.at_ms,
    method: row.method,
    route: row.route,
    status: row.status,
    error: row.error ?? undefined,
    durationMs: row.duration_us / 1_000,
    isReplay: row.is_replay,
    clientId: row.client_id ?? undefined,
    organizationId: row.organization_id ?? undefined,
    traceId: row.trace_id ?? undefined,
    admittedMs: toMillis(row.admitted_us),
    bodyReadMs: toMillis(row.body_read_us),
    problems: row.details?.problems ?? [],
    query: row.query?.split(",") ?? [],
    body: row.details?.body ?? [],
    rateLimit: row.remaining === null || row.burst === null ? undefined : { remaining: row.remaining, burst: row.burst }
  })

/** Inserts requests into the log, in the transaction under way. It runs for every request that is answered, so each engine does it in its cheapest way. */
export class RequestInsert extends Context.Service<
  RequestInsert,
  /** Takes at least one request. */
  (requests: ReadonlyArray<NewLoggedRequest>) => Effect.Effect<void, SqlError>
>()("@partner-api/server/RequestInsert") {}

const names = writtenColumns.map(([name]) => name).join(", ")
const members = writtenColumns.map(([, type], index) => `CAST(request ->> ${index} AS ${type})`).join(", ")

/** {@link RequestInsert} on PostgreSQL: all rows are one parameter. As parameters of their own they would cost the driver ten times as much. */
export const postgresInsert = Layer.effect(
  RequestInsert,
  Effect.map(SqlClient, (sql) =>
    RequestInsert.of((requests) => {
      const rows = JSON.stringify(requests.map(valuesOf))
      // What is lost with the machine are the last milliseconds of a log.
      return sql`SET LOCAL synchronous_commit = off`.pipe(
        Effect.andThen(sql`
          INSERT INTO logged_requests (${sql.literal(names)})
          SELECT ${sql.literal(members)}
          FROM json_array_elements(CAST(CAST(${rows} AS TEXT) AS JSON)) WITH ORDINALITY AS given (request, place)
          ORDER BY place`),
        Effect.asVoid
      )
    })
  )
)
