/**
 * Searches the request log: pages by a filter, where a time begins, and the newest request of a client. An index leads to the requests, and a bounded
 * number of them is looked at, the newest first. `RequestCounts.ts` counts requests by what they have in common.
 */
import { ClientId } from "@partner-api/domain/Ids"
import { type LoggedRequest, type LoggedRequestFilter, statusesOf } from "@partner-api/domain/operator/LoggedRequest"
import { minuteMs } from "@partner-api/domain/operator/Traffic"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import { countWork } from "@partner-api/service/services/access/RequestUsage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { nameEndLength, requestsPerBlock } from "../migrations/0018RequestLog.ts"
import { indexedTable, limitClause } from "../sql/kit/Lists.ts"
import { allRows, firstRow, onlyRow } from "../sql/kit/Rows.ts"
import { requestColumns, RequestRow, toLogged } from "./RequestLogRows.ts"

/** The number of requests that a statement of a page looks at: some milliseconds, in which the process answers nobody else. */
const lookedMax = 2_000

/** The number of these statements in a page. Beyond them it ends where it has looked to. */
const looksMax = 20

/** The delay by which a request may be written after one that came later: the longest takes less than a minute, and a batch is tried for a second. */
export const writtenWithinMs = 2 * minuteMs

/** The lowest status of an answer that refuses; the indexes of refused requests name it. */
export const refusedMin = 400

const Id = Schema.Struct({ id: Schema.Int })
const idRow = firstRow(Id)
const requestRows = allRows(RequestRow)

const edgesRow = onlyRow(Schema.Struct({ first: Schema.Int, last: Schema.Int }))

/** The first and the last number of the log; 0 where it is empty. */
export const readEdges = (sql: SqlClient) =>
  // Each of both is one step in the tree of the key; requested together, SQLite would read all rows.
  edgesRow(sql`SELECT
    COALESCE((SELECT min(id) FROM logged_requests), 0) AS first,
    COALESCE((SELECT max(id) FROM logged_requests), 0) AS last`)

/**
 * Finds where the requests of a time begin: behind the newest request that came before a moment. Requests are written a little out of the order in which
 * they came.
 */
export const makeBeginOf = (sql: SqlClient) => {
  const newestBefore = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: Id,
    execute: (atMs) => sql`SELECT id FROM logged_requests WHERE at_ms < ${atMs} ORDER BY at_ms DESC LIMIT 1`
  })
  return (atMs: number) => Effect.map(newestBefore(atMs), Option.match({ onNone: () => 0, onSome: ({ id }) => id + 1 }))
}

/** The numbers among which a page looks: from the first one, to the one before the second. */
interface IdRange {
  readonly from: number
  readonly below: number
}

const blockOf = (id: number): number => Math.floor(id / requestsPerBlock)

/**
 * The table and the condition that find the requests of a request id. On SQLite the index has the end of the id, block by block: request ids come in no order, and an index of
 * them would write a page for each request.
 */
const named = (sql: SqlClient, requestId: string, { below, from }: IdRange): readonly [table: Fragment, at: Fragment] =>
  sql.onDialectOrElse({
    sqlite: () => [
      indexedTable(sql, "logged_requests", "logged_requests_name"),
      sql`block IN (
        WITH RECURSIVE blocks(block) AS (
          SELECT CAST(${blockOf(from)} AS INTEGER)
          UNION ALL SELECT block + 1 FROM blocks WHERE block < ${blockOf(below - 1)}
        ) SELECT block FROM blocks
      ) AND name_end = ${requestId.slice(-nameEndLength)} AND request_id = ${requestId}`
    ],
    orElse: () => [sql`${sql("logged_requests")}`, sql`request_id = ${requestId}`]
  })

/** The way of a search: its table, the conditions that lead an index, and those that are checked for each request. */
interface Path {
  readonly table: Fragment
  readonly leads: ReadonlyArray<Fragment>
  readonly checks: ReadonlyArray<Fragment>
}

/** The path of a filter: a request id leads before refusals, and these before a client. */
const pathOf = (sql: SqlClient, filter: LoggedRequestFilter, range: IdRange): Path => {
  const status = filter.status === undefined ? undefined : statusesOf(filter.status)
  const isRefused = filter.error !== undefined || (status !== undefined && status.least >= refusedMin)
  const equal = (
    [
      ["client_id", filter.client_id],
      ["organization_id", filter.organization_id],
      ["route", filter.route],
      ["method", filter.method],
      ["error", filter.error]
    ] as const
  ).flatMap(([column, value]) => (value === undefined ? [] : [{ column, condition: sql`${sql(column)} = ${value}` }]))
  const isNamed = filter.request_id !== undefined
  const lead = isNamed || isRefused ? undefined : equal.find(({ column }) => column === "client_id")
  const checks = [
    ...equal.filter((one) => one !== lead).map(({ condition }) => condition),
    ...(status === undefined ? [] : [sql`status BETWEEN ${status.least} AND ${status.most}`]),
    ...(filter.min_duration_ms === undefined ? [] : [sql`duration_us >= ${filter.min_duration_ms * 1_000}`]),
    ...(filter.since === undefined ? [] : [sql`at_ms >= ${timestampToMillis(filter.since)}`]),
    ...(filter.until === undefined ? [] : [sql`at_ms < ${timestampToMillis(filter.until)}`])
  ]
  const [table, at] = isNamed ? named(sql, filter.request_id, range) : [sql`${sql("logged_requests")}`, undefined]
  const leads = [
    ...(at === undefined ? [] : [at]),
    ...(lead === undefined ? [] : [lead.condition]),
    ...(!isNamed && isRefused ? [sql.literal(`status >= ${refusedMin}`)] : [])
  ]
  return { table, leads, checks }
}

/** Finds the pages of the log. */
export const makeSearch = (sql: SqlClient) => {
  const beginOf = makeBeginOf(sql)
  const columns = sql.literal(requestColumns)

  const oldestSince = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: Id,
    execute: (atMs) => sql`SELECT id FROM logged_requests WHERE at_ms >= ${atMs} ORDER BY at_ms LIMIT 1`
  })

  /** The numbers that a page looks among: of its time, and below those of the page before. */
  const rangeOf = Effect.fnUntraced(function* (
    { request_id, since, until }: LoggedRequestFilter,
    after: string | undefined
  ) {
    const from = since === undefined ? 0 : yield* beginOf(timestampToMillis(since) - writtenWithinMs)
    // A page of the newest requests needs no end. The blocks of a request id do.
    if (until === undefined && request_id === undefined) {
      return { from, below: after === undefined ? Number.MAX_SAFE_INTEGER : Number(after) }
    }
    const below = until === undefined ? Option.none() : yield* oldestSince(timestampToMillis(until) + writtenWithinMs)
    const { last } = yield* readEdges(sql)
    return {
      from,
      below: Math.min(
        after === undefined ? last + 1 : Number(after),
        Option.getOrElse(below, () => ({ id: last + 1 })).id
      )
    }
  })

  // The range's lower end is checked of what was looked at. In the condition of the look, PostgreSQL would take the range for small where it has no
  // statistics yet, and sort a million requests for the newest ones.
  const readRows = (range: IdRange, { checks, leads, table }: Path, limit: number) =>
    requestRows(sql`
        SELECT ${columns} FROM (
          SELECT ${columns} FROM ${table} WHERE ${sql.and([...leads, sql`id < ${range.below}`])}
          ORDER BY id DESC ${limitClause(sql, checks.length === 0 ? limit : lookedMax)}
        ) looked WHERE ${sql.and([sql`id >= ${range.from}`, ...checks])} ORDER BY id DESC ${limitClause(sql, limit)}`)

  /** The last request that was looked at; none where the look has ended. */
  const lastLooked = ({ below, from }: IdRange, { leads, table }: Path) =>
    Effect.map(
      idRow(sql`
        SELECT id FROM ${table} WHERE ${sql.and([...leads, sql`id < ${below}`])}
        ORDER BY id DESC LIMIT 1 OFFSET ${lookedMax - 1}`),
      Option.filter(({ id }) => id > from)
    )

  return Effect.fnUntraced(function* (filter: LoggedRequestFilter, request: PageRequest) {
    const range = yield* rangeOf(filter, request.after)
    const limit = lookAhead(request.limit)
    const rows: Array<typeof RequestRow.Type> = []
    let below = range.below
    let isOver = range.from >= below
    const path = pathOf(sql, filter, range)
    for (let look = 0; look < looksMax && !isOver; look++) {
      const within = { from: range.from, below }
      // Rows that a look passes cost what rows of a list cost, however few of them meet the filter.
      if (look > 0) yield* countWork("rowsRead", lookedMax)
      rows.push(...(yield* readRows(within, path, limit - rows.length)))
      const end = path.checks.length === 0 || rows.length >= limit ? Option.none() : yield* lastLooked(within, path)
      isOver = Option.isNone(end)
      below = Option.getOrElse(end, () => ({ id: below })).id
      yield* Effect.yieldNow
    }
    const found: FoundRows<LoggedRequest> = {
      rows: rows.map((row) => ({ position: String(row.id), row: toLogged(row) })),
      lookedTo: isOver ? undefined : String(below)
    }
    return found
  })
}

/** Finds when these clients have sent their newest requests, in milliseconds since 1970. A client without a request in the log is left out. */
export const makeLastRequests = (sql: SqlClient) => {
  const newest = SqlSchema.findOneOption({
    Request: Schema.String,
    Result: Schema.Struct({ atMs: Schema.Int }),
    execute: (clientId) => sql`
      SELECT at_ms AS "atMs" FROM logged_requests WHERE client_id = ${clientId} ORDER BY id DESC LIMIT 1`
  })
  return (clientIds: ReadonlyArray<ClientId>) =>
    Effect.map(
      Effect.forEach(clientIds, (clientId) =>
        Effect.map(
          newest(clientId),
          Option.map(({ atMs }) => [clientId, atMs] as const)
        )
      ),
      (rows): ReadonlyMap<ClientId, number> => new Map(rows.flatMap(Option.toArray))
    )
}
