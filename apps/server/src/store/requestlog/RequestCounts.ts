/**
 * Counts requests of the log by what they have in common: the errors of a time, and what is deprecated. An index leads to the requests, and a bounded number of
 * them is counted, the newest first.
 */
import { ClientId } from "@partner-api/domain/Ids"
import type { CountedDeprecatedRequests } from "@partner-api/domain/operator/DeprecatedUsage"
import { byRequests, type CountedErrors, type TrafficError } from "@partner-api/domain/operator/Traffic"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { indexedTable, limitClause } from "../sql/kit/Lists.ts"
import { DeprecatedNames } from "./RequestLogRows.ts"
import { makeBeginOf, readEdges, refusedMin, writtenWithinMs } from "./RequestSearch.ts"

/** The number of requests that a statement counts: some milliseconds, in which the process answers nobody else. */
const countedAtOnce = 5_000

/** The number of requests that are counted in all: as many as a million requests have where a tenth is refused. An open overview counts twice a minute. */
const countedMax = 100_000

/** A group of requests, with the number of the oldest. */
interface Group {
  readonly requests: number
  readonly oldest: number
}

/**
 * All groups of what a statement counts below a number, the newest first. A client may have the same group in several statements. `below` is the number of the oldest
 * request that was counted, where there are more than are counted.
 */
const countNewest = Effect.fnUntraced(function* <G extends Group, E, R>(
  last: number,
  countBelow: (below: number) => Effect.Effect<ReadonlyArray<G>, E, R>
) {
  const groups: Array<G> = []
  let below = last + 1
  let counted = 0
  let looked: number
  do {
    const found = yield* countBelow(below)
    looked = found.reduce((sum, { requests }) => sum + requests, 0)
    counted += looked
    below = found.reduce((oldest, group) => Math.min(oldest, group.oldest), below)
    groups.push(...found)
  } while (looked === countedAtOnce && counted < countedMax)
  return { groups, below: counted >= countedMax ? below : undefined }
})

/** Finds when the first request from a number on came. */
const makeMomentOf = (sql: SqlClient) => {
  const find = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: Schema.Struct({ atMs: Schema.Int }),
    execute: (id) => sql`SELECT at_ms AS "atMs" FROM logged_requests WHERE id >= ${id} ORDER BY id LIMIT 1`
  })
  return (id: number) => Effect.map(find(id), (found) => Option.getOrUndefined(found)?.atMs)
}

const ErrorRow = Schema.Struct({
  error: Schema.NullOr(Schema.String),
  clientId: Schema.NullOr(ClientId),
  requests: Schema.Int,
  oldest: Schema.Int
})

const byFrequency = byRequests<TrafficError>(({ client_id, error }) => `${error} ${client_id}`)

/** Counts the errors since a moment by client; `limit` of them are given. */
export const makeErrorCounts = (sql: SqlClient) => {
  const beginOf = makeBeginOf(sql)
  const momentOf = makeMomentOf(sql)

  // The index has all that is counted.
  const countBelow = SqlSchema.findAll({
    Request: Schema.Struct({ from: Schema.Int, below: Schema.Int, sinceMs: Schema.Int }),
    Result: ErrorRow,
    execute: ({ below, from, sinceMs }) => sql`
      SELECT error, client_id AS "clientId", count(*) AS requests, min(id) AS oldest FROM (
        SELECT error, client_id, id, at_ms FROM logged_requests
        WHERE ${sql.literal(`status >= ${refusedMin}`)} AND id < ${below}
        ORDER BY id DESC ${limitClause(sql, countedAtOnce)}
      ) looked WHERE id >= ${from} AND at_ms >= ${sinceMs} GROUP BY error, client_id`
  })

  return Effect.fnUntraced(function* ({ limit, sinceMs }: { readonly sinceMs: number; readonly limit: number }) {
    const from = yield* beginOf(sinceMs - writtenWithinMs)
    const { first, last } = yield* readEdges(sql)
    const { below, groups } = yield* countNewest(last, (before) => countBelow({ from, below: before, sinceMs }))
    const counts = new Map<string, TrafficError>()
    for (const { clientId, error, requests } of groups) {
      if (error === null) continue
      const key = `${error} ${clientId ?? ""}`
      counts.set(key, {
        error,
        ...(clientId === null ? {} : { client_id: clientId }),
        requests: requests + (counts.get(key)?.requests ?? 0)
      })
    }
    // Older ones were removed, or are more than are counted.
    const oldestMs = below === undefined && first <= 1 ? undefined : yield* momentOf(below ?? first)
    const found: CountedErrors = {
      errors: [...counts.values()].toSorted(byFrequency).slice(0, limit),
      sinceMs: oldestMs !== undefined && oldestMs > sinceMs ? oldestMs : undefined
    }
    return found
  })
}

const DeprecatedRow = Schema.Struct({
  names: DeprecatedNames,
  clientId: Schema.NullOr(ClientId),
  requests: Schema.Int,
  lastAtMs: Schema.Int,
  oldest: Schema.Int
})

/** Counts the requests that use what is deprecated, by client and by all that a request uses. */
export const makeDeprecatedCounts = (sql: SqlClient) => {
  const momentOf = makeMomentOf(sql)

  const countBelow = SqlSchema.findAll({
    Request: Schema.Int,
    Result: DeprecatedRow,
    execute: (below) => sql`
      SELECT deprecated AS names, client_id AS "clientId", count(*) AS requests, max(at_ms) AS "lastAtMs", min(id) AS oldest FROM (
        SELECT deprecated, client_id, id, at_ms FROM ${indexedTable(sql, "logged_requests", "logged_requests_deprecated")}
        WHERE deprecated IS NOT NULL AND id < ${below}
        ORDER BY id DESC ${limitClause(sql, countedAtOnce)}
      ) looked GROUP BY deprecated, client_id`
  })

  return Effect.gen(function* () {
    const { first, last } = yield* readEdges(sql)
    const { below, groups } = yield* countNewest(last, countBelow)
    const found: CountedDeprecatedRequests = {
      groups: groups.map(({ clientId, lastAtMs, names, requests }) => ({
        names,
        clientId: clientId ?? undefined,
        requests,
        lastAtMs
      })),
      sinceMs: yield* momentOf(below ?? first)
    }
    return found
  })
}
