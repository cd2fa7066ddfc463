/**
 * One pass through a file, batch by batch: its lines by their rules, and how far the pass is. Knows no store and writes nothing.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { type BadLine, type BadLines, mistakesOf, noBadLines } from "./BadLines.ts"
import type { Batch } from "./Batches.ts"
import { batchesOf, type ImportFile } from "./ImportFile.ts"
import type { ImportKind } from "./ImportKind.ts"
import { noRepeatedLines, type RepeatedLines } from "./RepeatedLines.ts"
import { type GoodLine, noLines, type Tally } from "./Upsert.ts"

/** The policies for a file that has bad lines: nothing of it is written, or they are left out. */
export const badLinePolicies = ["refuse", "skip"] as const

/** The progress of an import, in bytes of its file. */
interface ImportProgress {
  readonly phase: "checking" | "comparing" | "importing"
  readonly done: number
  readonly step: number
}

export interface ImportRequest {
  readonly organizationId: OrganizationId
  readonly file: ImportFile
  readonly onError: (typeof badLinePolicies)[number]
  /** Whether nothing is written: the report has the changes that would be made. */
  readonly isDryRun: boolean
  readonly onProgress: (progress: ImportProgress) => Effect.Effect<void>
}

/** The result of an import, or of one that was only checked. */
export interface ImportReport {
  /** Records of the file, bad ones included; blank lines and a header are none. */
  readonly lines: number
  readonly tally: Tally
  readonly bad: BadLines
  readonly repeated: RepeatedLines
  /** Whether it was refused for its bad lines: nothing was written. */
  readonly isRefused: boolean
}

const noReport: ImportReport = {
  lines: 0,
  tally: noLines,
  bad: noBadLines,
  repeated: noRepeatedLines,
  isRefused: false
}

/** The lines of a batch that are well-formed, and what is wrong with the others. */
export const judge = <Line>(kind: ImportKind<Line>, file: ImportFile, { records }: Batch, nowMs: number) => {
  const good: Array<GoodLine<Line>> = []
  const bad: Array<BadLine> = []
  file.read(records).forEach((read, index) => {
    const line = records[index]?.line ?? 0
    const value = Result.flatMap(read, (input) => Result.mapError(kind.decode(input, nowMs), mistakesOf))
    if (Result.isSuccess(value)) good.push({ line, name: kind.nameOf(value.success), value: value.success })
    else bad.push({ line, mistakes: value.failure })
  })
  return { good, bad }
}

/** Goes through a file, batch by batch, telling how far it is. */
export const foldBatches = <E, R>(
  { file, onProgress }: ImportRequest,
  phase: ImportProgress["phase"],
  step: (report: ImportReport, batch: Batch) => Effect.Effect<ImportReport, E, R>
) =>
  Effect.suspend(() => {
    let done = 0
    return batchesOf(file).pipe(
      Stream.runFoldEffect(
        () => noReport,
        (report, batch) =>
          Effect.tap(step(report, batch), () => {
            const progress = { phase, done: batch.end, step: batch.end - done }
            done = batch.end
            return onProgress(progress)
          })
      )
    )
  })
