/**
 * The most frequent errors of a time, by client: counted in the blocks that have a refused or failed request, the newest first.
 */
import { ClientId } from "@partner-api/domain/Ids"
import type { CountedErrors, TrafficError } from "@partner-api/domain/operator/Traffic"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { requestsPerBlock } from "../migrations/0018RequestLog.ts"
import { blockOf, findBlocks, type IdRange, makeRangeOf, readEdges } from "./RequestSearch.ts"

/**
 * How many blocks with an error are looked through at most: 131,072 requests. An overview that is open has
 * them counted twice a minute, in some 50 ms.
 */
const blocksMax = 32

/** How many blocks a statement looks through at most: less than ten milliseconds, in which the process answers nobody else. */
const blocksPerStatement = 4

/** Where blocks follow each other, they are looked through together. The newest come first. */
const runsOf = (blocks: ReadonlyArray<number>): ReadonlyArray<IdRange> => {
  const runs: Array<{ first: number; last: number }> = []
  for (const block of blocks) {
    const run = runs.at(-1)
    if (run !== undefined && run.first === block + 1 && run.last - block < blocksPerStatement) run.first = block
    else runs.push({ first: block, last: block })
  }
  return runs.map(({ first, last }) => ({ from: first * requestsPerBlock, below: (last + 1) * requestsPerBlock }))
}

const ErrorRow = Schema.Struct({ error: Schema.String, clientId: Schema.NullOr(ClientId), requests: Schema.Int })

const byFrequency = (one: TrafficError, other: TrafficError): number =>
  other.requests - one.requests || (`${one.error} ${one.client_id}` < `${other.error} ${other.client_id}` ? -1 : 1)

/** Counts the errors since a moment; `limit` of them are given. */
export const makeErrorCounts = (sql: SqlClient) => {
  const rangeOf = makeRangeOf(sql)

  const countIn = SqlSchema.findAll({
    Request: Schema.Struct({ from: Schema.Int, below: Schema.Int, sinceMs: Schema.Int }),
    Result: ErrorRow,
    execute: ({ below, from, sinceMs }) => sql`
      SELECT error, client_id AS "clientId", count(*) AS requests FROM logged_requests
      WHERE id >= ${from} AND id < ${below} AND at_ms >= ${sinceMs} AND error IS NOT NULL GROUP BY error, client_id`
  })

  const firstFrom = SqlSchema.findOneOption({
    Request: Schema.Int,
    Result: Schema.Struct({ atMs: Schema.Int }),
    execute: (id) => sql`SELECT at_ms AS "atMs" FROM logged_requests WHERE id >= ${id} ORDER BY id LIMIT 1`
  })

  /** From when on requests are looked at, where that is after `sinceMs`: older ones were removed, or are more than are looked at. */
  const countedSince = Effect.fnUntraced(function* (sinceMs: number, oldestBlock: number | undefined) {
    const { first } = yield* readEdges(sql)
    if (oldestBlock === undefined && first <= 1) return undefined
    const found = yield* firstFrom((oldestBlock ?? 0) * requestsPerBlock)
    return Option.getOrUndefined(
      Option.filter(
        Option.map(found, ({ atMs }) => atMs),
        (atMs) => atMs > sinceMs
      )
    )
  })

  return Effect.fnUntraced(function* ({ limit, sinceMs }: { readonly sinceMs: number; readonly limit: number }) {
    const nothing: CountedErrors = { errors: [], sinceMs: undefined }
    const range = yield* rangeOf({ sinceMs })
    if (range.from >= range.below) return nothing
    const blocks = (yield* findBlocks(sql, [{ kind: "status", names: ["4xx", "5xx"] }])({
      from: blockOf(range.from),
      to: blockOf(range.below - 1),
      limit: blocksMax + 1
    })).map(({ block }) => block)
    const looked = blocks.slice(0, blocksMax)
    const counts = new Map<string, TrafficError>()
    for (const run of runsOf(looked)) {
      for (const { clientId, error, requests } of yield* countIn({ ...run, sinceMs })) {
        const key = `${error} ${clientId ?? ""}`
        counts.set(key, {
          error,
          ...(clientId === null ? {} : { client_id: clientId }),
          requests: requests + (counts.get(key)?.requests ?? 0)
        })
      }
    }
    const found: CountedErrors = {
      errors: [...counts.values()].toSorted(byFrequency).slice(0, limit),
      sinceMs: yield* countedSince(sinceMs, blocks.length > blocksMax ? looked.at(-1) : undefined)
    }
    return found
  })
}
