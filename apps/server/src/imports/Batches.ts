/**
 * Gathers the records of a file into batches, each with the place where it ends and the digest of everything before that place: what
 * it takes to go on from there another day. Pure but for the digest it advances.
 */
import type * as Crypto from "node:crypto"
import { type FileFormat, makeRecordCutter, type Position, type RawRecord } from "./RecordCutter.ts"

/** A batch is one transaction: large enough that a commit costs little for each record, small enough that others hardly wait. */
const batchRecordsMax = 1_000

/** A batch of long records ends earlier, so that its memory and its transaction stay small: 4 MiB. */
const batchBytesMax = 4_194_304

export interface Batch {
  readonly records: ReadonlyArray<RawRecord>
  readonly next: Position
  /** SHA-256 of the file up to `next`. */
  readonly digest: string
}

/** Gathers what follows `start`; `hash` has taken in everything before it. */
export const makeBatcher = (format: FileFormat, start: Position, hash: Crypto.Hash) => {
  const cutter = makeRecordCutter(format, start)
  let offset = start.offset
  let records: Array<RawRecord> = []
  let size = 0

  const finish = (next: Position): Batch => {
    const batch = { records, next, digest: hash.copy().digest("hex") }
    records = []
    size = 0
    return batch
  }

  return {
    /** The batches that end in this piece. */
    push: (piece: Uint8Array): ReadonlyArray<Batch> => {
      const batches: Array<Batch> = []
      let hashed = 0
      for (const record of cutter.push(piece)) {
        records.push(record)
        size += record.bytes?.length ?? 0
        if (records.length < batchRecordsMax && size < batchBytesMax) continue
        const end = record.next.offset - offset
        hash.update(piece.subarray(hashed, end))
        hashed = end
        batches.push(finish(record.next))
      }
      hash.update(piece.subarray(hashed))
      offset += piece.length
      return batches
    },
    /** What is left at the end of the file. */
    end: (): ReadonlyArray<Batch> => {
      records.push(...cutter.end())
      return records.length === 0 ? [] : [finish(cutter.position())]
    }
  }
}
