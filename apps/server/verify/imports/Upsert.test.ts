/**
 * What an import makes of records that are there: found by `external_id` within the organization, kept, changed or left alone, and the
 * same from either format (issue 4, import).
 */
import { assert, describe, it } from "@effect/vitest"
import {
  countJobs,
  countsOf,
  csv,
  jobOf,
  jobs,
  jobsIn,
  makeWorld,
  ndjson,
  neighbour,
  query,
  reportOf,
  runImportProcess,
  startImport,
  reportedLines
} from "../../test/imports/ImportWorld.ts"

const world = await makeWorld()
const identities = (database: string) => query(database, "SELECT external_id, id FROM jobs ORDER BY external_id")
const memberOf = (database: string, externalId: string, member: string): unknown =>
  query(database, `SELECT json ->> '${member}' AS value FROM jobs WHERE external_id = '${externalId}'`)[0]?.["value"]

describe("an import of jobs", () => {
  it("from NDJSON and from CSV gives the same jobs, and says how many (import)", async () => {
    const [ofLines, ofRows] = [world.database(), world.database()]
    // A second batch, and line breaks and quotes within cells.
    const records = jobs(1_001)
    const [lines, rows] = await Promise.all([
      runImportProcess(ofLines, "jobs", world.write("same.ndjson", ndjson(records))),
      runImportProcess(ofRows, "jobs", world.write("same.csv", csv(records)))
    ])
    for (const { code, stdout, stderr } of [lines, rows]) {
      assert.deepStrictEqual([code, countsOf(stdout), reportedLines(stderr)], [0, [1_001, 1_001, 0, 0, 0], []])
    }
    assert.lengthOf(jobsIn(ofLines), 1_001)
    assert.deepStrictEqual(jobsIn(ofRows), jobsIn(ofLines))
  })

  it("again with some changed keeps identifiers and writes those alone (import)", async () => {
    const database = world.database()
    await runImportProcess(database, "jobs", world.write("first.ndjson", ndjson(jobs(4))))
    const before = identities(database)
    const untouched = memberOf(database, "E-1", "updated_at")
    const second = [
      jobOf(1),
      jobOf(2, { title: "Pilot" }),
      jobOf(3, { created_at: "2025-12-31T00:00:00Z" }),
      jobOf(4, { title: "Sailor", updated_at: "2026-01-03T00:00:00Z" }),
      jobOf(5)
    ]
    const { code, stdout } = await runImportProcess(database, "jobs", world.write("second.ndjson", ndjson(second)))
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [5, 1, 2, 2, 0]])
    assert.deepStrictEqual(identities(database).slice(0, 4), before)
    assert.deepStrictEqual(
      ["E-1", "E-2", "E-3", "E-4"].map((name) => memberOf(database, name, "created_at")),
      Array(4).fill("2026-01-01T00:00:00.000Z")
    )
    assert.strictEqual(memberOf(database, "E-1", "updated_at"), untouched)
    assert.isAbove(Date.parse(String(memberOf(database, "E-2", "updated_at"))), Date.parse(String(untouched)))
    assert.strictEqual(memberOf(database, "E-4", "updated_at"), "2026-01-03T00:00:00.000Z")
    assert.strictEqual(memberOf(database, "E-2", "title"), "Pilot")
  })

  it("with one name on two lines makes one job, and the later line counts (import)", async () => {
    const database = world.database()
    const file = world.write(
      "twice.ndjson",
      ndjson([jobOf(1), jobOf(1, { title: "Pilot" }), jobOf(1, { title: "Pilot" })])
    )
    const { code, stderr, stdout } = await runImportProcess(database, "jobs", file)
    assert.deepStrictEqual([code, countsOf(stdout), countJobs(database)], [0, [3, 1, 1, 1, 0], 1])
    assert.strictEqual(memberOf(database, "E-1", "title"), "Pilot")
    assert.strictEqual(reportOf(stdout).repeated, 2)
    assert.deepStrictEqual(reportedLines(stderr), [
      "line 2: is about the record of line 1 once more; the later line counts",
      "line 3: is about the record of line 2 once more; the later line counts"
    ])
  })

  it("leaves another organization alone, which may have the same names (import)", async () => {
    const database = world.database()
    const file = world.write("both.ndjson", ndjson(jobs(3)))
    await runImportProcess(database, "jobs", file)
    const { stdout } = await runImportProcess(database, "jobs", file, [], neighbour)
    assert.deepStrictEqual([countsOf(stdout), countJobs(database)], [[3, 3, 0, 0, 0], 6])
  })

  it("prints what it did, in one line for people (import)", async () => {
    const database = world.database()
    await runImportProcess(database, "jobs", world.write("words.ndjson", ndjson(jobs(2))))
    const file = world.write("words.csv", csv([jobOf(1), jobOf(2, { title: "Pilot" }), ...jobs(1_300).slice(2)]))
    await using program = startImport(database, "jobs", file)
    const { code, stdout, stderr } = await program.ended
    assert.strictEqual(code, 0)
    assert.match(stdout, /^1,300 lines: 1,298 new, 1 changed, 1 unchanged, 0 bad, in \d+\.\d s\n$/)
    assert.match(stderr, /^checking jobs  #+ 100%  (\d+\.\d) of \1 [kM]B$/m)
    assert.match(stderr, /^importing jobs  #+ 100%  /m)
  })
})

describe("an import of agencies", () => {
  const robin = { first_name: "Robin", last_name: "Doe", email: "robin@example.com" }
  const agencies = [
    { external_id: "A-1", name: "Hirewell", recruiters: [robin] },
    { external_id: "A-2", name: 'The "Best"', recruiters: [] }
  ]
  /** The agencies of a database, without the ids of recruiters, which each import makes anew. */
  const agenciesIn = (database: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
    query(database, "SELECT external_id, name, recruiters, optimized_fee, custom_fees FROM agencies ORDER BY 1").map(
      (row) => ({ ...row, recruiters: String(row["recruiters"]).replaceAll(/"id":"rec_[0-9A-Z]{26}_\d+",/g, "") })
    )

  it("from NDJSON and from CSV gives the same agencies, with the initial fees (import; decisions, Fees)", async () => {
    const [ofLines, ofRows] = [world.database(), world.database()]
    const lines = await runImportProcess(ofLines, "agencies", world.write("agencies.ndjson", ndjson(agencies)))
    const rows = await runImportProcess(ofRows, "agencies", world.write("agencies.csv", csv(agencies)))
    assert.deepStrictEqual(
      [lines, rows].map(({ stdout }) => countsOf(stdout)),
      [
        [2, 2, 0, 0, 0],
        [2, 2, 0, 0, 0]
      ]
    )
    assert.deepStrictEqual(agenciesIn(ofLines)[0], {
      external_id: "A-1",
      name: "Hirewell",
      recruiters: JSON.stringify([{ ...robin, status: "ACTIVE" }]),
      optimized_fee: 1,
      custom_fees: "[]"
    })
    assert.deepStrictEqual(agenciesIn(ofRows), agenciesIn(ofLines))
  })

  it("again keeps identifiers and fees (import)", async () => {
    const database = world.database()
    await runImportProcess(database, "agencies", world.write("agencies.ndjson", ndjson(agencies)))
    query(
      database,
      `UPDATE agencies SET optimized_fee = 0, custom_fees = '[{"feeType":"PERCENTAGE_FEE","feeBasisPoints":1}]'`
    )
    const before = query(database, "SELECT id, optimized_fee, custom_fees FROM agencies ORDER BY external_id")
    const renamed = world.write("renamed.jsonl", ndjson([{ ...agencies[0], name: "Hiregood" }, agencies[1] ?? {}]))
    const { code, stdout } = await runImportProcess(database, "agencies", renamed)
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [2, 0, 1, 1, 0]])
    assert.deepStrictEqual(
      query(database, "SELECT id, optimized_fee, custom_fees FROM agencies ORDER BY external_id"),
      before
    )
    assert.deepInclude(agenciesIn(database)[0], { name: "Hiregood" })
  })

  it("refuses a cell of recruiters that is no list of them (import)", async () => {
    const rows = 'external_id,name,recruiters\nA-1,N,"[{]"\nA-2,N,{}\nA-3,N,"[{""first_name"":""R""}]"\n'
    const { code, stderr } = await runImportProcess(world.database(), "agencies", world.write("cells.csv", rows))
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(reportedLines(stderr).slice(0, 3), [
      "line 2: /recruiters must be an array",
      "line 3: /recruiters must be an array",
      "line 4: /recruiters/0/last_name is required; /recruiters/0/email is required"
    ])
  })
})
