/**
 * When each record in memory was last written, and pages of lists that are filtered, which may lie in that order.
 */
import { nextWriteMs, readWrittenPosition, type WrittenPosition, writtenPosition } from "@partner-api/domain/Filter"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { type MemoryState, type RecordKind, recordsOf, tableOf, withRows } from "./MemoryState.ts"
import { compareCodePoints } from "./Table.ts"

const nameOf = <Row>({ key: kind }: RecordKind<Row>, key: string): string => `${kind} ${key}`

const comparePlaces = (left: WrittenPosition, right: WrittenPosition): number =>
  left.writtenAtMs - right.writtenAtMs || compareCodePoints(left.id, right.id)

/** A state in which these rows of an organization were written at this moment. */
export const written = <Row>(
  state: MemoryState,
  organizationId: OrganizationId,
  kind: RecordKind<Row>,
  rows: ReadonlyArray<Row>,
  nowMs: number
): MemoryState => {
  const saved = withRows(state, organizationId, kind, rows)
  const records = recordsOf(saved, organizationId)
  const { keyOf } = tableOf(saved, organizationId, kind)
  const moments = rows.map((row) => {
    const name = nameOf(kind, keyOf(row))
    return [name, nextWriteMs(records.writtenAtMs.get(name), nowMs)] as const
  })
  return {
    ...saved,
    records: saved.records.put({ ...records, writtenAtMs: new Map([...records.writtenAtMs, ...moments]) })
  }
}

/** A page of the records of a kind that meet a filter: in the order of their keys, or of their last writes. */
export const foundRows = <Row>(
  state: MemoryState,
  organizationId: OrganizationId,
  kind: RecordKind<Row>,
  { after, limit }: PageRequest,
  list: {
    readonly filter: { readonly updated_since?: string }
    /** Whether a row is in the list, by the moment at which it was last written; without a moment, all are. */
    readonly meets: ((row: Row, writtenAtMs: number) => boolean) | undefined
  }
): FoundRows<Row> => {
  const table = tableOf(state, organizationId, kind)
  const records = recordsOf(state, organizationId)
  const writtenAtMsOf = (row: Row) => records.writtenAtMs.get(nameOf(kind, table.keyOf(row))) ?? 0
  const { filter, meets } = list
  const isMet = (row: Row) => meets === undefined || meets(row, writtenAtMsOf(row))
  if (filter.updated_since === undefined) {
    const rows =
      meets === undefined
        ? table.after(after ?? "", lookAhead(limit))
        : table
            .after(after ?? "", Number.POSITIVE_INFINITY)
            .filter(isMet)
            .slice(0, lookAhead(limit))
    return { rows: rows.map((row) => ({ position: table.keyOf(row), row })), lookedTo: undefined }
  }
  const last = after === undefined ? undefined : readWrittenPosition(after)
  const rows = table
    .after("", Number.POSITIVE_INFINITY)
    .filter(isMet)
    .map((row) => ({ place: { writtenAtMs: writtenAtMsOf(row), id: table.keyOf(row) }, row }))
    .toSorted(({ place: left }, { place: right }) => comparePlaces(left, right))
    .filter(({ place }) => last === undefined || comparePlaces(place, last) > 0)
    .slice(0, lookAhead(limit))
  return { rows: rows.map(({ place, row }) => ({ position: writtenPosition(place), row })), lookedTo: undefined }
}
