/**
 * Imports files: checks, then writes batch by batch, or only reports the changes that it would make.
 *
 * Each batch is one short transaction, so that a running server hardly waits, its lists show new records at once, and a kill at any
 * moment loses the batch under way and no more. The next run begins at the first line and finds what was written unchanged. Two
 * imports at once do each other no harm: every line is compared with what is there at that moment, and the one that is written last
 * stays. Prints nothing.
 */
import { type ImportedKind, recordsImported } from "@partner-api/domain/commands/Import"
import { noOrganization } from "@partner-api/domain/commands/Organization"
import { operator } from "@partner-api/domain/Journal"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { applicationTarget } from "./ApplicationTarget.ts"
import { addBadLines } from "./BadLines.ts"
import type { Batch } from "./Batches.ts"
import { compare } from "./Compare.ts"
import type { ImportFile } from "./ImportFile.ts"
import { foldBatches, type ImportReport, type ImportRequest, judge } from "./ImportPass.ts"
import { makeRepeatedLines } from "./RepeatedLines.ts"
import { agencyTarget, type ImportTarget, jobTarget, userTarget } from "./ImportTargets.ts"
import { addTally, type GoodLine, noLines, nothingMade, upsert } from "./Upsert.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import { Transaction } from "@partner-api/service/store/Transaction"
import { Journal, record } from "@partner-api/service/services/Journal"

type Import = (request: ImportRequest) => Effect.Effect<ImportReport, OperatorError | StoreError, FileSystem.FileSystem>

const changedMeanwhile = ({ path }: ImportFile) =>
  new OperatorError({
    message: `The file ${path} was changed while it was imported, or the records it is about: lines that were checked are bad now.`,
    remedy: "The lines before them were written. Import it again; what is there already stays."
  })

const seeOrganizations = "See: partner-api organizations list"

/** Reads a file without writing, and finds which of its lines are bad by themselves, and whether a good one needs the stored records. */
const check = <Line, Row>({ kind }: ImportTarget<Line, Row>, request: ImportRequest, isOpen: (line: Line) => boolean) =>
  Effect.suspend(() => {
    let needsRecords = false
    return Effect.map(
      foldBatches(request, "checking", (known, batch) =>
        Effect.map(Clock.currentTimeMillis, (nowMs) => {
          const judged = judge(kind, request.file, batch, nowMs)
          needsRecords ||= judged.good.some(({ value }) => isOpen(value))
          const bad = addBadLines(known.bad, judged.bad)
          return { ...known, lines: known.lines + batch.records.length, bad, isRefused: bad.count > 0 }
        })
      ),
      (report) => ({ report, needsRecords })
    )
  })

export class Imports extends Context.Service<Imports, Readonly<Record<ImportedKind, Import>>>()(
  "@partner-api/server/Imports"
) {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const journal = yield* Journal
      const transaction = yield* Transaction

      const run = <Line, Row extends { readonly id: string }>(target: ImportTarget<Line, Row>): Import => {
        const { kind, needsRecords, finder, save } = target

        /** Writes the lines of a batch and records how many they are. */
        const write = Effect.fnUntraced(function* (
          { organizationId, file, onError }: ImportRequest,
          lines: ReadonlyArray<GoodLine<Line>>,
          nowMs: number
        ) {
          const { known, decide } = yield* finder(organizationId)(lines, nowMs)
          const made = yield* upsert(lines, known, decide)
          if (made.bad.length > 0 && onError === "refuse") return yield* changedMeanwhile(file)
          yield* save(organizationId, made, known)
          yield* record(recordsImported(organizationId, kind.name, made.tally))
          return made
        })

        const writeBatch = (request: ImportRequest) => {
          const addRepeated = makeRepeatedLines()
          return Effect.fnUntraced(function* (report: ImportReport, batch: Batch) {
            const nowMs = yield* Clock.currentTimeMillis
            const { good, bad } = judge(kind, request.file, batch, nowMs)
            if (bad.length > 0 && request.onError === "refuse") return yield* changedMeanwhile(request.file)
            // Everything is decoded by now: others wait for the database alone.
            const made = good.length === 0 ? nothingMade : yield* journal.write(operator, write(request, good, nowMs))
            return {
              ...report,
              lines: report.lines + batch.records.length,
              tally: addTally(report.tally, made.tally),
              bad: addBadLines(report.bad, [...bad, ...made.bad]),
              repeated: addRepeated(report.repeated, good, made.bad)
            }
          })
        }

        const compared = (request: ImportRequest) =>
          Effect.provideService(compare(target, request), Transaction, transaction)

        /** The mistakes in the lines of a file, found without writing. */
        const checked = Effect.fnUntraced(function* (request: ImportRequest) {
          if (needsRecords === true) return yield* compared(request)
          const alone = yield* check(target, request, needsRecords === false ? () => false : needsRecords)
          return alone.needsRecords ? yield* compared(request) : alone.report
        })

        return Effect.fnUntraced(function* (request) {
          const { organizationId, onError, isDryRun } = request
          if (Option.isNone(yield* organizations.find(organizationId))) {
            const { message } = noOrganization(organizationId)
            return yield* new OperatorError({ message, remedy: seeOrganizations })
          }
          if (isDryRun) return yield* compared(request)
          if (onError === "refuse") {
            const report = yield* checked(request)
            if (report.isRefused) return { ...report, tally: noLines }
          }
          return yield* foldBatches(request, "importing", writeBatch(request))
        })
      }

      return Imports.of({
        jobs: run(yield* jobTarget),
        agencies: run(yield* agencyTarget),
        users: run(yield* userTarget),
        applications: run(yield* applicationTarget)
      })
    })
  )
}
