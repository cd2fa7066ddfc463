/**
 * The shared parts of the commands of `partner-api import`: their command line, the run on the open database, and the report of its result.
 */
import { exitCodes } from "@partner-api/cli-kit/ExitCode"
import { printNotice } from "@partner-api/cli-kit/Output"
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import type { FileFormat } from "@partner-api/cli-kit/records/RecordCutter"
import { recordFileFlags } from "@partner-api/cli-kit/records/RecordFileFlags"
import { otherEncodingRemedy } from "@partner-api/cli-kit/records/RecordText"
import type { GivenEncoding } from "@partner-api/cli-kit/records/TextEncoding"
import { OrganizationId } from "@partner-api/domain/Ids"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { openImportFile } from "../../imports/ImportFile.ts"
import type { ImportKind } from "../../imports/ImportKind.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { badLinePolicies, type ImportReport } from "../../imports/ImportPass.ts"
import { Imports } from "../../imports/Imports.ts"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

/** The end of an import that left bad lines out, as was requested: an exit code of its own, so that a script need not read the result. */
class LinesSkipped extends Schema.TaggedError<LinesSkipped>()("LinesSkipped", { count: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = exitCodes.linesSkipped
}

/**
 * Reported while the program is being stopped, because after that nothing is printed. The exit code is set at the very end: SIGTERM
 * ends the program with 0, but a script must not take this for a whole import.
 */
const printStop = (isDryRun: boolean) =>
  Effect.andThen(
    printNotice(
      isDryRun
        ? "partner-api: The dry run was stopped; nothing was written."
        : "partner-api: The import was stopped; what was written is whole. Give the same command again: it finds what was written unchanged and imports the rest."
    ),
    Effect.sync(() => {
      process.once("exit", (code) => {
        if (code === exitCodes.done) process.exitCode = exitCodes.failed
      })
    })
  )

/** The command line of an import. */
export const importInputs = {
  file: Argument.String("file").pipe(Argument.withDescription("The file, with one record on each line")),
  organization: Flag.String("organization").pipe(
    Flag.withDescription("The id of the organization that the records belong to"),
    Flag.withSchema(OrganizationId)
  ),
  ...recordFileFlags,
  onError: Flag.Literals("on-error", badLinePolicies).pipe(
    Flag.withDescription("With bad lines: refuse the file before anything is written, or skip them (exit code 3)"),
    Flag.withDefault("refuse")
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withDescription(
      "Say what would be created, changed and left unchanged, and which lines are bad; write nothing"
    ),
    Flag.withDefault(false)
  ),
  json
}

interface ImportInput {
  readonly file: string
  readonly organization: OrganizationId
  readonly format: Option.Option<FileFormat>
  readonly encoding: Option.Option<GivenEncoding>
  readonly onError: (typeof badLinePolicies)[number]
  readonly dryRun: boolean
  readonly json: boolean
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`

const printBadLines = ({ bad }: ImportReport): Effect.Effect<void> => {
  const more = bad.count - bad.shown.length
  return Effect.forEach([...bad.shown, ...(more > 0 ? [`and ${counted(more, "more bad line")}`] : [])], printNotice, {
    discard: true
  })
}

const printRepeatedLines = ({ repeated: { count, shown } }: ImportReport): Effect.Effect<void> => {
  const more = count - shown.length
  return Effect.forEach([...shown, ...(more > 0 ? [`and ${counted(more, "more repeated line")}`] : [])], printNotice, {
    discard: true
  })
}

const toJson = ({ lines, tally, bad, repeated }: ImportReport, isDryRun: boolean, durationMs: number) => ({
  dry_run: isDryRun,
  lines,
  ...tally,
  bad: bad.count,
  repeated: repeated.count,
  duration_ms: durationMs
})

const toText = ({ lines, tally, bad }: ImportReport, durationMs: number): string => {
  const parts = [
    [tally.created, "new"],
    [tally.updated, "changed"],
    [tally.unchanged, "unchanged"],
    [bad.count, "bad"]
  ] as const
  const counts = parts.map(([count, word]) => `${count.toLocaleString("en")} ${word}`).join(", ")
  return `${counted(lines, "line")}: ${counts}, in ${(durationMs / 1_000).toFixed(1)} s`
}

const dryRunEnd = "This was a dry run: nothing was written."

const refused = ({ lines, bad }: ImportReport) =>
  new OperatorError({
    message: `${bad.count.toLocaleString("en")} of ${counted(lines, "line")} cannot be imported; nothing was written.`,
    remedy: bad.notUtf8 > 0 ? otherEncodingRemedy : "Mend them, or import the others with --on-error skip."
  })

const printOtherEncoding = ({ bad }: ImportReport): Effect.Effect<void> =>
  bad.notUtf8 > 0
    ? printNotice(`partner-api: In another encoding: ${counted(bad.notUtf8, "line")}. ${otherEncodingRemedy}`)
    : Effect.void

/** Imports a file of one kind of record. */
export const runImport = Effect.fnUntraced(function* <Line>(
  kind: ImportKind<Line>,
  select: (imports: Imports["Service"]) => Imports["Service"][keyof Imports["Service"]],
  input: ImportInput
) {
  const beganMs = yield* Clock.currentTimeMillis
  const form = { format: Option.getOrUndefined(input.format), encoding: Option.getOrUndefined(input.encoding) }
  const file = yield* openImportFile(input.file, form, kind)
  const work = Effect.flatMap(Imports, (imports) =>
    select(imports)({
      organizationId: input.organization,
      file,
      onError: input.onError,
      isDryRun: input.dryRun,
      onProgress: ({ phase, done, step }) =>
        showProgress(`${phase} ${kind.name}`, { done, step, total: file.text.size, unit: "bytes" })
    })
  )
  const report = yield* onDatabase(work).pipe(Effect.onInterrupt(() => printStop(input.dryRun)))
  const durationMs = (yield* Clock.currentTimeMillis) - beganMs
  yield* printBadLines(report)
  if (!report.isRefused) yield* printRepeatedLines(report)
  if (input.json || input.dryRun || !report.isRefused) {
    const lines = [toText(report, durationMs), ...(input.dryRun ? [dryRunEnd] : [])]
    yield* print(input.json, toJson(report, input.dryRun, durationMs), lines)
  }
  if (report.isRefused) return yield* refused(report)
  yield* printOtherEncoding(report)
  if (report.bad.count > 0) return yield* new LinesSkipped({ count: report.bad.count })
})
