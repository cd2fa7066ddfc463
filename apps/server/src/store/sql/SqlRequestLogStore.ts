/**
 * {@link RequestLogStore} in tables. Numbers of requests follow each other, so how many there are is known without counting them.
 */
import { ClientId } from "@partner-api/domain/Ids"
import type { LoggedRequestId } from "@partner-api/domain/operator/LoggedRequest"
import { minuteMs } from "@partner-api/domain/operator/Traffic"
import {
  type RequestBatch,
  type RequestBounds,
  RequestLogStore,
  RequestLogUnwritable,
  requestsPerPurge
} from "@partner-api/service/store/RequestLogStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { explain, orFailure } from "../postgres/PostgresState.ts"
import { addCounts, purgeCounts, readCounts } from "./RequestCounts.ts"
import { RequestInsert } from "./RequestInsert.ts"
import { requestColumns, RequestRow, toLogged } from "./RequestLogRow.ts"
import { makeSearch, readEdges } from "./RequestSearch.ts"
import { blockOf, makeZoneNotes } from "./RequestZones.ts"
import { orStoreError } from "./StoreError.ts"

/** The newest requests, among which the most frequent errors are looked for: read in some milliseconds. */
const errorsAmong = 20_000

const Id = Schema.Struct({ id: Schema.Int })

const ErrorRow = Schema.Struct({ error: Schema.String, clientId: Schema.NullOr(ClientId), requests: Schema.Int })

/** A failure is reported by the one who keeps the log. No statement is part of a trace: the log belongs to no request. */
const orUnwritable = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  orFailure(effect).pipe(
    Effect.mapError((error) => new RequestLogUnwritable({ reason: explain(error) })),
    Effect.withTracerEnabled(false)
  )

export const layer = Layer.effect(
  RequestLogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const insert = yield* RequestInsert
    const search = makeSearch(sql)
    const noteZones = makeZoneNotes(sql)
    /** The last minute whose beginning this process has marked. */
    let markedMs = 0

    const find = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: RequestRow,
      execute: (id) => sql`SELECT ${sql.literal(requestColumns)} FROM logged_requests WHERE id = ${Number(id)}`
    })

    const append = Effect.fnUntraced(function* ({ counts, requests }: RequestBatch) {
      const nowMs = yield* Clock.currentTimeMillis
      const minuteAtMs = Math.floor(nowMs / minuteMs) * minuteMs
      let known = (): void => {}
      if (requests.length > 0) {
        const ids = yield* insert(requests)
        known = yield* noteZones(requests, ids)
        if (minuteAtMs !== markedMs) {
          yield* sql`INSERT INTO request_marks ${sql.insert({ minute_at_ms: minuteAtMs, first_id: ids.first })}
            ON CONFLICT DO NOTHING`
        }
      }
      yield* addCounts(sql, counts)
      return () => {
        known()
        if (requests.length > 0) markedMs = minuteAtMs
      }
    })

    const firstWrittenSince = SqlSchema.findOneOption({
      Request: Schema.Int,
      Result: Id,
      execute: (atMs) => sql`
        SELECT first_id AS id FROM request_marks WHERE minute_at_ms > ${atMs - minuteMs} ORDER BY minute_at_ms LIMIT 1`
    })

    const purge = Effect.fnUntraced(function* ({ beforeMs, rowsMax }: RequestBounds) {
      yield* purgeCounts(sql, yield* Clock.currentTimeMillis)
      const { first, last } = yield* readEdges(sql)
      if (last === 0) return 0
      const kept = Option.match(yield* firstWrittenSince(beforeMs), { onNone: () => last + 1, onSome: ({ id }) => id })
      const from = Math.min(Math.max(kept, last - rowsMax + 1), first + requestsPerPurge)
      if (from <= first) return 0
      // Both ends are named: for one alone, PostgreSQL would read the whole table.
      yield* sql`DELETE FROM logged_requests WHERE id >= ${first} AND id < ${from}`
      if (blockOf(from) > blockOf(first) || from > last) {
        yield* sql`DELETE FROM request_zones WHERE block < ${blockOf(from)}`
        yield* sql`DELETE FROM request_marks WHERE minute_at_ms < (
          SELECT max(minute_at_ms) FROM request_marks WHERE first_id <= ${from})`
      }
      return from - first
    })

    const errors = SqlSchema.findAll({
      Request: Schema.Struct({ sinceMs: Schema.Int, limit: Schema.Int }),
      Result: ErrorRow,
      execute: ({ limit, sinceMs }) => sql`
        SELECT error, client_id AS "clientId", count(*) AS requests FROM (
          SELECT error, client_id, at_ms FROM logged_requests ORDER BY id DESC LIMIT ${errorsAmong}
        ) AS newest
        WHERE at_ms >= ${sinceMs} AND error IS NOT NULL
        GROUP BY error, client_id ORDER BY requests DESC, error, client_id LIMIT ${limit}`
    })

    return RequestLogStore.of({
      isKept: true,
      append: (batch) => orUnwritable(sql.withTransaction(append(batch))).pipe(Effect.map((makeKnown) => makeKnown())),
      page: (filter, request) => orStoreError(search(filter, request)),
      find: (id: LoggedRequestId) => orStoreError(Effect.map(find(id), Option.map(toLogged))),
      counts: (span) => orStoreError(readCounts(sql)(span)),
      errors: (of) =>
        orStoreError(
          Effect.map(errors(of), (rows) =>
            rows.map(({ clientId, error, requests }) => ({
              error,
              ...(clientId === null ? {} : { client_id: clientId }),
              requests
            }))
          )
        ),
      purge: (bounds) => orUnwritable(sql.withTransaction(purge(bounds)))
    })
  })
)
