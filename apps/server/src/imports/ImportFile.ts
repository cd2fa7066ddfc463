/**
 * A file to be imported, and its batches. `RecordFile.ts` of cli-kit reads it, piece by piece, so that its size does not matter.
 */
import { openRecordFile, piecesOf, type RecordFile, type RecordFileForm } from "@partner-api/cli-kit/records/RecordFile"
import type { RecordFileRefusal } from "@partner-api/cli-kit/records/RecordFileRefusal"
import { readJson } from "@partner-api/contract/StrictJson"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Stream from "effect/Stream"
import { OperatorError } from "../platform/OperatorError.ts"
import { type Batch, makeBatcher } from "./Batches.ts"
import type { ImportKind } from "./ImportKind.ts"

/** A file that can be imported. */
export type ImportFile = RecordFile

const toOperator = ({ message, remedy }: RecordFileRefusal) => new OperatorError({ message, remedy })

/** Looks at a file before anything is written. */
export const openImportFile = Effect.fnUntraced(function* <Line>(
  path: string,
  given: RecordFileForm,
  { columns }: ImportKind<Line>
) {
  if (path === "-") {
    return yield* new OperatorError({
      message: "Standard input cannot be imported: a file is read twice, first to check it and then to write it.",
      remedy: "Write it to a file first."
    })
  }
  return yield* Effect.mapError(openRecordFile(path, given, { columns, readJson }), toOperator)
})

/** The batches of a file. */
export const batchesOf = (file: ImportFile): Stream.Stream<Batch, OperatorError, FileSystem.FileSystem> =>
  Stream.suspend(() => {
    const batcher = makeBatcher(file.format, file.start, file.separator)
    return piecesOf(file).pipe(
      Stream.mapError(toOperator),
      Stream.map(batcher.push),
      Stream.concat(Stream.sync(batcher.end)),
      Stream.flattenIterable
    )
  })
