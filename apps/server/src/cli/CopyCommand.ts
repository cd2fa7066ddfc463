/**
 * `partner-api copy --from DATABASE --to DATABASE`: moves the service from one database to another, of whichever engine, and compares
 * them. No password is printed, and the addresses may come from the environment, which other users of the machine cannot read.
 */
import * as Fs from "node:fs"
import { columns, printNotice } from "@partner-api/cli-kit/Output"
import { showProgress } from "@partner-api/cli-kit/ProgressBar"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ComparedTable, differencesOf } from "../operations/copy/Comparison.ts"
import { copyDatabase, type CopyResult } from "../operations/copy/Copy.ts"
import { takeFiles } from "../operations/FolderCopies.ts"
import { mistakeOf } from "../platform/DatabaseAddress.ts"
import { nameOf, readTarget, urlOf } from "../platform/DatabaseTarget.ts"
import { readFiles } from "../platform/FilesSettings.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { filesLines, filesResult } from "./FilesText.ts"
import { json } from "./Inputs.ts"
import { print } from "./Operator.ts"

/** `--name DATABASE`, or the setting. A wrong value is not repeated: it may hold a password. */
const database = (name: string, setting: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withDescription(
      `${description}: sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE; or the setting ${setting}`
    ),
    Flag.withFallbackConfig(Config.schema(Schema.String, setting)),
    Flag.mapEffect((text) => {
      const mistake = mistakeOf(text)
      return mistake === undefined
        ? Effect.succeed(readTarget(text))
        : Effect.fail(new CliError.ValidationError({ message: `--${name} ${mistake}.` }))
    })
  )

/** So much of a digest is enough for people to compare. */
const shownDigits = 16

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`

const describe = ({ changed, extra, missing, table }: ComparedTable): string =>
  `${table}: ${changed} changed, ${missing} only in the source, ${extra} only in the target.`

const toLines = ({ differences, tables, written }: CopyResult, width: number | undefined): ReadonlyArray<string> => [
  ...makeTable<ComparedTable>(
    [
      { title: "table", cell: ({ table }) => table, isWhole: true },
      { title: "rows", cell: ({ from }) => from.rows.toLocaleString("en"), isWhole: true },
      { title: "sha-256", cell: ({ from }) => from.digest.slice(0, shownDigits), isWhole: true }
    ],
    width
  ).lines(tables),
  ...tables.filter((table) => differencesOf(table) > 0).map(describe),
  `${counted(written, "row")} written, ${counted(differences, "difference")}.`
]

export const copy = Command.make(
  "copy",
  {
    from: database("from", "COPY_FROM", "The database that is copied"),
    to: database("to", "COPY_TO", "The database that is filled: an empty one"),
    online: Flag.Boolean("online").pipe(
      Flag.withDescription("Copy what the source holds now, while servers go on writing to it"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* ({ from, json, online, to }) {
    if (online) {
      yield* printNotice(`partner-api: what is written to ${nameOf(from)} from now on is not in the copy.`)
    }
    const result = yield* copyDatabase({
      from,
      to,
      isOnline: online,
      onCopied: (progress) => showProgress("rows copied", progress),
      onCompared: (progress) => showProgress("rows compared", progress)
    })
    const isEqual = result.differences === 0
    const placeOf = yield* readFiles
    const [source, target] = [placeOf(from).place, placeOf(to).place]
    const isMoved = to._tag === "Sqlite" && source.kind === "folder" && target.kind === "folder"
    const files =
      isMoved && source.folder !== target.folder ? yield* takeFiles(to.file, source.folder, target.folder) : undefined
    yield* print(json, { from: urlOf(from), to: urlOf(to), ...result, ...filesResult(files) }, [
      ...toLines(result, yield* columns),
      ...(files === undefined && source.kind === "folder" && Fs.existsSync(source.folder)
        ? [
            `The files of applications stay in ${source.folder}: set FILES_URL=file:${source.folder} for servers on the new database.`
          ]
        : filesLines(source, files, target.kind === "folder" ? target.folder : "")),
      ...(isEqual
        ? ["To switch, set DATABASE_URL to the address in --to, with the role of the server, and start it."]
        : [])
    ])
    if (!isEqual) {
      return yield* new OperatorError({
        message: `${nameOf(to)} differs from ${nameOf(from)} in ${counted(result.differences, "row")}.`,
        remedy:
          "Before the first start on the target: stop what writes to the source, and copy it to an empty database. After it, the target has newer rows: keep it."
      })
    }
  })
).pipe(Command.withDescription("Copy everything to another database, and compare them"))
