/**
 * The records that a caller sees, where it does not see all of an organization. They stand in ranges of indexes, each record in one of them, and a page merges
 * the ranges. No page passes a record that the caller does not see, so neither its time nor its end reveals their number.
 */
import { writtenPosition } from "@partner-api/domain/Filter"
import * as Option from "effect/Option"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { limitClause } from "./Lists.ts"
import { type Place, type SlicedRecords, writtenAfter, writtenUpTo } from "./Slices.ts"

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

/** An order of the records that a caller sees, by columns of a range and of a place. */
interface SeenOrder {
  readonly ranges: ReadonlyArray<SeenRange>
  /** The columns of a range whose ids are in the column `id`. */
  readonly columns: (id: string) => string
  readonly placeColumns: string
  readonly after: (id: string, position: string | undefined) => Fragment
  readonly upTo: (id: string, place: Place) => Fragment
  readonly positionOf: SlicedRecords["positionOf"]
}

type Seen = Omit<SlicedRecords, "met" | "bytes">

/** Merges ranges: the records of each come in its order, and no more of them than the slice may have. */
const merged = (sql: SqlClient, { after, columns, placeColumns, positionOf, ranges, upTo }: SeenOrder): Seen => ({
  within: ({ after: position, count, until }) => {
    const parts = ranges.map(({ condition, from, id }) => {
      const end = Option.toArray(Option.map(until, (place) => upTo(id, place)))
      return sql`SELECT * FROM (
        SELECT ${sql.literal(`${id} AS place_id, written_at_ms AS place_ms`)} FROM ${from}
        WHERE ${sql.and([condition, after(id, position), ...end])}
        ORDER BY ${sql.literal(columns(id))} ${limitClause(sql, count)}) AS part`
    })
    const [first = sql`SELECT '' AS place_id, 0 AS place_ms WHERE FALSE`, ...more] = parts
    return {
      from: sql`(${more.reduce((all, one) => sql`${all} UNION ALL ${one}`, first)}) AS seen`,
      conditions: [sql`TRUE`]
    }
  },
  place: sql.literal("place_id, place_ms"),
  order: sql.literal(placeColumns),
  placeOrder: sql.literal(placeColumns),
  positionOf
})

export const placeId = (sql: SqlClient) => sql.literal("place_id")

/** The records that a caller sees, by id. */
export const seenById = (sql: SqlClient, seen: SeenRecords, choice: ReadonlyArray<string> | undefined): Seen =>
  merged(sql, {
    ranges: seen.byId(choice),
    columns: (id) => id,
    placeColumns: "place_id",
    after: (id, position = "") => sql`${sql(id)} > ${position}`,
    upTo: (id, { place_id }) => sql`${sql(id)} <= ${place_id}`,
    positionOf: ({ place_id }) => place_id
  })

/** The records that a caller sees, by their last writes. */
export const seenByWrite = (sql: SqlClient, seen: SeenRecords, sinceMs: number): Seen =>
  merged(sql, {
    ranges: seen.byWrite(),
    columns: (id) => `written_at_ms, ${id}`,
    placeColumns: "place_ms, place_id",
    after: (id, position) => writtenAfter(sql, id, sinceMs, position),
    upTo: (id, place) => writtenUpTo(sql, id, place),
    positionOf: ({ place_id, place_ms }) => writtenPosition({ writtenAtMs: place_ms, id: place_id })
  })
