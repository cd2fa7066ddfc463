/**
 * The records that a caller sees, where it does not see all of an organization. They stand in ranges of indexes, each record in one of them, and a page merges
 * the ranges. No page passes a record that the caller does not see, so neither its time nor its end tells how many there are.
 */
import { writtenPosition } from "@partner-api/domain/Filter"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { limitClause } from "./Lists.ts"
import { type SlicedRecords, writtenAfter, writtenUpTo } from "./Slices.ts"

/** A range of an index: a table, the column of the ids, and the condition. */
interface SeenRange {
  readonly from: Fragment
  readonly id: string
  readonly condition: Fragment
}

/** The records that a caller sees. */
export interface SeenRecords {
  /** Ranges by id; of the records with one of the values, where the list has a choice. */
  readonly byId: (choice: ReadonlyArray<string> | undefined) => ReadonlyArray<SeenRange>
  /** Ranges by the last write. */
  readonly byWrite: () => ReadonlyArray<SeenRange>
  /** Whether the caller sees the record with an id. */
  readonly isSeen: (id: Fragment) => Fragment
}

/** Merges ranges: the records of each come in its order, and no more of them than the slice may have. */
const merged = (
  sql: SqlClient,
  ranges: ReadonlyArray<SeenRange>,
  count: number,
  { order, within }: { readonly order: (id: string) => string; readonly within: (id: string) => Fragment }
): Fragment => {
  const parts = ranges.map(
    ({ condition, from, id }) => sql`SELECT * FROM (
      SELECT ${sql.literal(`${id} AS place_id, written_at_ms AS place_ms`)} FROM ${from}
      WHERE ${condition} AND ${within(id)} ORDER BY ${sql.literal(order(id))} ${limitClause(sql, count)}) AS part`
  )
  const [first = sql`SELECT '' AS place_id, 0 AS place_ms WHERE FALSE`, ...more] = parts
  return sql`(${more.reduce((all, one) => sql`${all} UNION ALL ${one}`, first)}) AS seen`
}

export const placeId = (sql: SqlClient) => sql.literal("place_id")

/** The records that a caller sees, by id. */
export const seenById = (
  sql: SqlClient,
  seen: SeenRecords,
  choice: ReadonlyArray<string> | undefined
): Pick<SlicedRecords, "within" | "place" | "order" | "placeOrder" | "positionOf"> => ({
  within: ({ after = "", count, until }) => ({
    from: merged(sql, seen.byId(choice), count, {
      order: (id) => id,
      within: (id) =>
        Option.match(until, {
          onNone: () => sql`${sql(id)} > ${after}`,
          onSome: ({ place_id }) => sql`${sql(id)} > ${after} AND ${sql(id)} <= ${place_id}`
        })
    }),
    conditions: [sql`TRUE`]
  }),
  place: sql.literal("place_id, place_ms"),
  order: placeId(sql),
  placeOrder: placeId(sql),
  positionOf: ({ place_id }) => place_id
})

/** The records that a caller sees, by their last writes. */
export const seenByWrite = (
  sql: SqlClient,
  seen: SeenRecords,
  sinceMs: number
): Pick<SlicedRecords, "within" | "place" | "order" | "placeOrder" | "positionOf"> => ({
  within: ({ after, count, until }) => ({
    from: merged(sql, seen.byWrite(), count, {
      order: (id) => `written_at_ms, ${id}`,
      within: (id) =>
        Option.match(until, {
          onNone: () => writtenAfter(sql, id, sinceMs, after),
          onSome: (last) => sql`${writtenAfter(sql, id, sinceMs, after)} AND ${writtenUpTo(sql, id, last)}`
        })
    }),
    conditions: [sql`TRUE`]
  }),
  place: sql.literal("place_id, place_ms"),
  order: sql.literal("place_ms, place_id"),
  placeOrder: sql.literal("place_ms, place_id"),
  positionOf: ({ place_id, place_ms }) => writtenPosition({ writtenAtMs: place_ms, id: place_id })
})
