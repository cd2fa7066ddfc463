/**
 * Gathers the records of a file into batches, each with the place where it ends. Pure.
 */
import type { CellSeparator } from "@partner-api/cli-kit/records/CellSeparator"
import type { Position, RawRecord } from "@partner-api/cli-kit/records/RawRecord"
import { type FileFormat, makeRecordCutter } from "@partner-api/cli-kit/records/RecordCutter"

/** A batch is one transaction: large enough that a commit costs little for each record, small enough that others hardly wait. */
const batchRecordsMax = 1_000

/** A batch of long records ends earlier, so that its memory and its transaction stay small: 4 MiB. */
const batchBytesMax = 4_194_304

export interface Batch {
  readonly records: ReadonlyArray<RawRecord>
  /** The offset of what follows. */
  readonly end: number
}

/** Gathers what follows `start`. */
export const makeBatcher = (format: FileFormat, start: Position, separator: CellSeparator) => {
  const cutter = makeRecordCutter(format, start, separator)
  let records: Array<RawRecord> = []
  let size = 0

  const finish = (end: number): Batch => {
    const batch = { records, end }
    records = []
    size = 0
    return batch
  }

  /** The batches that end with one of these records. */
  const gather = (cut: ReadonlyArray<RawRecord>): ReadonlyArray<Batch> => {
    const batches: Array<Batch> = []
    for (const record of cut) {
      records.push(record)
      size += record.bytes?.length ?? 0
      if (records.length === batchRecordsMax || size >= batchBytesMax) batches.push(finish(record.next.offset))
    }
    return batches
  }

  return {
    /** The batches that end in this piece. */
    push: (piece: Uint8Array): ReadonlyArray<Batch> => gather(cutter.push(piece)),
    /** The last batches at the end of the file. */
    end: (): ReadonlyArray<Batch> => {
      const batches = gather(cutter.end())
      return records.length === 0 ? batches : [...batches, finish(cutter.position().offset)]
    }
  }
}
