/**
 * Imports that are killed and started again: the end is the same as without the kill, and no other file goes on from a place that is
 * not its own (issue 4, import: resumable).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { openDatabase } from "../TestServer.ts"
import {
  checkpointsIn,
  countJobs,
  countsOf,
  csv,
  jobOf,
  jobs,
  jobsIn,
  makeWorld,
  ndjson,
  resumedAfter,
  runImport,
  startImport,
  told
} from "./ImportWorld.ts"

const world = await makeWorld()
const slow = { timeout: 60_000 }

const execute = (database: string, sql: string): void => {
  using operator = openDatabase(database)
  operator.db.exec(sql)
}

/** Takes the database minutes: longer than any of these tests, and yet a process that a failed test leaves behind ends. */
const endlessRows = 1_000_000_000

/** Makes the process hang within a transaction, at a place that is known. */
const hangAt = (database: string, externalId: string): void =>
  execute(
    database,
    `CREATE TRIGGER hang AFTER INSERT ON jobs WHEN NEW.external_id = '${externalId}' BEGIN
       SELECT count(*) FROM (WITH RECURSIVE ever(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ever LIMIT ${endlessRows})
         SELECT n FROM ever);
     END`
  )

/** Imports a file until it hangs at a job, and kills it there. */
const killAt = async (
  database: string,
  file: string,
  { externalId, sign }: { readonly externalId: string; readonly sign: RegExp },
  args: ReadonlyArray<string> = []
): Promise<void> => {
  hangAt(database, externalId)
  await using program = startImport(database, "jobs", file, args)
  await program.saysOnError(sign)
  const { signal } = await program.kill("SIGKILL")
  assert.strictEqual(signal, "SIGKILL")
  execute(database, "DROP TRIGGER hang")
}

/** Four batches of jobs that are equally long. */
const many = jobs(4_000, 10_001)
/** Within the third batch, which begins once the second is told. */
const middle = { externalId: "E-12500", sign: /importing jobs .* (?:49|50)%/ }

describe("an import that was killed with -9 in the middle", () => {
  it.for([
    ["NDJSON", "killed.ndjson", ndjson(many), 2_000],
    // The header is a line, and two line breaks are within each row.
    ["CSV", "killed.csv", csv(many), 4_001]
  ] as const)(
    "goes on where it was and ends as if nothing had been: %s (import)",
    slow,
    async ([, name, text, line]) => {
      const [killed, whole] = [world.database(), world.database()]
      const file = world.write(name, text)
      await killAt(killed, file, middle)
      // The second batch is there, and of the third, which never ends, there is nothing.
      assert.deepStrictEqual(checkpointsIn(killed), [
        { kind: "jobs", line, created: 2_000, updated: 0, unchanged: 0, bad: 0 }
      ])
      assert.strictEqual(countJobs(killed), 2_000)

      const resumed = await runImport(killed, "jobs", file)
      const uninterrupted = await runImport(whole, "jobs", file)
      assert.deepStrictEqual([resumed.code, resumedAfter(resumed.stdout)], [0, line])
      assert.deepStrictEqual(told(resumed.stderr), [`resuming after line ${line.toLocaleString("en")}`])
      assert.deepStrictEqual(countsOf(resumed.stdout), [4_000, 4_000, 0, 0, 0])
      assert.deepStrictEqual(countsOf(resumed.stdout), countsOf(uninterrupted.stdout))
      assert.deepStrictEqual(jobsIn(killed), jobsIn(whole))
      assert.deepStrictEqual(checkpointsIn(killed), [])
    }
  )

  it("counts skipped lines of both runs, and keeps what changed and what did not (import)", slow, async () => {
    const [killed, whole] = [world.database(), world.database()]
    const before = world.write("before.ndjson", ndjson(jobs(100, 10_001)))
    // Known jobs, a changed one, bad lines at both ends.
    const file = world.write("mixed.ndjson", `{}\n${ndjson([jobOf(10_003, { title: "Pilot" }), ...many])}{}\n`)
    await runImport(killed, "jobs", before)
    await runImport(whole, "jobs", before)
    await killAt(killed, file, middle, ["--on-error", "skip"])
    const resumed = await runImport(killed, "jobs", file, ["--on-error", "skip"])
    const uninterrupted = await runImport(whole, "jobs", file, ["--on-error", "skip"])
    assert.deepStrictEqual([resumed.code, countsOf(resumed.stdout)], [3, [4_003, 3_900, 2, 99, 2]])
    assert.deepStrictEqual(countsOf(resumed.stdout), countsOf(uninterrupted.stdout))
    assert.deepStrictEqual(jobsIn(killed), jobsIn(whole))
  })
})

describe("an import that the database fails in the middle of a batch", () => {
  it("leaves neither jobs of that batch nor its checkpoint, and goes on from there (import)", slow, async () => {
    const database = world.database()
    const file = world.write("failed.ndjson", ndjson(many))
    execute(
      database,
      `CREATE TRIGGER fail AFTER INSERT ON jobs WHEN NEW.external_id = '${middle.externalId}' BEGIN SELECT RAISE(ABORT, 'no'); END`
    )
    const failed = await runImport(database, "jobs", file)
    assert.deepStrictEqual([failed.code, failed.stdout, countJobs(database)], [1, "", 2_000])
    assert.deepStrictEqual(checkpointsIn(database), [
      { kind: "jobs", line: 2_000, created: 2_000, updated: 0, unchanged: 0, bad: 0 }
    ])
    execute(database, "DROP TRIGGER fail")
    const resumed = await runImport(database, "jobs", file)
    assert.deepStrictEqual([resumed.code, resumedAfter(resumed.stdout), countsOf(resumed.stdout)[1]], [0, 2_000, 4_000])
    assert.strictEqual(countJobs(database), 4_000)
  })
})

describe("an import begins at the beginning", () => {
  const killed = async (): Promise<readonly [database: string, file: string]> => {
    const database = world.database()
    const file = world.write("begun.ndjson", ndjson(many))
    await killAt(database, file, middle)
    return [database, file]
  }

  it("when the part that was read has changed since (import)", slow, async () => {
    const [database, file] = await killed()
    // One byte in the middle of what was read; the file is as long as before.
    const bytes = Fs.readFileSync(file)
    bytes.write("B", bytes.indexOf("Engineer 11000"))
    Fs.writeFileSync(file, bytes)
    const { code, stdout } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([code, resumedAfter(stdout)], [0, null])
    assert.deepStrictEqual(countsOf(stdout), [4_000, 2_000, 1, 1_999, 0])
  })

  it("when another file is given, whose checkpoint then takes the place of the first (import)", slow, async () => {
    const [database, file] = await killed()
    const other = world.write("other.ndjson", ndjson(jobs(4_000, 20_001)))
    const { stdout } = await runImport(database, "jobs", other)
    assert.deepStrictEqual([resumedAfter(stdout), countsOf(stdout)], [null, [4_000, 4_000, 0, 0, 0]])
    assert.strictEqual(resumedAfter((await runImport(database, "jobs", file)).stdout), null)
  })

  it("when the file was cut short (import)", slow, async () => {
    const [database, file] = await killed()
    Fs.truncateSync(file, Fs.readFileSync(file).indexOf("\n") + 1)
    const { stdout } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([resumedAfter(stdout), countsOf(stdout)], [null, [1, 0, 0, 1, 0]])
  })

  it("when bad lines are refused and the earlier run had skipped some (import)", slow, async () => {
    const database = world.database()
    const file = world.write("skipped.ndjson", `{}\n${ndjson(many)}`)
    await killAt(database, file, middle, ["--on-error", "skip"])
    const { code, stdout, stderr } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([code, resumedAfter(stdout), countsOf(stdout)[4]], [1, null, 1])
    assert.include(stderr, "line 1: ")
  })
})

describe("an import that is refused when it goes on", () => {
  it("writes no more, and says how far it was (import)", slow, async () => {
    const database = world.database()
    const file = world.write("worse.ndjson", ndjson(many))
    await killAt(database, file, middle)
    Fs.appendFileSync(file, "{}\n")
    const { code, stderr } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([code, countJobs(database)], [1, 2_000])
    assert.include(stderr, "line 4001: ")
    assert.include(stderr, "1 of 4,001 lines cannot be imported; nothing was written behind line 2,000")
  })
})

describe("an import that is asked to stop", () => {
  it.for([
    ["SIGINT", 130],
    ["SIGTERM", 1]
  ] as const)("by %s says so, ends with %i, and goes on the next time (import)", slow, async ([signal, expected]) => {
    const database = world.database()
    const file = world.write("stopped.ndjson", ndjson(jobs(10_000, 10_001)))
    await using program = startImport(database, "jobs", file)
    await program.saysOnError(/importing jobs .* 10%/)
    const { code, stdout, stderr } = await program.kill(signal)
    assert.deepStrictEqual([code, stdout], [expected, ""])
    assert.match(stderr, /partner-api: The import was stopped; .* goes on where it stopped\.\n$/)
    const again = await runImport(database, "jobs", file)
    assert.isNotNull(resumedAfter(again.stdout))
    assert.deepStrictEqual([countsOf(again.stdout), countJobs(database)], [[10_000, 10_000, 0, 0, 0], 10_000])
  })
})
