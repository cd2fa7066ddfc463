/**
 * `partner users import FILE`: adds the users of a file, one request each. A line that cannot be added is refused and the others are added.
 *
 * The file is read piece by piece, so that its size does not matter. What became of a line is known when the service has answered, and a
 * second run of the same file repeats nothing.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { leaveProgress, showProgress } from "@partner-api/cli-kit/ProgressBar"
import { openRecordFile, type RecordFile, recordsOf } from "@partner-api/cli-kit/records/RecordFile"
import { otherEncodingRemedy } from "@partner-api/cli-kit/records/RecordText"
import { recordFileFlags } from "@partner-api/cli-kit/records/RecordFileFlags"
import { readJson } from "@partner-api/contract/StrictJson"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { nothingChanged } from "../DryRun.ts"
import { verboseFlag } from "../GlobalFlags.ts"
import { scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { addUser, makePreview, refused } from "./imports/AddUser.ts"
import { makeReport } from "./imports/ImportReport.ts"
import { readUsers, userColumns } from "./imports/UserRecord.ts"
import { exitCodes } from "@partner-api/cli-kit/ExitCode"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"

/** The end of an import that refused lines: an exit code of its own, so that a script need not read the result. */
class LinesRefused extends Schema.TaggedError<LinesRefused>()("LinesRefused", { count: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = exitCodes.linesSkipped
}

/** Requests at a time: the service answers fifty a second to a client, and four of them are as fast as that over most networks. */
const concurrency = 4

const again = "Run the same command again: what was added stays, and is not added twice."

/** Reads a file line by line, and reports its progress. */
const importFile = (
  file: RecordFile,
  report: ReturnType<typeof makeReport>,
  { isDryRun, isShown }: { readonly isDryRun: boolean; readonly isShown: boolean }
) => {
  const label = isDryRun ? "checking users" : "adding users"
  let done = file.start.offset
  return (organization: OrganizationShape) => {
    report.begin()
    const decide = isDryRun ? makePreview(organization) : addUser(organization)
    return recordsOf(file).pipe(
      Stream.mapError(({ message, remedy }) => new CommandFailure({ message, remedy })),
      Stream.flatMap((records) => Stream.fromIterable(readUsers(file, records))),
      Stream.mapEffect(
        ({ end, line, user }) =>
          Effect.map(Result.isSuccess(user) ? decide(user.success) : Effect.succeed(refused(user.failure)), (fate) => ({
            end,
            line,
            fate
          })),
        { concurrency }
      ),
      Stream.runForEach(({ end, fate, line }) => {
        report.add(line, fate)
        const progress = { done: end, step: end - done, total: file.text.size, unit: "bytes" } as const
        done = end
        return isShown ? showProgress(label, progress) : Effect.void
      })
    )
  }
}

export const importUsers = Command.make(
  "import",
  {
    file: Argument.String("file").pipe(Argument.withDescription("The file, with one user on each line")),
    ...recordFileFlags,
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Say what would be created, what exists and which lines would be refused; add nobody"),
      Flag.withDefault(false)
    ),
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const beganMs = yield* Clock.currentTimeMillis
    const form = { format: Option.getOrUndefined(input.format), encoding: Option.getOrUndefined(input.encoding) }
    const file = yield* openRecordFile(input.file, form, { columns: userColumns, readJson }).pipe(
      Effect.mapError(({ message, remedy }) => new CommandFailure({ message, remedy }))
    )
    const report = makeReport()
    const isDryRun = input.dryRun

    /** Prints the results of the lines so far: after an end of any kind. */
    const printReport = Effect.gen(function* () {
      yield* leaveProgress
      const durationMs = (yield* Clock.currentTimeMillis) - beganMs
      if (input.json) return yield* Output.printJson([report.toJson(isDryRun, durationMs)])
      yield* Effect.forEach(report.refusedLines(), Output.printNotice, { discard: true })
      yield* Output.print([report.summary(isDryRun, durationMs)])
    })

    // The lines of --verbose show the same progress, and a bar cannot stand among them.
    const isTerminal = (yield* Output.isSeen).notices
    const isShown = isTerminal && !input.json && !(yield* verboseFlag)
    yield* inOrganization(input, importFile(file, report, { isDryRun, isShown })).pipe(
      Effect.tapError(() => {
        // A report of no lines would hide why none was read.
        if (!report.hasBegun() && !input.json) return Effect.void
        return Effect.andThen(printReport, input.json ? Effect.void : Output.printNotice(again))
      }),
      Effect.onInterrupt(() => Effect.ignore(Effect.andThen(printReport, Output.printNotice(again))))
    )
    yield* printReport
    if (isDryRun) yield* nothingChanged
    if (report.isOtherEncoding() && !input.json) yield* Output.printNotice(`partner: ${otherEncodingRemedy}`)
    if (report.count() > 0) return yield* new LinesRefused({ count: report.count() })
  })
).pipe(
  Command.withDescription(
    "Add the users of a file of NDJSON or CSV, one request each; a second run of the same file adds nobody twice"
  ),
  Command.withShortDescription("Add the users of a file"),
  Command.withExamples([
    {
      command: "partner users import users.csv --dry-run",
      description: "What would be created, and which lines are wrong"
    },
    { command: "partner users import users.csv", description: "Adds them; lines that cannot be added are named" },
    { command: "partner users import users.ndjson --json", description: "With a result for a script" }
  ])
)
