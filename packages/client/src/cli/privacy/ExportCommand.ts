/**
 * `partner privacy export EMAIL --out FILE`: writes every record about a person to a new file, one a line.
 */
import { Email } from "@partner-api/domain/Email"
import * as Output from "@partner-api/cli-kit/Output"
import { leaveProgress, showCount } from "@partner-api/cli-kit/ProgressBar"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { isPartnerError } from "../../core/ClientError.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { scoped, textFlag } from "../Inputs.ts"
import { writeNewFile } from "../NewFile.ts"
import { JsonOutput } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"

const email = Argument.String("email").pipe(
  Argument.withDescription("The email of the person, whatever its case"),
  Argument.withSchema(Email)
)

const out = textFlag("out", "FILE", "The new file, readable by you alone")

const encoder = new TextEncoder()

export const exportPerson = Command.make("export", { email, out, ...scoped }, (input) =>
  Effect.gen(function* () {
    const isQuiet = yield* JsonOutput
    let count = 0
    const unwritten = (cause: unknown) =>
      isPartnerError(cause)
        ? cause
        : new CommandFailure({
            message: `The file ${input.out} cannot be written.`,
            remedy: "Check the folder; name another file with --out when there is one already.",
            cause
          })
    yield* inOrganization(input, ({ subjectExports }) =>
      Effect.flatMap(subjectExports.create({ email: input.email }), (records) =>
        writeNewFile(
          input.out,
          Stream.fromAsyncIterable(records, unwritten).pipe(
            Stream.tap((record) => {
              if (record.type === "end") return Effect.void
              count += 1
              return isQuiet ? Effect.void : showCount("records", count)
            }),
            Stream.map((record) => encoder.encode(`${JSON.stringify(record)}\n`))
          ),
          unwritten,
          Effect.void
        )
      )
    )
    yield* leaveProgress
    yield* input.json
      ? Output.printJson([{ file: input.out, records: count }])
      : Output.print([`${input.out}  ${count.toLocaleString("en")} ${count === 1 ? "record" : "records"}`])
  })
).pipe(
  Command.withDescription(
    "Write every record about a person that you see to a new file, one a line (NDJSON): applications, names of files, messages, audit log and events. The last line is the end; a file that does not come whole is removed"
  ),
  Command.withShortDescription("Export a person"),
  Command.withExamples([{ command: "partner privacy export grace@example.com --out grace.ndjson" }])
)
