/**
 * Many jobs: how long their import takes, and how much memory (import).
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { mainFile } from "../../test/Built.ts"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { countsOf, makeWorld, organization } from "../../test/imports/ImportWorld.ts"
import { openDatabase } from "../../test/TestServer.ts"

type FileFormat = "ndjson" | "csv"

/** However long the file: the program, 64 MiB of pages that SQLite keeps, and what a batch leaves to the garbage collector. */
const peakMibMax = 512
export const timeout = 3_600_000
export const world = await makeWorld()

const cells = ["external_id", "title", "description", "status", "location", "openings", "salary_min_cents", "currency"]
const rowOf = (index: number): ReadonlyArray<string | number> => [
  `REQ-${index}`,
  `Senior Engineer ${index}`,
  `We are looking for an engineer, number ${index}.\n${"You will own your work from sketch to daily use. ".repeat(4)}`,
  "OPEN",
  "Zürich",
  1 + (index % 3),
  4_500_000 + (index % 40) * 150_000,
  "EUR"
]
const times = { created_at: "2026-01-01T00:00:00.000Z", updated_at: "2026-01-02T00:00:00.000Z" }

const writers: Readonly<Record<FileFormat, { readonly header: string; readonly line: (index: number) => string }>> = {
  ndjson: {
    header: "",
    line: (index) =>
      `${JSON.stringify({ ...Object.fromEntries(rowOf(index).map((value, column) => [cells[column], value])), ...times })}\n`
  },
  csv: {
    header: `${[...cells, ...Object.keys(times)].join(",")}\n`,
    line: (index) => `${[...rowOf(index).map((value) => `"${value}"`), ...Object.values(times)].join(",")}\n`
  }
}

/** Writes a file of jobs, a thousand at a time. */
const writeFile = (format: FileFormat, lines: number): string => {
  const file = world.write(`jobs-${lines}.${format}`, writers[format].header)
  const perWrite = 1_000
  for (let first = 1; first <= lines; first += perWrite) {
    Fs.appendFileSync(
      file,
      Array.from({ length: perWrite }, (_, index) => writers[format].line(first + index)).join("")
    )
  }
  return file
}

/** Loaded into the process: at its end it prints the most memory it has had. */
const meter = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS + " KiB\\n"))`

/** Starts an import. */
export const start = (database: string, file: string) =>
  startProcess(
    [
      process.execPath,
      "--import",
      `data:text/javascript,${encodeURIComponent(meter)}`,
      mainFile,
      "import",
      "jobs",
      file,
      "--organization",
      organization,
      "--json"
    ],
    { env: { DATABASE_URL: `sqlite:${database}` } }
  )

/** Runs an import to its end. */
export const run = async (database: string, file: string) => {
  await using program = start(database, file)
  const { code, stdout, stderr, durationMs } = await program.ended
  assert.strictEqual(code, 0, stderr)
  const peakMib = Math.round(Number(/peak (\d+) KiB/.exec(stderr)?.[1] ?? Infinity) / 1_024)
  return { stdout, peakMib, seconds: Math.round(durationMs / 1_000) }
}

/** One digest of all jobs, but for their identifiers, which are made. */
export const digestOf = (database: string): string => {
  using operator = openDatabase(database)
  const hash = Crypto.createHash("sha256")
  const all = operator.db.prepare(
    "SELECT external_id || json_remove(json, '$.id') AS job FROM jobs ORDER BY organization_id, external_id"
  )
  for (const row of all.iterate()) hash.update(String(row["job"]))
  return hash.digest("hex")
}

/** The database into which as many jobs are imported, and their file. */
export const manyJobs = (lines: number) => ({ lines, whole: world.database(), file: writeFile("ndjson", lines) })

/** Imports jobs, and once more from the other format. */
export const importsJobs = ({ file, lines, whole }: ReturnType<typeof manyJobs>) =>
  describe(`${lines} jobs`, () => {
    it(`are imported within ${peakMibMax} MiB (import: bounded memory)`, { timeout }, async () => {
      const { stdout, ...figures } = await run(whole, file)
      const bytes = Fs.statSync(file).size
      console.log(JSON.stringify({ check: "import", lines, bytes, ...figures, databaseBytes: Fs.statSync(whole).size }))
      assert.deepStrictEqual(countsOf(stdout), [lines, lines, 0, 0, 0])
      assert.isBelow(figures.peakMib, peakMibMax)
    })

    it(`from CSV are found unchanged, within ${peakMibMax} MiB (import: upsert)`, { timeout }, async () => {
      const before = digestOf(whole)
      const { stdout, ...figures } = await run(whole, writeFile("csv", lines))
      console.log(JSON.stringify({ check: "import unchanged, CSV", lines, ...figures }))
      assert.deepStrictEqual(countsOf(stdout), [lines, 0, 0, lines, 0])
      assert.isBelow(figures.peakMib, peakMibMax)
      assert.strictEqual(digestOf(whole), before)
    })
  })
