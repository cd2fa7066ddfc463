/**
 * The facts of a database file for `doctor`. Reads only, and brings nothing up to date: a database with pending migrations is
 * a finding, not something to change by looking.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import type { OperatorError } from "../../platform/OperatorError.ts"
import type { ReadRows } from "../sql/kit/Statements.ts"
import { judgeFile, judgeQuickly, unusable } from "../sqlite/SqliteFile.ts"
import { readFile, readFileOnThread } from "../sqlite/SqliteReader.ts"
import { judgeSchema, type SchemaJudgement } from "../sqlite/SqliteSchema.ts"
import { type AgencyView, readAgencyViews } from "./AgencyViews.ts"
import { eachFileRows, type FileRow } from "./FileRows.ts"
import { personText } from "../sql/kit/ApplicantText.ts"
import { placementsOfSqlite } from "../sql/ClaimHolders.ts"
import type { PersonSql } from "./ClaimContents.ts"
import { type Contents, readContents } from "./Contents.ts"

/** The maximum number of findings of SQLite that are reported; one is enough to restore a backup. */
const findingsMax = 5

/** The facts of a database file. */
export interface Diagnosis {
  readonly schema: SchemaJudgement
  /** Absent where the schema is not that of this program. */
  readonly contents: Contents | undefined
  /** The jobs that agencies see; absent where they were not read. */
  readonly agencyViews: ReadonlyArray<AgencyView> | undefined
  readonly bytes: number
  readonly logBytes: number
  /** Room on the disk that the file lies on. */
  readonly freeBytes: number
  /** When the file was made. */
  readonly bornMs: number
  /** The damage that the full check finds, empty when the file is whole; absent where it was not requested. */
  readonly damage: ReadonlyArray<string> | undefined
}

const integrity = (db: DatabaseSync): ReadonlyArray<string> => [
  ...db
    .prepare(`PRAGMA integrity_check(${findingsMax})`)
    .all()
    .map((row) => String(row["integrity_check"]).replaceAll(/\s+/g, " "))
    .filter((finding) => finding !== "ok"),
  ...db
    .prepare("PRAGMA foreign_key_check")
    .all()
    .slice(0, findingsMax)
    .map((row) => `a row of ${String(row["table"])} names a row of ${String(row["parent"])} that is not there`)
]

/** Passes the rows of files to `use`, page by page; none where the schema is not that of this program. */
export const eachSqliteFileRows = (
  file: string,
  use: (page: ReadonlyArray<FileRow>) => Effect.Effect<void, OperatorError>
): Effect.Effect<void, OperatorError> =>
  readFile(file, (rows) =>
    Effect.flatMap(judgeSchema(rows), ({ differences, version }) =>
      differences.length > 0 ? Effect.void : eachFileRows(rows, version, use)
    )
  )

const byPerson: PersonSql = {
  person: personText("instr"),
  applications: "applications INDEXED BY applications_person",
  placements: placementsOfSqlite
}

/** The facts of the file, without those of its content. */
const examine = (file: string, damage: Diagnosis["damage"]) => {
  const folder = Fs.statfsSync(Path.dirname(Path.resolve(file)))
  const { birthtimeMs, size } = Fs.statSync(file)
  return {
    bytes: size,
    bornMs: birthtimeMs,
    logBytes: Fs.statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    freeBytes: folder.bavail * folder.bsize,
    damage
  }
}

/** With `db`, every page is read too. */
const read = Effect.fnUntraced(function* (file: string, rows: ReadRows<OperatorError>, db?: DatabaseSync) {
  const isDeep = db !== undefined
  const found = yield* Effect.try({
    try: () => examine(file, isDeep ? integrity(db) : undefined),
    catch: unusable(file)
  })
  const schema = yield* judgeSchema(rows)
  // A read of a view in the place of a table could run for ever.
  const contents = schema.differences.length > 0 ? undefined : yield* readContents(rows, schema.version, byPerson)
  const agencyViews = isDeep && contents !== undefined ? yield* readAgencyViews(rows, schema.version) : undefined
  const diagnosis: Diagnosis = { ...found, schema, contents, agencyViews }
  return diagnosis
})

/**
 * Looks at a file; where `isDeep`, at every page of it. A file that is another program's, or damaged so that it cannot be read, is a failure.
 */
export const diagnose = (file: string, isDeep: boolean): Effect.Effect<Diagnosis, OperatorError> =>
  isDeep
    ? Effect.andThen(
        judgeFile(file),
        readFile(file, (rows, db) => read(file, rows, db))
      )
    : // A server looks too, and answers others meanwhile: some statements read a whole table.
      judgeQuickly(file).pipe(
        Effect.flatMap((rest = Effect.void) => rest),
        Effect.andThen(readFileOnThread(file, (rows) => read(file, rows)))
      )
