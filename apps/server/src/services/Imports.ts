/**
 * Imports files of jobs and agencies: checks, writes batch by batch, and goes on where an earlier run was stopped.
 *
 * Each batch is one short transaction with its checkpoint, so that a running server hardly waits, its lists show new records at once,
 * and a kill at any moment loses the batch under way and no more. Two imports at once do each other no harm: every line is compared
 * with what is there at that moment, and the one that is written last stays. Prints nothing.
 */
import { type AgencyLine, changedAgencyOf, newAgencyOf } from "@partner-api/domain/AgencyImport"
import { AgencyId, JobId, type OrganizationId } from "@partner-api/domain/Ids"
import { changedJobOf, type JobLine, newJobOf } from "@partner-api/domain/JobImport"
import type * as Crypto from "node:crypto"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { addBadLines, badLine, type BadLines, mistakesOf, noBadLines } from "../imports/BadLines.ts"
import type { Batch } from "../imports/Batches.ts"
import { batchesOf, hashStart, type ImportFile } from "../imports/ImportFile.ts"
import { agencyLines, type ImportKind, jobLines } from "../imports/ImportKind.ts"
import type { Position } from "../imports/RecordCutter.ts"
import { type Tally, upsert } from "../imports/Upsert.ts"
import { makeId } from "../platform/Secrets.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { AgencyStore } from "../store/AgencyStore.ts"
import { type Checkpoint, ImportStore } from "../store/ImportStore.ts"
import { JobStore } from "../store/JobStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { Transaction } from "../store/Transaction.ts"
import { Audit } from "./Audit.ts"

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
  /** Told once when an earlier run is continued. */
  readonly onResume: (line: number) => Effect.Effect<void>
  readonly onProgress: (progress: ImportProgress) => Effect.Effect<void>
}

/** What became of the whole file, the part that an earlier run imported included. */
export interface ImportReport {
  /** Records of the file, bad ones included; blank lines and a header are none. */
  readonly lines: number
  readonly tally: Tally
  readonly bad: BadLines
  /** Whether it was refused for its bad lines: of what this run has read, nothing was written. */
  readonly isRefused: boolean
  readonly resumedAfterLine: number | undefined
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

/** What is known after a batch. */
interface State extends ImportReport {
  /** The digest of the last checkpoint that this run has written or found. */
  readonly digest: string | undefined
}

/** Where a run begins: at the beginning of the file, or where an earlier one was stopped. */
interface Start {
  readonly position: Position
  /** Has taken in everything before the position. */
  readonly hash: Crypto.Hash
  readonly state: State
}

const countOf = (tally: Tally): number => tally.created + tally.updated + tally.unchanged

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

const noState: State = {
  lines: 0,
  tally: noLines,
  bad: noBadLines,
  isRefused: false,
  resumedAfterLine: undefined,
  digest: undefined
}

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

/** A checkpoint that the request can go on from, as far as can be told without reading the file. */
const fits =
  ({ file, onError }: ImportRequest) =>
  (checkpoint: Checkpoint): boolean =>
    checkpoint.format === file.format &&
    checkpoint.byte_offset <= file.size &&
    // Whoever refuses bad lines must not be given a part that was imported without them.
    (onError === "skip" || checkpoint.bad === 0)

/** Where a run begins. The beginning of the file must be byte for byte what the earlier run has read. */
const startOf = Effect.fnUntraced(function* (request: ImportRequest, checkpoint: Option.Option<Checkpoint>) {
  const { file } = request
  const known = Option.getOrUndefined(Option.filter(checkpoint, fits(request)))
  const hash = known === undefined ? undefined : yield* hashStart(file.path, known.byte_offset)
  if (known !== undefined && hash?.copy().digest("hex") === known.digest) {
    yield* request.onResume(known.line)
    const { created, updated, unchanged, bad, line, byte_offset, digest } = known
    const tally = { created, updated, unchanged }
    const state: State = {
      lines: countOf(tally) + bad,
      tally,
      bad: { count: bad, shown: [] },
      isRefused: false,
      resumedAfterLine: line,
      digest
    }
    const resumed: Start = { position: { offset: byte_offset, line }, hash, state }
    return resumed
  }
  const fresh: Start = { position: file.start, hash: yield* hashStart(file.path, file.start.offset), state: noState }
  return fresh
})

/** Goes through the rest of the file, batch by batch, telling how far it is. */
const foldBatches = <State, E, R>(
  { file, onProgress }: ImportRequest,
  { position, hash }: Pick<Start, "position" | "hash">,
  phase: ImportProgress["phase"],
  initial: State,
  step: (state: State, batch: Batch) => Effect.Effect<State, E, R>
) => {
  let done = position.offset
  return batchesOf(file, position, hash).pipe(
    Stream.runFoldEffect(
      () => initial,
      (state, batch) =>
        Effect.tap(step(state, batch), () => {
          const progress = { phase, done: batch.next.offset, step: batch.next.offset - done }
          done = batch.next.offset
          return onProgress(progress)
        })
    )
  )
}

/** Reads the rest of the file without writing, and tells which of its lines are bad. */
const check = <Line>(kind: ImportKind<Line>, request: ImportRequest, { position, hash, state }: Start) =>
  foldBatches(request, { position, hash: hash.copy() }, "checking", state, (known, batch) =>
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
      const checkpoints = yield* ImportStore
      const jobs = yield* JobStore
      const agencies = yield* AgencyStore
      const transaction = yield* Transaction
      const audit = yield* Audit

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

      const run =
        <Line>({ kind, write }: Writer<Line>): Import =>
        (request) =>
          Effect.gen(function* () {
            const { organizationId, file, onError } = request
            const key = { organizationId, kind: kind.name }
            yield* checkpoints.boundMemory

            const writeBatch = Effect.fnUntraced(function* (state: State, batch: Batch) {
              const nowMs = yield* Clock.currentTimeMillis
              const { lines: good, bad } = judge(kind, file, batch, nowMs)
              if (bad.length > 0 && onError === "refuse") return yield* changedMeanwhile(file)
              const known = addBadLines(state.bad, bad)
              // Everything is decoded by now: others wait for the database alone.
              return yield* transaction(
                Effect.gen(function* () {
                  const written = good.length === 0 ? noLines : yield* write(organizationId, good, nowMs)
                  const { created, updated } = written
                  if (created + updated > 0) {
                    yield* audit.record(organizationId, {
                      action: `${kind.name}.imported`,
                      resource_id: organizationId,
                      changed: [],
                      after: { created, updated }
                    })
                  }
                  const tally = sum(state.tally, written)
                  yield* checkpoints.save(key, {
                    format: file.format,
                    byte_offset: batch.next.offset,
                    line: batch.next.line,
                    digest: batch.digest,
                    ...tally,
                    bad: known.count
                  })
                  const lines = state.lines + batch.records.length
                  return { ...state, lines, tally, bad: known, digest: batch.digest }
                })
              )
            })

            const start = yield* startOf(request, yield* checkpoints.find(key))
            if (onError === "refuse") {
              const checked = yield* check(kind, request, start)
              if (checked.isRefused) return checked
            }
            const report = yield* foldBatches(request, start, "importing", start.state, writeBatch)
            if (report.digest !== undefined) yield* checkpoints.remove(key, report.digest)
            return report
          })

      return Imports.of({
        jobs: run({ kind: jobLines, write: writeJobs }),
        agencies: run({ kind: agencyLines, write: writeAgencies })
      })
    })
  )
}
