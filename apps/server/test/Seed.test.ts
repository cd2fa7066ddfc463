/**
 * Filling a database from a command line: the same data for the same numbers, one client that may use it, and results apart from
 * progress (README).
 */
import { Job } from "@partner-api/domain/Job"
import { sampleJobs } from "../src/samples/SampleJob.ts"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { textOf } from "./HttpCall.ts"
import { runProgram } from "./Program.ts"
import { openDatabase, sharedFolder, startServer } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"

const folder = sharedFolder()
const seed = (file: string, ...args: ReadonlyArray<string>) =>
  runProgram(["seed", ...args], { DATABASE_URL: `sqlite:${folder.file(file)}` })
const jobsIn = (file: string) => {
  using operator = openDatabase(folder.file(file))
  return operator.db.prepare("SELECT organization_id, id, json FROM jobs ORDER BY 1, 2").all()
}
const decodeResult = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      client_id: Schema.String,
      client_secret: Schema.String,
      organizations: Schema.Array(Schema.String)
    })
  ),
  { onExcessProperty: "error" }
)

describe("a sample job", () => {
  it("has every member of a job but its users, or another sample has it: a new one is in the sandbox (CONTRIBUTING)", () => {
    const members = new Set(sampleJobs({ first: 1, count: 60 }).flatMap((job) => Object.keys(job)))
    assert.sameMembers([...members, "hiring_manager_id", "recruiting_contact_id"], Object.keys(Job.fields))
  })
})

describe("partner-api seed", async () => {
  const runs = await Promise.all(
    ["one.db", "two.db"].map((file) => seed(file, "--organizations", "3", "--jobs", "10", "--json"))
  )
  const results = runs.map(({ stdout }) => decodeResult(stdout))

  it("prints one JSON object on standard output, and progress on standard error (README)", () => {
    runs.forEach(({ code, stdout, stderr }) => {
      assert.deepStrictEqual([code, stdout.split("\n").length], [0, 1])
      assert.match(stderr, /jobs .*100%  10 of 10/)
    })
    assert.strictEqual(results[0]?.client_id, "seed-client")
    assert.lengthOf(results[0]?.organizations ?? [], 3)
    results.forEach((result) => assert.match(result.client_secret, /^[A-Za-z0-9_-]{43}$/))
  })

  it("writes the same jobs for the same numbers, with a secret of its own each time (README)", () => {
    assert.lengthOf(jobsIn("one.db"), 10)
    assert.deepStrictEqual(jobsIn("two.db"), jobsIn("one.db"))
    assert.deepStrictEqual(results[1]?.organizations, results[0]?.organizations)
    assert.notStrictEqual(results[1]?.client_secret, results[0]?.client_secret)
  })

  it("makes a client that can mint and list, and may not create organizations (README)", async () => {
    await using server = await startServer({ databaseFile: folder.file("one.db"), sandbox: false })
    const { client_id, client_secret, organizations } = results[0] ?? decodeResult("")
    const primary = await server.primary(client_id, client_secret)
    const counts = []
    for (const id of organizations) {
      const page = pageOf(await server.call("GET", "/v1/jobs", { token: await server.scoped(primary, id) }))
      counts.push(page.count)
    }
    assert.deepStrictEqual(counts, [4, 3, 3])
    const refused = await server.call("POST", "/v1/organizations", { token: primary, json: { name: "X" } })
    assert.strictEqual(refused.status, 403)
    assert.include(textOf(refused, "message"), "organizations:create")
  })

  it.for([
    ["--organizations", "0", "1 to 1000"],
    ["--organizations", "1001", "1 to 1000"]
  ] as const)("refuses %s %s by name, in one line, and writes nothing (README)", async ([flag, value, bounds]) => {
    const { code, stdout, stderr } = await seed("refused.db", flag, value)
    assert.deepStrictEqual([code, stdout], [1, ""])
    assert.match(stderr, new RegExp(`^partner-api: ${flag} is ${value}\\. .*${bounds}\\.$`))
    assert.throws(() => jobsIn("refused.db"), /no such table/)
  })

  it("prints what it did, in words for people (README)", async () => {
    const { code, stdout } = await seed("words.db", "--jobs", "1")
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /^1 job in 1 organization, in .*words\.db\.\nclient_id +seed-client\nclient_secret +[A-Za-z0-9_-]{43} /
    )
  })

  it("adds applications in every state where it is asked to (README)", async () => {
    const { code, stderr } = await seed("people.db", "--organizations", "2", "--jobs", "40", "--applications", "30")
    assert.strictEqual(code, 0, stderr)
    assert.match(stderr, /applications .*100%  30 of 30/)
    using operator = openDatabase(folder.file("people.db"))
    const count = (sql: string) => Number(operator.db.prepare(sql).get()?.["n"])
    assert.strictEqual(count("SELECT count(*) AS n FROM applications"), 30)
    assert.strictEqual(count("SELECT count(DISTINCT state) AS n FROM applications"), 9)
    assert.strictEqual(count("SELECT count(*) AS n FROM journal WHERE json ->> 'action' = 'application.submitted'"), 30)
  })

  it("adds all applications to the organizations that have jobs, where there are fewer jobs (README)", async () => {
    const { code, stderr } = await seed("few.db", "--organizations", "3", "--jobs", "2", "--applications", "9")
    assert.strictEqual(code, 0, stderr)
    using operator = openDatabase(folder.file("few.db"))
    assert.deepStrictEqual(
      operator.db
        .prepare("SELECT organization_id, count(*) FROM applications GROUP BY 1 ORDER BY 1")
        .all()
        .map((row) => Object.values(row)),
      [
        ["org_seed_1", 5],
        ["org_seed_2", 4]
      ]
    )
  })
})
