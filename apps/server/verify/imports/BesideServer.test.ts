/**
 * Imports beside a running server, and beside each other: nobody is refused, and what is written is there for everybody at once (issue
 * 4, operator: safe beside the running server, in force within a second).
 */
import { assert, describe, it } from "@effect/vitest"
import type { Answer } from "../../test/HttpCall.ts"
import { acmeToken, type ServerProcess, startServerProcess } from "../../test/faults/ServerProcess.ts"
import { pageOf, walk } from "../../test/Walk.ts"
import {
  countJobs,
  countsOf,
  jobOf,
  jobs,
  makeWorld,
  ndjson,
  query,
  runImportProcess,
  startImport
} from "../../test/imports/ImportWorld.ts"

const world = await makeWorld()

/** Sends one request after the other until the caller stops it, and returns the answers. */
const repeat = async (
  send: (count: number) => Promise<Answer>,
  goesOn: () => boolean
): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = []
  while (goesOn()) answers.push(await send(answers.length))
  return answers
}

const listAll = async (server: ServerProcess, token: string): Promise<number> =>
  (await walk(server.call, token, "/v1/jobs")).reduce((sum, page) => sum + pageOf(page).count, 0)

describe("beside a running server", () => {
  it("no request fails, and jobs are listed as soon as they are written (operator)", async () => {
    const databaseFile = world.folder.file("server.db")
    await using server = await startServerProcess({ command: "sandbox", databaseFile })
    const token = await acmeToken(server.call)
    const before = await listAll(server, token)
    // One of the sandbox's own jobs, under the name that it has elsewhere.
    const file = world.write(
      "beside.ndjson",
      ndjson([jobOf(0, { external_id: "REQ-1", title: "Pilot" }), ...jobs(10_000)])
    )

    await using program = startImport(databaseFile, "jobs", file, ["--json"])
    let imports = true
    const goesOn = () => imports
    const user = (count: number) => ({ first_name: "A", last_name: "B", email: `user${count}@example.com` })
    const requests = [
      repeat(() => server.call("GET", "/v1/jobs", { token }), goesOn),
      repeat((count) => server.call("POST", "/v1/users", { token, json: user(count) }), goesOn),
      repeat(() => server.call("GET", "/health/ready"), goesOn)
    ]
    await program.errorMatch(/importing jobs .* [3-9]\d%/)
    assert.isAtLeast(await listAll(server, token), before + 3_000)
    const { code, stdout } = await program.ended
    assert.strictEqual(await listAll(server, token), before + 10_000)
    imports = false

    const answers = (await Promise.all(requests)).flat()
    assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]))
    assert.deepStrictEqual([code, countsOf(stdout)], [0, [10_001, 10_000, 1, 0, 0]])
    assert.include((await server.call("GET", "/v1/jobs/job_00000001", { token })).text, '"title":"Pilot"')
    server.close()
  })
})

describe("two imports at once", () => {
  it("into one organization do each other no harm: each job is there once, as one of them says (import)", async () => {
    const database = world.database()
    const named = (title: string, first: number) =>
      world.write(`${title}.ndjson`, ndjson(jobs(3_000, first).map((job) => ({ ...job, title }))))
    const [left, right] = await Promise.all(
      [named("left", 1), named("right", 2_001)].map((file) => runImportProcess(database, "jobs", file))
    )
    for (const end of [left, right])
      assert.deepStrictEqual([end?.code, countsOf(end?.stdout ?? "")[0]], [0, 3_000], end?.stderr)
    assert.strictEqual(countJobs(database), 5_000)
    const titles = query(
      database,
      "SELECT CAST(substr(external_id, 3) AS INTEGER) > 2000 AND CAST(substr(external_id, 3) AS INTEGER) <= 3000 AS both, " +
        "group_concat(DISTINCT json ->> 'title') AS titles FROM jobs WHERE external_id <> '' GROUP BY 1"
    )
    assert.match(String(titles[0]?.["titles"]), /^(left,right|right,left)$/)
    assert.match(String(titles[1]?.["titles"]), /^(left|right|left,right|right,left)$/)
  })

  it("of one file make its jobs once (import)", async () => {
    const database = world.database()
    const file = world.write("one.ndjson", ndjson(jobs(3_000)))
    const ends = await Promise.all([1, 2].map(() => runImportProcess(database, "jobs", file)))
    assert.deepStrictEqual(
      ends.map(({ code }) => code),
      [0, 0],
      ends.map(({ stderr }) => stderr).join("\n")
    )
    const counts = ends.map(({ stdout }) => countsOf(stdout))
    // Each job was made by one of them, and found by the other.
    const sumOf = (place: number) => counts.reduce((sum, count) => sum + (count[place] ?? 0), 0)
    assert.deepStrictEqual([sumOf(1), sumOf(3)], [3_000, 3_000])
    assert.strictEqual(countJobs(database), 3_000)
  })
})
