/**
 * Searches the request log by the notes of its blocks.
 */
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import { type Timestamp, timestampToMillis } from "@partner-api/domain/Timestamp"
import {
  type LoggedRequest,
  type LoggedRequestFilter,
  type NewLoggedRequest,
  statusesOf
} from "@partner-api/domain/operator/LoggedRequest"
import { minuteMs } from "@partner-api/domain/operator/Traffic"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { nameEndLength, requestsPerBlock } from "../migrations/0018RequestLog.ts"
import { indexedTable, limitClause } from "../sql/kit/Lists.ts"
import { inStatements } from "../sql/kit/Writes.ts"
import { requestColumns, RequestRow, toLogged } from "./RequestLogRows.ts"

// Zones: the notes of a block. Each client, organization, route, method, status and error that a block of requests has is noted once. A search reads the
// blocks that have its values.
//
// An index of each of these would cost every request a write in each; a note costs one in some thousand requests.

/** The block of a request. */
export const blockOf = (id: number): number => Math.floor(id / requestsPerBlock)

type ZoneKind = "client" | "organization" | "route" | "method" | "status" | "error"

/** Something that a block has. */
interface Zone {
  readonly kind: ZoneKind
  readonly name: string
}

/** Something that is looked for: what has any of these names. */
interface WantedZone {
  readonly kind: ZoneKind
  readonly names: Arr.NonEmptyReadonlyArray<string>
}

/** The number of the class of a status: 4 of 422. */
const classNumberOf = (status: number): number => Math.floor(status / 100)

/** The class of a status as filters name it. */
const classOf = (status: number): string => `${classNumberOf(status)}xx`

/** What is looked for, where a filter has it. */
const wanted = ({
  kind,
  name
}: {
  readonly kind: ZoneKind
  readonly name: string | undefined
}): ReadonlyArray<WantedZone> => (name === undefined ? [] : [{ kind, names: [name] }])

/** What some requests have, each once. */
const zonesIn = (requests: ReadonlyArray<NewLoggedRequest>): ReadonlyArray<Zone> => {
  const names: Readonly<Record<Exclude<ZoneKind, "status">, Set<string | undefined>>> = {
    client: new Set(),
    organization: new Set(),
    route: new Set(),
    method: new Set(),
    error: new Set()
  }
  const statuses = new Set<number>()
  for (const request of requests) {
    names.client.add(request.clientId)
    names.organization.add(request.organizationId)
    names.route.add(request.route)
    names.method.add(request.method)
    names.error.add(request.error)
    statuses.add(request.status)
  }
  const zones = (kind: Exclude<ZoneKind, "status">): ReadonlyArray<Zone> =>
    [...names[kind]].flatMap((name) => (name === undefined ? [] : [{ kind, name }]))
  const classes = new Set([...statuses].map(classOf))
  return [
    ...zones("client"),
    ...zones("organization"),
    ...zones("route"),
    ...zones("method"),
    ...zones("error"),
    ...[...statuses].map((status): Zone => ({ kind: "status", name: String(status) })),
    ...[...classes].map((name): Zone => ({ kind: "status", name }))
  ]
}

/** The notes of statuses that a filter looks for: its status, its class, or the classes of its range. */
const statusZone = (status: string): WantedZone => {
  if (!status.includes("-")) return { kind: "status", names: [status] }
  const [least, most] = [classNumberOf(statusesOf(status).least), classNumberOf(statusesOf(status).most)]
  return { kind: "status", names: Arr.map(Arr.range(least, Math.max(least, most)), (number) => `${number}xx`) }
}

/** What a filter looks for that blocks are noted by. */
const zonesOf = (filter: LoggedRequestFilter): ReadonlyArray<WantedZone> => [
  ...[
    { kind: "client" as const, name: filter.client_id },
    { kind: "organization" as const, name: filter.organization_id },
    { kind: "error" as const, name: filter.error }
  ].flatMap(wanted),
  ...(filter.status === undefined ? [] : [statusZone(filter.status)]),
  ...[
    { kind: "route" as const, name: filter.route },
    { kind: "method" as const, name: filter.method }
  ].flatMap(wanted)
]

/** Notes what requests have. What this process has noted of the last blocks is known without asking. */
export const makeZoneNotes = (sql: SqlClient) => {
  const known = new Map<number, Set<string>>()
  const keyOf = ({ kind, name }: Zone) => `${kind} ${name}`
  const knownOf = (block: number): Set<string> => known.get(block) ?? new Set()

  /** Notes what requests with numbers from `first` to `last` have, and gives what makes it known once that is written. */
  return Effect.fnUntraced(function* (
    requests: ReadonlyArray<NewLoggedRequest>,
    { first, last }: { readonly first: number; readonly last: number }
  ) {
    const zones = zonesIn(requests)
    const rows = Arr.range(blockOf(first), blockOf(last)).flatMap((block) => {
      const noted = knownOf(block)
      return zones.filter((zone) => !noted.has(keyOf(zone))).map((zone) => ({ ...zone, block }))
    })
    // In one order: two processes that note the same do not wait for each other in a circle.
    const sorted = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    yield* inStatements(sorted, (chunk) => sql`INSERT INTO request_zones ${sql.insert(chunk)} ON CONFLICT DO NOTHING`)
    return (): void => {
      for (const block of known.keys()) if (block < blockOf(first)) known.delete(block)
      for (const row of rows) known.set(row.block, knownOf(row.block).add(keyOf(row)))
    }
  })
}

/** Finds the blocks that have all that is looked for, the newest first. */
export const findBlocks = (sql: SqlClient, [lead, ...others]: Arr.NonEmptyReadonlyArray<WantedZone>) =>
  SqlSchema.findAll({
    Request: Schema.Struct({ from: Schema.Int, to: Schema.Int, limit: Schema.Int }),
    Result: Schema.Struct({ block: Schema.Int }),
    execute: ({ from, limit, to }) => {
      const conditions = [
        sql`z.kind = ${lead.kind} AND z.name IN ${sql.in(lead.names)} AND z.block BETWEEN ${from} AND ${to}`,
        ...others.map(
          ({ kind, names }) => sql`EXISTS (
            SELECT 1 FROM request_zones o WHERE o.kind = ${kind} AND o.name IN ${sql.in(names)} AND o.block = z.block)`
        )
      ]
      // A block that has several of the names is one.
      const distinct = sql.literal(lead.names.length === 1 ? "" : "DISTINCT")
      return sql`
        SELECT ${distinct} z.block FROM request_zones z WHERE ${sql.and(conditions)}
        ORDER BY z.block DESC LIMIT ${limit}`
    }
  })

// Pages by a filter. A request id leads through its index. Every other filter leads to blocks that have its value, of which a page reads a bounded number.

/** How many blocks a page looks through at most: about ten milliseconds, in which the process answers nobody else. */
const blocksPerPage = 16

/** How long after it came a request is written at most: the longest one takes less than a minute, and a batch is tried again for a second. */
const writtenWithinMs = 2 * minuteMs

const FirstId = Schema.Struct({ id: Schema.Int })

/** Numbers of requests: from the first one, to the one before the second. */
export interface IdRange {
  readonly from: number
  readonly below: number
}

/** The first and the last number of the log. */
export const readEdges = (sql: SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Void,
    Result: Schema.Struct({ first: Schema.Int, last: Schema.Int }),
    // Each of both is one step in the tree of the key; requested together, SQLite would read all rows.
    execute: () => sql`SELECT
      COALESCE((SELECT min(id) FROM logged_requests), 0) AS first,
      COALESCE((SELECT max(id) FROM logged_requests), 0) AS last`
  })(undefined)

/** Finds the numbers among which the requests of a time are. A request is written after it came. */
export const makeRangeOf = (sql: SqlClient) => {
  const firstOf = (condition: Fragment) =>
    SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: FirstId,
      execute: () => sql`SELECT first_id AS id FROM request_marks WHERE ${condition} LIMIT 1`
    })(undefined)

  return Effect.fnUntraced(function* (
    { sinceMs, untilMs }: { readonly sinceMs?: number | undefined; readonly untilMs?: number | undefined },
    after?: string
  ) {
    const from =
      sinceMs === undefined ? Option.none() : yield* firstOf(sql`minute_at_ms <= ${sinceMs} ORDER BY minute_at_ms DESC`)
    const below =
      untilMs === undefined
        ? Option.none()
        : yield* firstOf(sql`minute_at_ms > ${untilMs + writtenWithinMs} ORDER BY minute_at_ms`)
    const { first, last } = yield* readEdges(sql)
    const range: IdRange = {
      from: Math.max(first, Option.getOrElse(from, () => ({ id: 0 })).id),
      below: Math.min(
        last + 1,
        after === undefined ? last + 1 : Number(after),
        Option.getOrElse(below, () => ({ id: last + 1 })).id
      )
    }
    return range
  })
}

const momentOf = (text: Timestamp | undefined): number | undefined =>
  text === undefined ? undefined : timestampToMillis(text)

export const makeSearch = (sql: SqlClient) => {
  const rangeOf = makeRangeOf(sql)
  const columns = sql.literal(requestColumns)
  const positioned = (row: typeof RequestRow.Type) => ({ position: String(row.id), row: toLogged(row) })

  const select = (from: Fragment, conditions: ReadonlyArray<Fragment>, limit: number) =>
    Effect.map(
      SqlSchema.findAll({
        Request: Schema.Void,
        Result: RequestRow,
        execute: () => sql`
          SELECT ${columns} FROM ${from} WHERE ${sql.and(conditions)} ORDER BY id DESC ${limitClause(sql, limit)}`
      })(),
      (rows) => rows.map(positioned)
    )

  const table = sql`${sql("logged_requests")}`

  const conditionsOf = (filter: LoggedRequestFilter): ReadonlyArray<Fragment> => {
    const equal = [
      ["request_id", filter.request_id],
      ["client_id", filter.client_id],
      ["organization_id", filter.organization_id],
      ["route", filter.route],
      ["method", filter.method],
      ["error", filter.error]
    ] as const
    const status = filter.status === undefined ? undefined : statusesOf(filter.status)
    return [
      ...equal.flatMap(([column, value]) => (value === undefined ? [] : [sql`${sql(column)} = ${value}`])),
      ...(status === undefined ? [] : [sql`status BETWEEN ${status.least} AND ${status.most}`]),
      ...(filter.min_duration_ms === undefined ? [] : [sql`duration_us >= ${filter.min_duration_ms * 1_000}`]),
      ...(filter.since === undefined ? [] : [sql`at_ms >= ${timestampToMillis(filter.since)}`]),
      ...(filter.until === undefined ? [] : [sql`at_ms < ${timestampToMillis(filter.until)}`])
    ]
  }

  const within = ({ below, from }: IdRange): Fragment => sql`id >= ${from} AND id < ${below}`

  /** The requests of a name: the index has the end of it, block by block. */
  const named = (requestId: string, range: IdRange): { readonly from: Fragment; readonly condition: Fragment } =>
    sql.onDialectOrElse({
      sqlite: () => ({
        from: indexedTable(sql, "logged_requests", "logged_requests_name"),
        condition: sql`block IN (
          WITH RECURSIVE blocks(block) AS (
            SELECT CAST(${blockOf(range.from)} AS INTEGER)
            UNION ALL SELECT block + 1 FROM blocks WHERE block < ${blockOf(range.below - 1)}
          ) SELECT block FROM blocks
        ) AND name_end = ${requestId.slice(-nameEndLength)}`
      }),
      orElse: () => ({ from: table, condition: sql`TRUE` })
    })

  /** Looks through blocks, the newest first, until the page is full. */
  const inBlocks = Effect.fnUntraced(function* (
    filter: LoggedRequestFilter,
    range: IdRange,
    blocks: ReadonlyArray<number>,
    limit: number
  ) {
    const conditions = conditionsOf(filter)
    const found: Array<ReturnType<typeof positioned>> = []
    for (const block of blocks) {
      const part = {
        from: Math.max(range.from, block * requestsPerBlock),
        below: Math.min(range.below, (block + 1) * requestsPerBlock)
      }
      found.push(...(yield* select(table, [within(part), ...conditions], limit - found.length)))
      if (found.length >= limit) break
    }
    return found
  })

  return Effect.fnUntraced(function* (filter: LoggedRequestFilter, request: PageRequest) {
    const range = yield* rangeOf({ sinceMs: momentOf(filter.since), untilMs: momentOf(filter.until) }, request.after)
    const limit = lookAhead(request.limit)
    const nothing: FoundRows<LoggedRequest> = { rows: [], lookedTo: undefined }
    if (range.from >= range.below) return nothing
    if (filter.request_id !== undefined) {
      const { condition, from } = named(filter.request_id, range)
      const rows = yield* select(from, [condition, within(range), ...conditionsOf(filter)], limit)
      return { rows, lookedTo: undefined }
    }
    const [from, to] = [blockOf(range.from), blockOf(range.below - 1)]
    const zones = zonesOf(filter)
    const blocks = Arr.isReadonlyArrayNonEmpty(zones)
      ? (yield* findBlocks(sql, zones)({ from, to, limit: blocksPerPage + 1 })).map(({ block }) => block)
      : Arr.range(Math.max(from, to - blocksPerPage), to).toReversed()
    const looked = blocks.slice(0, blocksPerPage)
    const end = looked.at(-1)
    const rows = yield* inBlocks(filter, range, looked, limit)
    const answer: FoundRows<LoggedRequest> = {
      rows,
      lookedTo: blocks.length > blocksPerPage && end !== undefined ? String(end * requestsPerBlock) : undefined
    }
    return answer
  })
}
