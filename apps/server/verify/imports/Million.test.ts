/**
 * A million jobs: how long their import takes, how much memory, and that a kill half-way changes nothing of the end (issue 4, import).
 */
import * as Crypto from "node:crypto"
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { mainFile } from "../../test/Built.ts"
import { startProcess } from "../../test/faults/ServerProcess.ts"
import { countJobs, countsOf, makeWorld, organization } from "../../test/imports/ImportWorld.ts"
import { openDatabase } from "../../test/TestServer.ts"

type FileFormat = "ndjson" | "csv"

const lines = 1_000_000
/** However long the file: the program, 64 MiB of pages that SQLite keeps, and what a batch leaves to the garbage collector. */
const peakMibMax = 512
const timeout = 3_600_000
const world = await makeWorld()

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

/** Writes a file of a million jobs, ten thousand at a time. */
const writeFile = (format: FileFormat): string => {
  const file = world.write(`million.${format}`, writers[format].header)
  const perWrite = 10_000
  for (let first = 1; first <= lines; first += perWrite) {
    Fs.appendFileSync(
      file,
      Array.from({ length: perWrite }, (_, index) => writers[format].line(first + index)).join("")
    )
  }
  return file
}

/** Loaded into the process: at its end it tells the most memory it has had. */
const meter = `process.on("exit", () => process.stderr.write("peak " + process.resourceUsage().maxRSS + " KiB\\n"))`

const start = (database: string, file: string) =>
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

const run = async (database: string, file: string) => {
  await using program = start(database, file)
  const { code, stdout, stderr, durationMs } = await program.ended
  assert.strictEqual(code, 0, stderr)
  const peakMib = Math.round(Number(/peak (\d+) KiB/.exec(stderr)?.[1] ?? Infinity) / 1_024)
  return { stdout, peakMib, seconds: Math.round(durationMs / 1_000) }
}

/** One digest of all jobs, but for their identifiers, which are made. */
const digestOf = (database: string): string => {
  using operator = openDatabase(database)
  const hash = Crypto.createHash("sha256")
  const all = operator.db.prepare(
    "SELECT external_id || json_remove(json, '$.id') AS job FROM jobs ORDER BY organization_id, external_id"
  )
  for (const row of all.iterate()) hash.update(String(row["job"]))
  return hash.digest("hex")
}

describe(`${lines} jobs`, () => {
  const whole = world.database()
  const file = writeFile("ndjson")

  it(`are imported within ${peakMibMax} MiB (import: bounded memory)`, { timeout }, async () => {
    const { stdout, ...figures } = await run(whole, file)
    const bytes = Fs.statSync(file).size
    console.log(JSON.stringify({ check: "import", lines, bytes, ...figures, databaseBytes: Fs.statSync(whole).size }))
    assert.deepStrictEqual(countsOf(stdout), [lines, lines, 0, 0, 0])
    assert.isBelow(figures.peakMib, peakMibMax)
  })

  it("killed half-way and started again give the same result (import)", { timeout }, async () => {
    const killed = world.database()
    await using program = start(killed, file)
    await program.saysOnError(/importing jobs .* 50%/)
    assert.strictEqual((await program.kill("SIGKILL")).signal, "SIGKILL")
    const written = Number(countJobs(killed))
    const { stdout, ...figures } = await run(killed, file)
    console.log(JSON.stringify({ check: "import again", written, ...figures }))
    assert.isAtLeast(written, lines / 2 - 1_000)
    assert.deepStrictEqual(countsOf(stdout), [lines, lines - written, 0, written, 0])
    assert.strictEqual(digestOf(killed), digestOf(whole))
  })

  it(`from CSV are found unchanged, within ${peakMibMax} MiB (import: upsert)`, { timeout }, async () => {
    const before = digestOf(whole)
    const { stdout, ...figures } = await run(whole, writeFile("csv"))
    console.log(JSON.stringify({ check: "import unchanged, CSV", lines, ...figures }))
    assert.deepStrictEqual(countsOf(stdout), [lines, 0, 0, lines, 0])
    assert.isBelow(figures.peakMib, peakMibMax)
    assert.strictEqual(digestOf(whole), before)
  })
})
