/**
 * `partner applications attach|attachments|download`: the files of an application. A download writes a new file, never over one, and keeps it where its bytes have
 * the digest that the service names.
 */
import { createHash } from "node:crypto"
import * as Output from "@partner-api/cli-kit/Output"
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import { Attachment as AttachmentSchema, AttachmentId, AttachmentType } from "@partner-api/domain/Attachment"
import { readFileName } from "@partner-api/domain/AttachmentName"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type { FileProgress } from "../../core/files/FileMethods.ts"
import type { Attachment } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { applicationId, idempotencyKey, listed, oneForm, scoped, textFlag } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"
import { writeNewFile } from "../NewFile.ts"
import { JsonOutput } from "../OutputForm.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

const sizeText = (bytes: number): string => `${bytes.toLocaleString("en")} bytes`

/** A bar that grows with a file; none for a program. */
const progressBar = (label: string) =>
  Effect.gen(function* () {
    if (yield* JsonOutput) return undefined
    const run = Effect.runSyncWith(yield* Effect.context<never>())
    let before = 0
    return ({ bytes, totalBytes }: FileProgress): void => {
      const step = Math.max(0, bytes - before)
      before = bytes
      run(showProgress(label, { done: bytes, total: totalBytes, step, unit: "bytes" }))
    }
  })

const watching = (onProgress: ((progress: FileProgress) => void) | undefined) =>
  onProgress === undefined ? {} : { onProgress }

export const attach = Command.make(
  "attach",
  {
    applicationId,
    file: Argument.String("file").pipe(Argument.withDescription("The file: pdf, docx, doc, odt, rtf, txt, png or jpg")),
    type: Flag.Literals("type", AttachmentType.literals).pipe(
      Flag.withDescription("What the file is for"),
      Flag.withDefault("RESUME")
    ),
    name: textFlag("name", "NAME", "The name that others see; default that of the file").pipe(Flag.optional),
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const onProgress = yield* progressBar("sent")
    const attachment = yield* inOrganization(input, ({ applications }) =>
      write("attachments.create", input.idempotencyKey, (key) =>
        applications.attach(input.applicationId, input.file, {
          type: input.type,
          idempotencyKey: key,
          ...Option.match(input.name, { onNone: () => ({}), onSome: (fileName) => ({ fileName }) }),
          ...watching(onProgress)
        })
      )
    )
    const { file_name, id, size_bytes, type } = attachment
    yield* input.json
      ? Output.printJson([attachment])
      : Output.print([[id, type, file_name, sizeText(size_bytes)].join("  ")])
  })
).pipe(
  Command.withDescription(
    "Add a file to an application. A RESUME replaces the one before until the employer has sorted the application"
  ),
  Command.withShortDescription("Add a file"),
  Command.withExamples([{ command: "partner applications attach app_7 cv.pdf --type RESUME" }])
)

const shown = (id: string): ItemList<Attachment> => ({
  plural: "attachments",
  columns: [
    { title: "ID", cell: (one) => one.id, isWhole: true },
    { title: "TYPE", cell: ({ type }) => type },
    { title: "NAME", cell: ({ file_name }) => file_name },
    { title: "BYTES", cell: ({ size_bytes }) => size_bytes.toLocaleString("en") },
    { title: "SCAN", cell: ({ scan_status }) => scan_status }
  ],
  fields: AttachmentSchema.fields,
  list: ({ attachments: files }, query) => files.list(id, query)
})

export const attachments = Command.make("attachments", { applicationId, ...listed }, (input) =>
  showList(input, shown(input.applicationId))
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the files of an application; with --json one object a line"),
  Command.withShortDescription("List files"),
  Command.withExamples([{ command: "partner applications attachments app_7" }])
)

export const download = Command.make(
  "download",
  {
    applicationId,
    attachmentId: Argument.String("attachment").pipe(
      Argument.withDescription("The id of the file"),
      Argument.withSchema(AttachmentId)
    ),
    output: textFlag("output", "PATH", "The new file; default its own name, in this folder").pipe(Flag.optional),
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const onProgress = yield* progressBar("received")
    const { path, sha256, sizeBytes } = yield* inOrganization(input, ({ applications }) =>
      Effect.gen(function* () {
        const file = yield* applications.download(input.applicationId, input.attachmentId, watching(onProgress))
        // The name is what somebody has sent: its last part alone, and the id where nothing of it is left.
        const ownName = Result.getOrElse(readFileName(file.fileName), () => input.attachmentId)
        const target = Option.getOrElse(input.output, () => ownName)
        const unwritten = (cause: unknown) =>
          new CommandFailure({
            message: `The file ${target} cannot be written, or its bytes did not come whole.`,
            remedy: "Check the folder and the connection; name another file with --output when there is one already.",
            cause
          })
        const otherBytes = new CommandFailure({
          message: `The bytes that came are not those of the file: their SHA-256 is not ${file.sha256}.`,
          remedy:
            "Nothing is kept of them. Run the command again, and look at what stands between this machine and the service."
        })
        const digest = createHash("sha256")
        const bytes = Stream.fromReadableStream({ evaluate: () => file.stream, onError: unwritten }).pipe(
          Stream.tap((piece) => Effect.sync(() => digest.update(piece)))
        )
        const check = Effect.suspend(() =>
          digest.digest("hex") === file.sha256 ? Effect.void : Effect.fail(otherBytes)
        )
        yield* writeNewFile(target, bytes, unwritten, check)
        return { path: target, sizeBytes: file.sizeBytes, sha256: file.sha256 }
      })
    )
    yield* input.json
      ? Output.printJson([{ file: path, size_bytes: sizeBytes, sha256 }])
      : Output.print([[path, sizeText(sizeBytes), sha256].join("  ")])
  })
).pipe(
  Command.withDescription("Write a file of an application to a new file here, readable by you alone"),
  Command.withShortDescription("Get a file"),
  Command.withExamples([{ command: "partner applications download app_7 att_7 --output cv.pdf" }])
)
