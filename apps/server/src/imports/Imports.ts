/**
 * Imports files of jobs and agencies: checks, then writes batch by batch.
 *
 * Each batch is one short transaction, so that a running server hardly waits, its lists show new records at once, and a kill at any
 * moment loses the batch under way and no more. The next run begins at the first line and finds what was written unchanged. Two
 * imports at once do each other no harm: every line is compared with what is there at that moment, and the one that is written last
 * stays. Prints nothing.
 */
import { type AgencyLine, changedAgencyOf, newAgencyOf } from "@partner-api/domain/AgencyImport"
import { recordsImported } from "@partner-api/domain/commands/Import"
import { noOrganization } from "@partner-api/domain/commands/Organization"
import { AgencyId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { operator } from "@partner-api/domain/Journal"
import { changedJobOf, type JobLine, newJobOf } from "@partner-api/domain/JobImport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { addBadLines, badLine, type BadLines, mistakesOf, noBadLines } from "./BadLines.ts"
import type { Batch } from "./Batches.ts"
import { batchesOf, type ImportFile } from "./ImportFile.ts"
import { agencyLines, type ImportKind, jobLines } from "./ImportKind.ts"
import { type Tally, upsert } from "./Upsert.ts"
import { makeId } from "@partner-api/service/crypto/Secrets"
import { OperatorError } from "../platform/OperatorError.ts"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import { JobStore } from "@partner-api/service/store/JobStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import { Journal, record } from "@partner-api/service/services/Journal"

/** What is done with a file that has bad lines: nothing of it is written, or they are left out. */
export const badLinePolicies = ["refuse", "skip"] as const

/** How far an import is, in bytes of its file. */
interface ImportProgress {
  readonly phase: "checking" | "importing"
  readonly done: number
  readonly step: number
}

interface ImportRequest {
  readonly organizationId: OrganizationId
  readonly file: ImportFile
  readonly onError: (typeof badLinePolicies)[number]
  readonly onProgress: (progress: ImportProgress) => Effect.Effect<void>
}

/** What became of the file. */
export interface ImportReport {
  /** Records of the file, bad ones included; blank lines and a header are none. */
  readonly lines: number
  readonly tally: Tally
  readonly bad: BadLines
  /** Whether it was refused for its bad lines: nothing was written. */
  readonly isRefused: boolean
}

type Import = (request: ImportRequest) => Effect.Effect<ImportReport, OperatorError | StoreError, FileSystem.FileSystem>

/** A kind of record, and how the lines of a batch are written. */
interface Writer<Line> {
  readonly kind: ImportKind<Line>
  readonly write: (
    organizationId: OrganizationId,
    lines: ReadonlyArray<Line>,
    nowMs: number
  ) => Effect.Effect<Tally, StoreError>
}

const noLines: Tally = { created: 0, updated: 0, unchanged: 0 }

const sum = (left: Tally, right: Tally): Tally => ({
  created: left.created + right.created,
  updated: left.updated + right.updated,
  unchanged: left.unchanged + right.unchanged
})

const changedMeanwhile = ({ path }: ImportFile) =>
  new OperatorError({
    message: `The file ${path} was changed while it was imported: lines that were checked are bad now.`,
    remedy: "The lines before them were written. Import it again; what is there already stays."
  })

const seeOrganizations = "See: partner-api organizations list"

const noReport: ImportReport = { lines: 0, tally: noLines, bad: noBadLines, isRefused: false }

/** The lines of a batch that can be imported, and what is wrong with the others. */
const judge = <Line>(kind: ImportKind<Line>, file: ImportFile, { records }: Batch, nowMs: number) => {
  const lines: Array<Line> = []
  const bad: Array<string> = []
  file.read(records).forEach((value, index) => {
    const line = Result.flatMap(value, (input) => Result.mapError(kind.decode(input, nowMs), mistakesOf))
    if (Result.isSuccess(line)) lines.push(line.success)
    else bad.push(badLine(records[index]?.line ?? 0, line.failure))
  })
  return { lines, bad }
}

/** Goes through a file, batch by batch, telling how far it is. */
const foldBatches = <E, R>(
  { file, onProgress }: ImportRequest,
  phase: ImportProgress["phase"],
  step: (report: ImportReport, batch: Batch) => Effect.Effect<ImportReport, E, R>
) => {
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
}

/** Reads a file without writing, and tells which of its lines are bad. */
const check = <Line>(kind: ImportKind<Line>, request: ImportRequest) =>
  foldBatches(request, "checking", (known, batch) =>
    Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const bad = addBadLines(known.bad, judge(kind, request.file, batch, nowMs).bad)
      return { ...known, lines: known.lines + batch.records.length, bad, isRefused: bad.count > 0 }
    })
  )

export class Imports extends Context.Service<Imports, { readonly jobs: Import; readonly agencies: Import }>()(
  "@partner-api/server/Imports"
) {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const jobs = yield* JobStore
      const agencies = yield* AgencyStore
      const organizations = yield* OrganizationStore
      const journal = yield* Journal

      const writeJobs = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        lines: ReadonlyArray<JobLine>,
        nowMs: number
      ) {
        const names = lines.map((line) => line.external_id)
        const { rows, tally } = yield* upsert(lines, yield* jobs.byExternalId(organizationId, names), {
          make: (line) => Effect.map(makeId("job_"), (id) => newJobOf(line, { id: JobId.make(id), nowMs })),
          change: (line, job) => changedJobOf(line, job, nowMs)
        })
        yield* jobs.saveAll(organizationId, [...rows.values()])
        return tally
      })

      const writeAgencies = Effect.fnUntraced(function* (
        organizationId: OrganizationId,
        lines: ReadonlyArray<AgencyLine>
      ) {
        const names = lines.map((line) => line.external_id)
        const { rows, tally } = yield* upsert(lines, yield* agencies.byExternalId(organizationId, names), {
          make: (line) => Effect.map(makeId("agy_"), (id) => newAgencyOf(line, AgencyId.make(id))),
          change: changedAgencyOf
        })
        yield* agencies.saveAll(organizationId, [...rows])
        return tally
      })

      const run = <Line>({ kind, write }: Writer<Line>): Import => {
        /** Writes the lines of a batch and records how many they are. */
        const writeRecorded = (organizationId: OrganizationId, lines: ReadonlyArray<Line>, nowMs: number) =>
          Effect.tap(write(organizationId, lines, nowMs), (tally) =>
            record(recordsImported(organizationId, kind.name, tally))
          )
        return (request) =>
          Effect.gen(function* () {
            const { organizationId, file, onError } = request

            const writeBatch = Effect.fnUntraced(function* (report: ImportReport, batch: Batch) {
              const nowMs = yield* Clock.currentTimeMillis
              const { lines: good, bad } = judge(kind, file, batch, nowMs)
              if (bad.length > 0 && onError === "refuse") return yield* changedMeanwhile(file)
              // Everything is decoded by now: others wait for the database alone.
              const written =
                good.length === 0 ? noLines : yield* journal.write(operator, writeRecorded(organizationId, good, nowMs))
              return {
                ...report,
                lines: report.lines + batch.records.length,
                tally: sum(report.tally, written),
                bad: addBadLines(report.bad, bad)
              }
            })

            if (Option.isNone(yield* organizations.find(organizationId))) {
              const { message } = noOrganization(organizationId)
              return yield* new OperatorError({ message, remedy: seeOrganizations })
            }
            if (onError === "refuse") {
              const checked = yield* check(kind, request)
              if (checked.isRefused) return checked
            }
            return yield* foldBatches(request, "importing", writeBatch)
          })
      }

      return Imports.of({
        jobs: run({ kind: jobLines, write: writeJobs }),
        agencies: run({ kind: agencyLines, write: writeAgencies })
      })
    })
  )
}
