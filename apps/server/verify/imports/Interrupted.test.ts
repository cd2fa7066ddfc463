/**
 * Imports that are interrupted and started again from the first line: the end is the same as without the interruption (issue 4, import).
 */
import { assert, describe, it } from "@effect/vitest"
import {
  countJobs,
  countsOf,
  everythingIn,
  jobs,
  makeWorld,
  ndjson,
  runImportProcess,
  startImport
} from "../../test/imports/ImportWorld.ts"
import { execute, many, middle } from "./KilledImport.ts"

const world = await makeWorld()

describe("an import that the database fails in the middle of a batch", () => {
  it("leaves no job of that batch, and is run again (import)", async () => {
    const database = world.database()
    const file = world.write("failed.ndjson", ndjson(many))
    execute(
      database,
      `CREATE TRIGGER fail AFTER INSERT ON jobs WHEN NEW.external_id = '${middle.externalId}' BEGIN SELECT RAISE(ABORT, 'no'); END`
    )
    const failed = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual([failed.code, failed.stdout, countJobs(database)], [1, "", 2_000])
    execute(database, "DROP TRIGGER fail")
    const again = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual([again.code, countsOf(again.stdout)], [0, [4_000, 2_000, 0, 2_000, 0]])
    assert.strictEqual(countJobs(database), 4_000)
  })
})

describe("an import whose row in the audit log cannot be written", () => {
  it("leaves no job of that batch either (decisions, Journal; import)", async () => {
    const database = world.database()
    const file = world.write("unlogged.ndjson", ndjson(jobs(2)))
    execute(database, "CREATE TRIGGER fail BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'no'); END")
    const failed = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual([failed.code, failed.stdout, countJobs(database)], [1, "", 0])
    execute(database, "DROP TRIGGER fail")
    assert.deepStrictEqual(countsOf((await runImportProcess(database, "jobs", file)).stdout), [2, 2, 0, 0, 0])
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
    await program.errorMatch(/importing jobs .* 10%/)
    const { code, stdout, stderr } = await program.kill(signal)
    assert.deepStrictEqual([code, stdout], [expected, ""])
    assert.match(
      stderr,
      /partner-api: The import was stopped; .* finds what was written unchanged and imports the rest\.\n$/
    )
    const written = Number(countJobs(database))
    assert.isAbove(written, 0)
    const again = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual(countsOf(again.stdout), [10_000, 10_000 - written, 0, written, 0])
    assert.strictEqual(countJobs(database), 10_000)
  })

  it("says of a dry run that nothing was written (import --dry-run)", async () => {
    const database = world.database()
    const before = everythingIn(database)
    const file = world.write("stopped-dry.ndjson", ndjson(jobs(50_000)))
    await using program = startImport(database, "jobs", file, ["--dry-run"])
    await program.errorMatch(/comparing jobs /)
    const { code, stdout, stderr } = await program.kill("SIGTERM")
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, /partner-api: The dry run was stopped; nothing was written\.\n$/)
    assert.deepStrictEqual(everythingIn(database), before)
  })
})
