/**
 * Databases of older schemas: from before imports, whose jobs are found by the names that they had already (docs/decisions, stored JSON;
 * import), and with the place where an import was stopped, which is not kept any more.
 */
import { assert, describe, it } from "@effect/vitest"
import { takeBack } from "../OlderSchema.ts"
import { startServer } from "../TestServer.ts"
import { countsOf, jobOf, makeWorld, ndjson, query, runImport } from "./ImportWorld.ts"

const world = await makeWorld()

const namesIn = (database: string) =>
  query(database, "SELECT organization_id, id, external_id FROM jobs ORDER BY organization_id, id")

describe("a database from before imports", () => {
  it("gets the names of its jobs from their JSON, and an import finds them (import)", async () => {
    const database = world.folder.file("old.db")
    await (await startServer({ databaseFile: database })).stop()
    const names = namesIn(database)
    assert.deepInclude(names, { organization_id: "org_acme", id: "job_00000007", external_id: "REQ-7" })
    await takeBack(database, 2)
    const file = world.write("old.ndjson", ndjson([jobOf(0, { external_id: "REQ-7" })]))
    const { stdout } = await runImport(database, "jobs", file)
    assert.deepStrictEqual([countsOf(stdout), namesIn(database)], [[1, 0, 1, 0, 0], names])
  })

  it("gives a name that two jobs have to the first of them (import)", async () => {
    const database = world.database()
    await takeBack(database, 2)
    const jobs = [
      ["job_1", "A"],
      ["job_2", "A"],
      ["job_3", undefined],
      ["job_4", "B"]
    ] as const
    query(
      database,
      `INSERT INTO jobs (organization_id, id, json) VALUES ${jobs
        .map(
          ([id, external_id]) =>
            `('org_acme', '${id}', '${JSON.stringify({ id, title: "T", description: "D", external_id })}')`
        )
        .join(", ")}`
    )
    await (await startServer({ databaseFile: database, sandbox: false })).stop()
    assert.deepStrictEqual(
      namesIn(database).map((row) => row["external_id"]),
      ["A", null, null, "B"]
    )
  })
})

describe("a database that knows where an import was stopped", () => {
  it("loses that place, and the import begins at its first line (docs/decisions, 29; import)", async () => {
    const database = world.database()
    await takeBack(database, 6)
    query(database, "INSERT INTO import_checkpoints VALUES ('org_acme', 'jobs', 'ndjson', 100, 1, '', 1, 0, 0, 0)")
    const { code, stdout } = await runImport(
      database,
      "jobs",
      world.write("first.ndjson", ndjson([jobOf(1), jobOf(2)]))
    )
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [2, 2, 0, 0, 0]])
    assert.deepStrictEqual(query(database, "SELECT name FROM sqlite_schema WHERE name LIKE '%checkpoint%'"), [])
  })
})
