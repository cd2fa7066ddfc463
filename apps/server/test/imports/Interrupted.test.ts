/**
 * Imports that are interrupted and started again from the first line: the end is the same as without the interruption (issue 4, import).
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { openDatabase } from "../TestServer.ts"
import {
  countJobs,
  countsOf,
  csv,
  jobOf,
  jobs,
  jobsIn,
  makeWorld,
  ndjson,
  runImport,
  startImport,
  told
} from "./ImportWorld.ts"

const world = await makeWorld()

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
    ["NDJSON", "killed.ndjson", ndjson(many)],
    ["CSV", "killed.csv", csv(many)]
  ] as const)("is run again and ends as if nothing had been: %s (import)", async ([, name, text]) => {
    const [killed, whole] = [world.database(), world.database()]
    const file = world.write(name, text)
    await killAt(killed, file, middle)
    // Two batches are there, and of the third, which never ends, there is nothing.
    assert.strictEqual(countJobs(killed), 2_000)

    const again = await runImport(killed, "jobs", file)
    assert.strictEqual((await runImport(whole, "jobs", file)).code, 0)
    assert.deepStrictEqual([again.code, told(again.stderr)], [0, []])
    assert.deepStrictEqual(countsOf(again.stdout), [4_000, 2_000, 0, 2_000, 0])
    assert.deepStrictEqual(jobsIn(killed), jobsIn(whole))
  })

  it("names the bad lines again, and keeps what changed and what did not (import)", async () => {
    const [killed, whole] = [world.database(), world.database()]
    const before = world.write("before.ndjson", ndjson(jobs(100, 10_001)))
    // Known jobs, one that is changed and changed back, bad lines at both ends.
    const file = world.write("mixed.ndjson", `{}\n${ndjson([jobOf(10_003, { title: "Pilot" }), ...many])}{}\n`)
    await runImport(killed, "jobs", before)
    await runImport(whole, "jobs", before)
    await killAt(killed, file, middle, ["--on-error", "skip"])
    const again = await runImport(killed, "jobs", file, ["--on-error", "skip"])
    const uninterrupted = await runImport(whole, "jobs", file, ["--on-error", "skip"])
    assert.deepStrictEqual([again.code, countsOf(again.stdout)], [3, [4_003, 2_002, 2, 1_997, 2]])
    assert.deepStrictEqual([uninterrupted.code, countsOf(uninterrupted.stdout)], [3, [4_003, 3_900, 2, 99, 2]])
    assert.deepStrictEqual(told(again.stderr), told(uninterrupted.stderr))
    assert.deepStrictEqual(jobsIn(killed), jobsIn(whole))
  })

  it("writes nothing when its file has bad lines by then (import)", async () => {
    const database = world.database()
    const file = world.write("worse.ndjson", ndjson(many))
    await killAt(database, file, middle)
    Fs.appendFileSync(file, "{}\n")
    const { code, stderr } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([code, countJobs(database)], [1, 2_000])
    assert.include(stderr, "line 4001: ")
    assert.include(stderr, "1 of 4,001 lines cannot be imported; nothing was written.")
  })
})

describe("an import that the database fails in the middle of a batch", () => {
  it("leaves no job of that batch, and is run again (import)", async () => {
    const database = world.database()
    const file = world.write("failed.ndjson", ndjson(many))
    execute(
      database,
      `CREATE TRIGGER fail AFTER INSERT ON jobs WHEN NEW.external_id = '${middle.externalId}' BEGIN SELECT RAISE(ABORT, 'no'); END`
    )
    const failed = await runImport(database, "jobs", file)
    assert.deepStrictEqual([failed.code, failed.stdout, countJobs(database)], [1, "", 2_000])
    execute(database, "DROP TRIGGER fail")
    const again = await runImport(database, "jobs", file)
    assert.deepStrictEqual([again.code, countsOf(again.stdout)], [0, [4_000, 2_000, 0, 2_000, 0]])
    assert.strictEqual(countJobs(database), 4_000)
  })
})

describe("an import whose row in the audit log cannot be written", () => {
  it("leaves no job of that batch either (decisions, Journal; import)", async () => {
    const database = world.database()
    const file = world.write("unlogged.ndjson", ndjson(jobs(2)))
    execute(database, "CREATE TRIGGER fail BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'no'); END")
    const failed = await runImport(database, "jobs", file)
    assert.deepStrictEqual([failed.code, failed.stdout, countJobs(database)], [1, "", 0])
    execute(database, "DROP TRIGGER fail")
    assert.deepStrictEqual(countsOf((await runImport(database, "jobs", file)).stdout), [2, 2, 0, 0, 0])
  })
})

describe("an import that is asked to stop", () => {
  it.for([
    ["SIGINT", 130],
    ["SIGTERM", 1]
  ] as const)("by %s says so with exit code %d, and is run again (import)", async ([signal, expected]) => {
    const database = world.database()
    const file = world.write("stopped.ndjson", ndjson(jobs(10_000, 10_001)))
    await using program = startImport(database, "jobs", file)
    await program.saysOnError(/importing jobs .* 10%/)
    const { code, stdout, stderr } = await program.kill(signal)
    assert.deepStrictEqual([code, stdout], [expected, ""])
    assert.match(
      stderr,
      /partner-api: The import was stopped; .* finds what was written unchanged and imports the rest\.\n$/
    )
    const written = Number(countJobs(database))
    assert.isAbove(written, 0)
    const again = await runImport(database, "jobs", file)
    assert.deepStrictEqual(countsOf(again.stdout), [10_000, 10_000 - written, 0, written, 0])
    assert.strictEqual(countJobs(database), 10_000)
  })
})
