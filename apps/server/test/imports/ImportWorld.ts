/**
 * Databases to import into, files to import, and what is found afterwards. An import runs in the process of the test, or in one of its own: to
 * be stopped, and beside others.
 */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ImportedKind } from "@partner-api/domain/commands/Import"
import { OrganizationId } from "@partner-api/domain/Ids"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { newSettings } from "@partner-api/domain/OrganizationSettings"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { mainFile } from "../Built.ts"
import { startProcess } from "../faults/ServerProcess.ts"
import { runProgram } from "../Program.ts"
import { openDatabase, sharedFolder, startServer } from "../TestServer.ts"

/** The organization that is imported into, and one beside it. */
export const organization = "org_acme"
export const neighbour = "org_globex"

/** What `--json` prints. */
const Report = Schema.Struct({
  dry_run: Schema.Boolean,
  lines: Schema.Int,
  created: Schema.Int,
  updated: Schema.Int,
  unchanged: Schema.Int,
  bad: Schema.Int,
  repeated: Schema.Int,
  duration_ms: Schema.Int
})
/** The result of an import, as `--json` prints it. */
export const reportOf = Schema.decodeUnknownSync(Schema.fromJsonString(Report), { onExcessProperty: "error" })

/** The counts of a result: lines, created, updated, unchanged, bad. */
export const countsOf = (stdout: string): ReadonlyArray<number> => {
  const { lines, created, updated, unchanged, bad } = reportOf(stdout)
  return [lines, created, updated, unchanged, bad]
}

/** A job as another system writes it. */
export const jobOf = (index: number, rest: object = {}) => ({
  external_id: `E-${index}`,
  title: `Engineer ${index}`,
  description: `Builds "engines",\nnumber ${index}.`,
  status: "OPEN",
  salary_min_cents: 4_500_000 + index,
  currency: "EUR",
  created_at: "2026-01-01T00:00:00.000Z",
  ...rest
})
export type WrittenJob = ReturnType<typeof jobOf>

/** The given number of jobs, numbered from `first`. */
export const jobs = (count: number, first = 1): ReadonlyArray<WrittenJob> =>
  Array.from({ length: count }, (_, index) => jobOf(first + index))

export const ndjson = (records: ReadonlyArray<object>): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("")

const cell = (value: unknown, separator: "," | ";"): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return /["\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The same records as CSV; the first one names the columns. */
export const csv = (records: ReadonlyArray<object>, separator: "," | ";" = ","): string => {
  const columns = Object.keys(records[0] ?? {})
  const rows = records.map((record) => {
    const members = new Map<string, unknown>(Object.entries(record))
    return columns.map((name) => (members.has(name) ? cell(members.get(name), separator) : "")).join(separator)
  })
  return [columns.join(separator), ...rows, ""].join("\n")
}

const withoutMade = (json: unknown): object => {
  const {
    id: _,
    updated_at: __,
    ...members
  } = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))(json)
  return members
}

/** A folder of databases and files for a whole test file. */
export const makeWorld = async () => {
  const folder = sharedFolder()
  const empty = folder.file("empty.db")
  const server = await startServer({ databaseFile: empty, sandbox: false })
  await server.run(
    Effect.flatMap(OrganizationStore, (store) =>
      Effect.forEach([organization, neighbour], (id) =>
        store.insert(
          { id: OrganizationId.make(id), name: id, settings: newSettings },
          timestampFromMillis(server.startMs)
        )
      )
    )
  )
  await server.stop()

  let databases = 0
  return {
    folder,
    /** A database with both organizations and nothing else. */
    database: (): string => {
      const file = folder.file(`world${++databases}.db`)
      Fs.copyFileSync(empty, file)
      return file
    },
    write: (name: string, contents: string | Uint8Array): string => {
      const file = folder.file(name)
      Fs.writeFileSync(file, contents)
      return file
    }
  }
}

const argumentsOf = (kind: ImportedKind, file: string, args: ReadonlyArray<string>, organizationId: string) => [
  "import",
  kind,
  file,
  "--organization",
  organizationId,
  ...args
]

const settingsOf = (database: string) => ({ DATABASE_URL: `sqlite:${database}` })

/** Starts an import as a process. Start it with `await using`, which ends it. */
export const startImport = (
  database: string,
  kind: ImportedKind,
  file: string,
  args: ReadonlyArray<string> = [],
  organizationId = organization
) =>
  startProcess([process.execPath, mainFile, ...argumentsOf(kind, file, args, organizationId)], {
    env: settingsOf(database)
  })

/** Runs an import as a process to its end; its result is requested as JSON. */
export const runImportProcess = async (...[database, kind, file, args = [], to]: Parameters<typeof startImport>) => {
  await using program = startImport(database, kind, file, ["--json", ...args], to)
  return await program.ended
}

/** The same, in the process of the test. */
export const runImport = (...[database, kind, file, args = [], to = organization]: Parameters<typeof startImport>) =>
  runProgram(argumentsOf(kind, file, ["--json", ...args], to), settingsOf(database))

/** What was reported of lines: everything on standard error but progress. */
export const reportedLines = (stderr: string): ReadonlyArray<string> =>
  stderr.split("\n").filter((line) => line !== "" && !/^(checking|comparing|importing) /.test(line))

/** Rows of a query, as plain objects. */
export const query = (database: string, sql: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  using operator = openDatabase(database)
  return operator.db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}

/** Everything that an import may write: records and the journal. */
export const everythingIn = (database: string) =>
  ["jobs", "agencies", "users", "applications", "journal"].map((table) =>
    query(database, `SELECT * FROM ${table} ORDER BY 1, 2`)
  )

/** Every job, but for what the service makes: its identifier and the time of its change. */
export const jobsIn = (database: string): ReadonlyArray<object> =>
  query(database, "SELECT organization_id, external_id, json FROM jobs ORDER BY 1, 2").map(({ json, ...row }) => ({
    ...row,
    ...withoutMade(json)
  }))

/** How many jobs there are. */
export const countJobs = (database: string): unknown =>
  query(database, "SELECT count(*) AS count FROM jobs")[0]?.["count"]
