/**
 * When each record in memory was last written, and pages of lists that are filtered, which may lie in that order.
 */
import { nextWriteMs, readWrittenPosition, type WrittenPosition, writtenPosition } from "@partner-api/domain/Filter"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import type { OrganizationRecords } from "./MemoryState.ts"
import { compareCodePoints, type Table } from "./Table.ts"

type Kind = "jobs" | "users" | "applications"

const comparePlaces = (left: WrittenPosition, right: WrittenPosition): number =>
  left.writtenAtMs - right.writtenAtMs || compareCodePoints(left.id, right.id)

/** The records of an organization, of which some were written at this moment. */
export const written = (
  records: OrganizationRecords,
  kind: Kind,
  ids: ReadonlyArray<string>,
  nowMs: number
): OrganizationRecords => ({
  ...records,
  writtenAtMs: new Map([
    ...records.writtenAtMs,
    ...ids.map((id) => {
      const key = `${kind} ${id}`
      return [key, nextWriteMs(records.writtenAtMs.get(key), nowMs)] as const
    })
  ])
})

/** When a record was last written; what was there from the beginning, never. */
export const writtenAtMs = (records: OrganizationRecords, kind: Kind, id: string): number =>
  records.writtenAtMs.get(`${kind} ${id}`) ?? 0

/** A page of the rows of a table that meet a filter: in the order of their ids, or of their last writes. */
export const foundRows = <Row>(
  table: Table<Row>,
  { after, limit }: PageRequest,
  list: {
    readonly idOf: (row: Row) => string
    readonly filter: { readonly updated_since?: string }
    /** Whether a row is in the list; where it is not said, all are. */
    readonly meets: ((row: Row) => boolean) | undefined
    readonly writtenAtMsOf: (row: Row) => number
  }
): FoundRows<Row> => {
  const { filter, idOf, meets, writtenAtMsOf } = list
  if (filter.updated_since === undefined) {
    const rows =
      meets === undefined
        ? table.after(after ?? "", lookAhead(limit))
        : table
            .after(after ?? "", Number.POSITIVE_INFINITY)
            .filter(meets)
            .slice(0, lookAhead(limit))
    return { rows: rows.map((row) => ({ position: idOf(row), row })), lookedTo: undefined }
  }
  const last = after === undefined ? undefined : readWrittenPosition(after)
  const rows = table
    .after("", Number.POSITIVE_INFINITY)
    .filter(meets ?? (() => true))
    .map((row) => ({ place: { writtenAtMs: writtenAtMsOf(row), id: idOf(row) }, row }))
    .toSorted(({ place: left }, { place: right }) => comparePlaces(left, right))
    .filter(({ place }) => last === undefined || comparePlaces(place, last) > 0)
    .slice(0, lookAhead(limit))
  return { rows: rows.map(({ place, row }) => ({ position: writtenPosition(place), row })), lookedTo: undefined }
}
